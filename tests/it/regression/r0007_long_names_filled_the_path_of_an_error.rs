//! An error took a name of 500 KB once for each of 126 levels, and printed 63 MB.

#[test]
fn they_are_cut() {
    let mut bytes = vec![0xB2, 0xF7, 0x01, 0xFD, 0x20, 0xA1, 0x07, 0x00];
    bytes.extend(vec![b'a'; 500_000]);
    bytes.push(0);
    bytes.extend(vec![0xA0; 120]);
    bytes.push(0xDC);
    let error = mrna::from_slice::<mrna::Value>(&bytes).unwrap_err();
    assert!(error.to_string().len() < 120 * 70, "{}", error.to_string().len());
    assert!(error.path().to_string().starts_with("$[1].\"aaa"));
}
