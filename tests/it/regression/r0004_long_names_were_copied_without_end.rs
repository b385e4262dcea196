//! 80 KB that define a long name and refer to it 40,000 times became 1.6 GB of strings.

use std::collections::HashMap;

#[test]
fn copies_are_limited() {
    let name = "a".repeat(40_000);
    let mut bytes = vec![0xF2, 0xFC, 0x41, 0x9C, 0xD0, 0xFC, 0x40, 0x9C];
    bytes.extend(name.bytes());
    bytes.extend(vec![0xD0; 40_000]);
    assert!(mrna::from_slice::<Vec<String>>(&bytes).unwrap_err().is_limit());
    assert!(mrna::from_slice::<mrna::Value>(&bytes).is_ok(), "a value shares them");

    let mut bytes = vec![0xF2, 0xFC, 0x41, 0x9C, 0xF7, 0x01, 0xFC, 0x40, 0x9C];
    bytes.extend(name.bytes());
    bytes.push(0);
    bytes.extend([0xA0, 0].repeat(40_000));
    let maps = mrna::from_slice::<Vec<HashMap<String, u8>>>(&bytes);
    assert!(maps.unwrap_err().is_limit());
    assert!(mrna::from_slice::<mrna::Value>(&bytes).is_ok());

    // Names of 200 bytes with values of one are far from it.
    let rows = vec![HashMap::from([("n".repeat(200), 1_u8)]); 2_000];
    let records = mrna::to_vec(&mrna::Value::from(
        rows.iter()
            .map(|row| mrna::Value::record(row.clone()))
            .collect::<Result<Vec<_>, _>>()
            .unwrap(),
    ));
    assert_eq!(mrna::from_slice::<Vec<HashMap<String, u8>>>(&records.unwrap()).unwrap(), rows);
}
