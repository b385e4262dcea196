//! Types to read into.

use std::collections::HashMap;

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(transparent)]
pub struct Tree(pub Vec<Tree>);

#[derive(Deserialize)]
#[serde(transparent)]
pub struct Fat(pub Vec<(Fat, [u64; 16])>);

#[derive(Deserialize)]
#[serde(transparent)]
pub struct Maps(pub HashMap<u8, Maps>);

/// 256 bytes of nothing but defaults: one byte of input makes one.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct Wide {
    pub a: [u64; 32],
}

#[derive(Deserialize)]
pub struct Named {
    pub first: String,
    pub second: u64,
    pub third: Option<String>,
}

#[derive(Deserialize)]
pub enum Choice {
    Unit,
    New(String),
    Tuple(u8, u64),
    Record { list: Vec<u16>, text: String },
}

#[derive(Deserialize)]
#[serde(untagged)]
pub enum Untagged {
    Number(u64),
    Text(String),
    List(Vec<u64>),
    Named { first: String },
    Map(HashMap<String, u64>),
}

#[derive(Deserialize)]
#[serde(tag = "t")]
pub enum Internal {
    A { list: Vec<u64>, text: String },
    B,
}

#[derive(Deserialize)]
#[serde(tag = "t", content = "c")]
pub enum Adjacent {
    A(Vec<String>),
    B,
}

#[derive(Deserialize)]
pub struct Flat {
    pub first: u64,
    #[serde(flatten)]
    pub rest: HashMap<String, u64>,
}

#[derive(Deserialize)]
pub struct Chain {
    pub next: Option<Box<Chain>>,
}

/// A list that an unknown field can be put before.
#[derive(Deserialize)]
pub struct Behind<T> {
    pub wanted: T,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strict {
    pub only: Option<u8>,
}
