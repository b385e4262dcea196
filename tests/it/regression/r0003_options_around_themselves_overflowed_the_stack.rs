//! A bare value reads as an option of itself, which takes nothing of the input: a type that is
//! an option of itself went on with the same byte until the stack was full.

use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Chain(#[expect(dead_code, reason = "only read")] Option<Box<Chain>>);

#[derive(Debug, Deserialize)]
#[serde(transparent)]
struct Transparent {
    #[expect(dead_code, reason = "only read")]
    chain: Option<Box<Transparent>>,
}

#[test]
fn they_count() {
    let error = mrna::from_slice::<Chain>(&[5]).unwrap_err();
    assert!(error.is_limit() && error.offset() == Some(0), "{error}");
    assert!(mrna::from_slice::<Transparent>(&[5]).unwrap_err().is_limit());
    assert!(mrna::from_reader::<_, Chain>(&[5][..]).unwrap_err().is_limit());
    assert!(mrna::from_slice::<Chain>(&[0xE0]).is_ok());
}
