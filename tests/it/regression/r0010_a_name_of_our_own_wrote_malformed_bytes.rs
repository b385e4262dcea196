//! A type renamed to a name that mrna keeps for its own types wrote a big int that was none.

use serde::Serialize;

#[derive(Serialize)]
#[serde(rename = "mrna::Int")]
struct Renamed(#[serde(with = "serde_bytes")] Vec<u8>);

#[test]
fn it_is_refused() {
    assert!(mrna::to_vec(&Renamed(vec![1])).is_err());
    assert!(mrna::to_vec(&Renamed(vec![0; 20])).is_err());
}
