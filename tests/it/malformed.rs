//! Every reserved byte and every over-long or broken form is refused, by
//! every way in alike (`check_err` goes through `Value` and skipping too).

use serde::de::IgnoredAny;

use mrna::Value;

use crate::util::{check_err, check_reads, check_value, refusal};

#[test]
fn reserved_bytes() {
    for b in [0xDC, 0xDD, 0xDE, 0xDF, 0xEF, 0xF9] {
        check_err::<Value>(&format!("{b:02x}"), "reserved byte* at byte 0");
        check_err::<u8>(&format!("{b:02x}"), "reserved byte* at byte 0");
        check_err::<Option<u8>>(&format!("{b:02x}"), "reserved byte* at byte 0");
        check_err::<Vec<u8>>(&format!("b201{b:02x}"), "reserved byte* at byte 2 in $[1]");
        check_err::<String>(&format!("{b:02x}"), "reserved byte* at byte 0");
        check_err::<Value>(&format!("c101{b:02x}"), "reserved byte* at byte 2*");
        check_err::<Value>(&format!("c1{b:02x}"), "reserved byte* at byte 1*");
        check_err::<Value>(&format!("ff40{b:02x}"), "reserved byte* at byte 2*");
    }
}

/// Every leading byte either starts a value or is one of the six reserved.
#[test]
fn every_leading_byte() {
    for b in 0..=0xFF_u8 {
        let e = mrna::from_slice::<Value>(&[b]).err();
        let kind = e.as_ref().map(|e| e.kind().to_string()).unwrap_or_default();
        let reserved = matches!(b, 0xDC..=0xDF | 0xEF | 0xF9);
        let whole = matches!(b, 0..=0x80 | 0xB0 | 0xB8 | 0xC0 | 0xC8..=0xCF | 0xE0..=0xE2);
        let refers = matches!(b, 0xA0..=0xAF | 0xD1..=0xD7 | 0xD9..=0xDB);
        assert_eq!(kind.starts_with("reserved byte"), reserved, "{b:02x}: {kind}");
        assert_eq!(e.is_none(), whole, "{b:02x}: {kind}");
        assert_eq!(kind.starts_with("unknown"), refers, "{b:02x}: {kind}");
        let eof = !(reserved || whole || refers);
        assert_eq!(e.is_some_and(|e| e.is_eof()), eof, "{b:02x}: {kind}");
    }
}

/// The heads that a length follows, and whether a length of 0 is well-formed
/// under them.
const HEADS: [(&str, bool); 12] = [
    ("f0", false),
    ("f1", true),
    ("f2", false),
    ("f3", false),
    ("f4", true),
    ("f5", true),
    ("f6", false),
    ("f7", true),
    ("fc00", true),
    ("fd00", true),
    ("ec", false),
    ("d0", true),
];

#[test]
fn lengths() {
    for (head, zero) in HEADS {
        if zero {
            check_reads::<IgnoredAnyEq>(&format!("{head}00"), IgnoredAnyEq);
        } else {
            check_err::<Value>(&format!("{head}00"), "not shortest* at byte 0");
        }
        let at = head.len() / 2;
        // over-long lengths, with enough behind them that only this is wrong
        for len in ["fc0000", "fcfb00", "fdffff0000", "fd00000000", "feffffffff00000000"] {
            let hex = format!("{head}{len}{}", "00".repeat(300));
            check_err::<Value>(&hex, &format!("not shortest* at byte {at}"));
        }
        check_err::<Value>(&format!("{head}ff"), &format!("reserved byte* at byte {at}"));
        // a length that no input could have is an end too early, not a panic
        for len in ["fbff", "fcffff", "fdffffffff", "fe0000000001000000", "feffffffffffffffff"] {
            let e = refusal::<IgnoredAny>(&crate::util::hex(&format!("{head}{len}")));
            assert!(!e.is_io(), "{head}{len}: {e}");
        }
    }
}

