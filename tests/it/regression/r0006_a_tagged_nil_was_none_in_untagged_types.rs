//! Directly a tagged nil was `Some(())`, but `None` where serde's buffer had read it first.

use serde::Deserialize;

#[derive(Debug, PartialEq, Deserialize)]
struct Direct {
    o: Option<()>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(untagged)]
enum Buffered {
    S { o: Option<()> },
}

#[test]
fn it_is_some() {
    let bytes = mrna::to_vec(&mrna::value!(record{o: tag(5, nil)})).unwrap();
    assert_eq!(mrna::from_slice::<Direct>(&bytes).unwrap(), Direct { o: Some(()) });
    assert_eq!(mrna::from_slice::<Buffered>(&bytes).unwrap(), Buffered::S { o: Some(()) });
    let bytes = mrna::to_vec(&mrna::value!(record{o: nil})).unwrap();
    assert_eq!(mrna::from_slice::<Buffered>(&bytes).unwrap(), Buffered::S { o: None });
}
