//! Not human-readable unless switched, on both sides.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::util::{Inner, Trickle, check, hex, to_hex};

#[test]
fn addresses_are_compact() {
    let v4 = Ipv4Addr::new(127, 0, 0, 1);
    check(v4, "(127, 0, 0, 1)", "bc7f000001");
    check(IpAddr::V4(v4), "V4((127, 0, 0, 1))", "d8025634bc7f000001");
    check(
        IpAddr::V6(Ipv6Addr::LOCALHOST),
        "V6((0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))",
        "d8025636f31000000000000000000000000000000001",
    );
    check(SocketAddr::from((v4, 80)), "V4(((127, 0, 0, 1), 80))", "d8025634babc7f00000150");
    check(
        vec![IpAddr::V4(v4), IpAddr::V4(v4)],
        "[V4((127, 0, 0, 1)), V4((127, 0, 0, 1))]",
        "b2d8025634bc7f000001d8bc7f000001",
    );
}

/// What the format says of itself, as a value.
#[derive(PartialEq, Debug)]
struct Asks(bool);

impl Serialize for Asks {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let readable = s.is_human_readable();
        s.serialize_bool(readable)
    }
}

impl<'de> Deserialize<'de> for Asks {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let readable = d.is_human_readable();
        serde::de::IgnoredAny::deserialize(d)?;
        Ok(Self(readable))
    }
}

fn written<T: Serialize>(value: &T, readable: bool) -> String {
    let mut s = mrna::Serializer::from_vec(Vec::new()).human_readable(readable);
    value.serialize(&mut s).unwrap();
    to_hex(&s.into_inner().bytes())
}

/// Asked at the top and inside every compound.
#[test]
fn asked_everywhere() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    enum E {
        New(Asks),
        Pair(Asks, Asks),
        Rec { x: Asks },
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct All {
        list: Vec<Asks>,
        pair: (Asks, Asks),
        map: Vec<std::collections::BTreeMap<u8, Asks>>,
        opt: Option<Asks>,
        new: E,
        tuple: E,
        rec: E,
    }
    let all = |b: bool| All {
        list: vec![Asks(b)],
        pair: (Asks(b), Asks(b)),
        map: vec![std::collections::BTreeMap::from([(1, Asks(b))])],
        opt: Some(Asks(b)),
        new: E::New(Asks(b)),
        tuple: E::Pair(Asks(b), Asks(b)),
        rec: E::Rec { x: Asks(b) },
    };
    let plain = mrna::to_vec(&all(false)).unwrap();
    assert_eq!(plain.iter().filter(|b| **b == 0xE1).count(), 9);
    assert_eq!(plain.iter().filter(|b| **b == 0xE2).count(), 0);
    assert_eq!(mrna::from_slice::<All>(&plain).unwrap(), all(false));
    assert_eq!(written(&all(true), false), to_hex(&plain));
    let readable = written(&all(true), true);
    let flipped: Vec<u8> = plain.iter().map(|b| b + u8::from(*b == 0xE1)).collect();
    assert_eq!(readable, to_hex(&flipped));
    for b in [false, true] {
        let mut de = mrna::Deserializer::from_slice(&plain).human_readable(b);
        assert_eq!(All::deserialize(&mut de).unwrap(), all(b));
        let mut de = mrna::Deserializer::from_reader(Trickle(&plain)).human_readable(b);
        assert_eq!(All::deserialize(&mut de).unwrap(), all(b));
    }
    let v = mrna::to_value(&all(false)).unwrap();
    assert_eq!(mrna::from_value::<All>(v).unwrap(), all(false));
    assert_eq!(mrna::to_value(&Asks(true)).unwrap(), mrna::value!(false));
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(untagged)]
enum Host {
    Address(IpAddr),
    Name { name: String },
}

/// serde's buffer says of itself that it is human-readable, so that an address
/// in an untagged enum is looked for as text.
#[test]
fn an_address_in_an_untagged_enum() {
    let host = Host::Address(IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1)));
    let hex_readable = written(&host, true);
    assert_eq!(hex_readable, "8831302e302e302e31");
    let bytes = hex(&hex_readable);
    for b in [false, true] {
        let mut de = mrna::Deserializer::from_slice(&bytes).human_readable(b);
        assert_eq!(Host::deserialize(&mut de).unwrap(), host);
        let mut de = mrna::Deserializer::from_reader(&bytes[..]).human_readable(b);
        assert_eq!(Host::deserialize(&mut de).unwrap(), host);
    }
    // written the compact way it cannot be found again; that is refused
    let compact = mrna::to_vec(&host).unwrap();
    assert_eq!(to_hex(&compact), "d8025634bc0a000001");
    assert!(mrna::from_slice::<Host>(&compact).unwrap_err().is_data());
    let name = Host::Name { name: "x".into() };
    assert_eq!(mrna::from_slice::<Host>(&mrna::to_vec(&name).unwrap()).unwrap(), name);
}