#[derive(PartialEq, Debug)]
struct IgnoredAnyEq;

impl<'de> serde::Deserialize<'de> for IgnoredAnyEq {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(d).map(|_| Self)
    }
}

/// Lengths that the short heads hold are malformed under the long ones.
#[test]
fn short_values_under_long_heads() {
    for n in 0..32_usize {
        let hex = format!("f0{n:02x}{}", "61".repeat(n));
        check_err::<String>(&hex, "not shortest* at byte 0");
    }
    check_reads(&format!("f020{}", "61".repeat(32)), "a".repeat(32));
    for n in 0..8_usize {
        for head in ["f2", "f3"] {
            let hex = format!("{head}{n:02x}{}", "01".repeat(n));
            check_err::<Vec<u8>>(&hex, "not shortest* at byte 0");
        }
        let hex = format!("f6{n:02x}{}", "01".repeat(2 * n));
        check_err::<Value>(&hex, "not shortest* at byte 0");
    }
    for n in 0..16_usize {
        let hex = format!("b2f700f8{n:02x}");
        check_err::<Value>(&hex, "not shortest* at byte 3*");
    }
    for n in 0..8_usize {
        check_err::<Value>(&format!("fa{n:02x}0141"), "not shortest* at byte 0");
    }
    for n in 0..4_usize {
        check_err::<Value>(&format!("fb{n:02x}014105"), "not shortest* at byte 0");
    }
}

#[test]
fn tag_numbers() {
    check_value("tag(0, nil)", "ff00e0");
    check_value("tag(251, nil)", "fffbe0");
    check_value("tag(252, nil)", "fffcfc00e0");
    check_value("tag(65536, nil)", "fffd00000100e0");
    check_value("tag(4294967296, nil)", "fffe0000000001000000e0");
    check_value("tag(18446744073709551615, nil)", "fffeffffffffffffffffe0");
    check_value("tag(1, tag(2, [tag(3, tag(4, nil))]))", "ff01ff02b1ff03ff04e0");
    check_err::<Value>("fffc0500e0", "not shortest* at byte 1");
    check_err::<Value>("ffffe0", "reserved byte* at byte 1*");
}

#[test]
fn some() {
    for hex in [
        "e300",
        "e3e1",
        "e3e2",
        "e380",
        "e3b0",
        "e3d00141",
        "e3f700",
        "e3ff40e0",
        "e3ee0000000000000000",
    ] {
        check_err::<Value>(hex, "invalid some* at byte 1*");
    }
}

#[test]
fn names() {
    check_err::<Value>("f702016101016102", "duplicate name* at byte 5*");
    check_err::<Value>("f703016101016202016103", "duplicate name* at byte 8*");
    check_err::<Value>("f70200010002", "duplicate name* at byte 4*");
    check_err::<Value>("f70101ff01", "invalid UTF-8* at byte 3*");
    check_err::<Value>("d001ff", "invalid UTF-8* at byte 2*");
    check_err::<Value>("d801ff01", "invalid UTF-8* at byte 2*");
    // ten thousand fields, the last a second of the first
    let name = |i: usize| format!("05{}", crate::util::to_hex(format!("{i:05}").as_bytes()));
    let fields: String = (0..9_999).map(|i| name(i) + "00").collect();
    check_err::<Value>(
        &format!("f7fc1027{fields}{}00", name(0)),
        &format!("duplicate name* at byte {}*", 4 + 9_999 * 7),
    );
    let v: Value =
        mrna::from_slice(&crate::util::hex(&format!("f7fc1027{fields}{}00", name(9_999)))).unwrap();
    assert_eq!(mrna::to_vec(&v).unwrap().len(), 4 + 10_000 * 7);
}

#[test]
fn empty_input() {
    check_err::<Value>("", "premature end* at byte 0");
    check_err::<()>("", "premature end* at byte 0");
    check_err::<Vec<u8>>("", "premature end* at byte 0");
    check_err::<Option<()>>("", "premature end* at byte 0");
}
