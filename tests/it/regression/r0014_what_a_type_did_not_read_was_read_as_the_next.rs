//! The fuzz oracle: a type that takes its deserializer and reads nothing left its value where it
//! was, and the next field or element was read from there.

use std::fmt;
use std::io::BufReader;

use mrna::{Deserializer, Serializer, from_reader, from_slice, to_vec};
use serde::de::{self, DeserializeOwned, VariantAccess, Visitor};
use serde::{Deserialize, Serialize};

use crate::util::Trickle;

/// Reads nothing.
#[derive(Debug, PartialEq)]
struct Nothing;

impl<'de> Deserialize<'de> for Nothing {
    fn deserialize<D: de::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Ok(Nothing)
    }
}

/// Asks for an option, a newtype or a variant, and does not look at what is in it.
#[derive(Debug, PartialEq)]
struct Shell<const HOW: u8>;

impl<'de, const HOW: u8> Deserialize<'de> for Shell<HOW> {
    fn deserialize<D: de::Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        match HOW {
            0 => de.deserialize_option(self::Drops),
            1 => de.deserialize_newtype_struct("N", self::Drops),
            2 => de.deserialize_enum("E", &["V"], self::Drops),
            _ => de.deserialize_any(self::Drops),
        }?;
        Ok(Shell)
    }
}

struct Drops;

impl<'de> Visitor<'de> for Drops {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a shell")
    }

    fn visit_some<D: de::Deserializer<'de>>(self, _: D) -> Result<(), D::Error> {
        Ok(())
    }

    fn visit_newtype_struct<D: de::Deserializer<'de>>(self, _: D) -> Result<(), D::Error> {
        Ok(())
    }

    fn visit_enum<A: de::EnumAccess<'de>>(self, data: A) -> Result<(), A::Error> {
        let (Nothing, payload) = data.variant()?;
        payload.newtype_variant::<Nothing>()?;
        Ok(())
    }
}

#[derive(Serialize)]
enum E<T> {
    V(T),
}

#[track_caller]
fn reads<T: DeserializeOwned + PartialEq + fmt::Debug>(written: impl Serialize, expected: T) {
    let bytes = to_vec(&written).unwrap();
    assert_eq!(from_slice::<T>(&bytes).unwrap(), expected);
    assert_eq!(from_reader::<_, T>(BufReader::new(&bytes[..])).unwrap(), expected);
    assert_eq!(from_reader::<_, T>(Trickle(&bytes)).unwrap(), expected);
}

#[test]
fn it_is_passed_over() {
    for what in [mrna::value!([1, "two"]), mrna::value!(7), mrna::value!(record { a: [0.5, 2.5] })] {
        reads(&what, Nothing);
        reads((&what, 5), (Nothing, 5));
        reads((&what, Some(Some(&what)), 5), (Nothing, Shell::<0>, 5));
        reads((Some(&what), 5), (Shell::<0>, 5));
        reads((&what, 5), (Shell::<0>, 5));
        reads((Some(None::<()>), &what, 5), (Shell::<3>, Nothing, 5));
        reads((Some(None::<()>), &what, 5), (Shell::<0>, Nothing, 5));
        reads((&what, 5), (Shell::<1>, 5));
        reads((E::V(&what), 5), (Shell::<2>, 5));
        reads(vec![&what; 3], vec![Nothing, Nothing, Nothing]);
    }
    reads([1.5, 2.5, 3.5], (1.5, Nothing, 3.5));
    reads([300, 301, 302], (300, Shell::<1>, 302));
    reads([300, 301, 302], (300, Shell::<0>, 302));
}

#[test]
fn keys_and_values() {
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Two<T> {
        a: T,
        b: i64,
    }
    type Pairs<K, V> = std::collections::BTreeMap<K, V>;

    reads(Two { a: "what", b: 5 }, Two { a: Nothing, b: 5 });
    reads(Pairs::from([("a", 4), ("b", 5)]), Two { a: Nothing, b: 5 });
    reads((Two { a: 1, b: 5 }, Two { a: 300, b: 5 }), (Nothing, Two { a: Nothing, b: 5 }));

    #[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
    struct Key;

    impl<'de> Deserialize<'de> for Key {
        fn deserialize<D: de::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
            Ok(Key)
        }
    }
    reads(Pairs::from([(1, "a")]), Pairs::from([(Key, "a".to_owned())]));
    reads(Pairs::from([((1, 2), "a")]), Pairs::from([(Key, "a".to_owned())]));
}

/// A stream of such types came to no end.
#[test]
fn messages() {
    let mut ser = Serializer::new(Vec::new());
    (1, "two").serialize(&mut ser).unwrap();
    "three".serialize(&mut ser).unwrap();
    let bytes = ser.into_inner();
    let read: Result<Vec<_>, _> = Deserializer::from_slice(&bytes).into_iter::<Nothing>().collect();
    assert_eq!(read.unwrap(), [Nothing, Nothing]);
    let read: Result<Vec<_>, _> =
        Deserializer::from_slice(&bytes).into_iter::<Shell<1>>().collect();
    assert_eq!(read.unwrap(), [Shell, Shell]);
    from_slice::<Nothing>(&[0xF2, 2, 1]).unwrap_err();
    from_slice::<Nothing>(&[]).unwrap_err();
}
