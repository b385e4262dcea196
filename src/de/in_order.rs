//! Which visitors of structs may be given the fields' values without the names.
//!
//! Where a record's names are those that a struct wants, in the same order, most of the time of
//! reading goes into finding that out again, name by name. serde lets a struct's visitor be given
//! a sequence instead, as formats without names do; but a visitor that somebody wrote may take
//! maps only, or take a sequence for something else, and once it is asked there is no way back.
//! Those that `derive(Deserialize)` makes take both for the same. They are known by the names of
//! their types, which nobody writes by hand; all others are given the names.

/// Whether a visitor whose type has this name was made by `derive(Deserialize)`, for a struct or
/// for a variant with fields.
///
/// Should a compiler ever print other names, reading is slower, but no different.
pub(super) fn takes_fields_in_order(visitor: &str) -> bool {
    let Some((made_in, parameters)) = visitor.rsplit_once("::__Visitor") else { return false };
    made_in.contains("::_::<impl serde")
        && (made_in.ends_with(">::deserialize") || made_in.ends_with(">::visit_enum"))
        && is_list_of_parameters(parameters)
}

/// Whether this is empty or one pair of angle brackets with all between: of a type that the
/// visitor is only a part of, more comes behind it.
fn is_list_of_parameters(text: &str) -> bool {
    let mut open = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'<' => open += 1,
            b'>' => open = open.saturating_sub(1),
            _ => {}
        }
        if open == 0 {
            return at + 1 == text.len() && text.starts_with('<');
        }
    }
    text.is_empty()
}

#[cfg(test)]
mod tests {
    use core::{any::type_name, marker::PhantomData};

    use serde::{
        Deserialize, Deserializer,
        de::{Visitor, value::Error},
        forward_to_deserialize_any,
    };

    use super::takes_fields_in_order;

    /// Says what the visitor's type is called, as an error.
    struct Ask;

    impl<'de> Deserializer<'de> for Ask {
        type Error = Error;

        fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
            Err(serde::de::Error::custom(type_name::<V>()))
        }

        forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
            option unit unit_struct newtype_struct seq tuple tuple_struct map struct enum
            identifier ignored_any
        }
    }

    fn visitor<'de, T: Deserialize<'de>>() -> String {
        T::deserialize(Ask).map(drop).unwrap_err().to_string()
    }

    #[derive(Deserialize)]
    struct Plain {
        _a: u8,
    }

    #[derive(Deserialize)]
    struct Generic<'a, T: 'a, const N: usize> {
        _a: T,
        #[serde(skip)]
        _b: PhantomData<&'a [u8; N]>,
    }

    /// By hand, as the derive would have it but for the anonymous constant around it.
    struct ByHand;

    impl<'de> Deserialize<'de> for ByHand {
        fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
            #[allow(non_camel_case_types, reason = "as the derive calls it")]
            struct __Visitor;
            impl Visitor<'_> for __Visitor {
                type Value = ByHand;
                fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                    f.write_str("a map")
                }
            }
            de.deserialize_struct("ByHand", &["a"], __Visitor)
        }
    }

    #[test]
    fn derived_ones() {
        for name in [
            visitor::<Plain>(),
            visitor::<Generic<'_, u8, 3>>(),
            visitor::<Generic<'_, Option<Vec<(u8, String)>>, 3>>(),
        ] {
            assert!(takes_fields_in_order(&name), "{name}");
        }
    }

    #[test]
    fn no_others() {
        let derived = visitor::<Plain>();
        for name in [
            visitor::<ByHand>(),
            visitor::<Vec<Plain>>(),
            visitor::<core::time::Duration>(),
            format!("wrapper::Wrap<{derived}>"),
            format!("wrapper::Wrap<{derived}<u8>>"),
            format!("wrapper::Wrap<{derived}<u8>, other::Type<u8>>"),
            format!("wrapper::Wrap<other::Type<u8>, {derived}>"),
            "__Visitor".into(),
        ] {
            assert!(!takes_fields_in_order(&name), "{name}");
        }
    }
}
