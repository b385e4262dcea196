//! uuid, url, semver, ipnet.

use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use semver::{Version, VersionReq};
use serde::{Deserialize, Serialize};
use url::Url;
use uuid::{NonNilUuid, Uuid};

use crate::round_trip::refusal_of;
use crate::table::{check, readable, same};

const UUID: Uuid = Uuid::from_u128(0x0011_2233_4455_6677_8899_aabb_ccdd_eeff);

/// The forms that uuid has for a field.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Uuids {
    #[serde(with = "uuid::serde::simple")]
    simple: Uuid,
    #[serde(with = "uuid::serde::urn")]
    urn: Uuid,
    #[serde(with = "uuid::serde::compact")]
    compact: Uuid,
}

fn uuid_rows() -> [String; 6] {
    let bytes = r#"b"\x00\x11\"3DUfw\x88\x99\xaa\xbb\xcc\xdd\xee\xff""#;
    let text = r#""00112233-4455-6677-8899-aabbccddeeff""#;
    let forms = Uuids { simple: UUID, urn: UUID, compact: UUID };
    [
        same("uuid", "Uuid", &UUID, bytes),
        same("uuid", "Uuid::nil()", &Some(Uuid::nil()), &format!("b\"{}\"", r"\x00".repeat(16))),
        same("uuid", "NonNilUuid", &NonNilUuid::new(UUID).unwrap(), bytes),
        same("uuid", "fmt::Hyphenated", &UUID.hyphenated(), text),
        same(
            "uuid",
            "simple, urn, compact",
            &forms,
            concat!(
                r#"record{simple: "00112233445566778899aabbccddeeff", "#,
                r#"urn: "urn:uuid:00112233-4455-6677-8899-aabbccddeeff", compact: (0, 17, 34, 51, "#,
                "68, 85, 102, 119, 136, 153, 170, 187, 204, 221, 238, 255)}",
            ),
        ),
        readable("uuid", "Uuid", &UUID, text),
    ]
}

fn text_rows() -> [String; 5] {
    let url = Url::parse("https://user@mrna.example:8443/a%20b?q=%C3%A4#top").unwrap();
    let version = Version::parse("1.2.3-rc.1+build.5").unwrap();
    let req = VersionReq::parse(">=1.2, <2").unwrap();
    [
        same("url", "Url", &url, r#""https://user@mrna.example:8443/a%20b?q=%C3%A4#top""#),
        same("url", "Option<Url>", &None::<Url>, "nil"),
        same("semver", "Version", &version, r#""1.2.3-rc.1+build.5""#),
        same("semver", "VersionReq", &req, r#"">=1.2, <2""#),
        same("semver", "Comparator", &req.comparators[1], r#""<2""#),
    ]
}

fn net_rows() -> [String; 5] {
    let v4: Ipv4Net = "10.1.0.0/16".parse().unwrap();
    let v6: Ipv6Net = "fd00::/8".parse().unwrap();
    [
        same("ipnet", "Ipv4Net", &v4, "(10, 1, 0, 0, 16)"),
        same("ipnet", "Ipv6Net", &v6, "(253, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8)"),
        same("ipnet", "IpNet", &IpNet::V4(v4), "V4((10, 1, 0, 0, 16))"),
        readable("ipnet", "IpNet", &IpNet::V4(v4), r#""10.1.0.0/16""#),
        readable("ipnet", "Ipv6Net", &v6, r#""fd00::/8""#),
    ]
}

#[test]
fn table() {
    check("Ids", &[&uuid_rows()[..], &text_rows(), &net_rows()].concat());
}

/// A type's own objection comes with its place.
#[test]
fn refusals() {
    let bytes = mrna::to_vec(&("1.2.3", "not a url", [0; 4])).unwrap();
    assert_eq!(
        refusal_of::<(Version, Url, [u8; 4])>(&bytes),
        r#"relative URL without a base: "not a url" at byte 7 in $[1]"#,
    );
    assert_eq!(
        refusal_of::<(Version, String, Ipv4Net)>(&bytes),
        "invalid length 4, expected an array of length 5 at byte 17 in $[2]",
    );
    assert_eq!(
        refusal_of::<(Uuid, String, [u8; 4])>(&bytes),
        r#"invalid type: string "1.2.3", expected a 16 byte array at byte 1 in $[0]"#,
    );
    assert_eq!(
        refusal_of::<(String, Version, [u8; 4])>(&bytes),
        "unexpected character 'n' while parsing major version number at byte 7 in $[1]",
    );
}
