//! Methods of a `Deserializer` that hand over to another one.

/// Methods that call the same method of what `$by` gives to its closure.
macro_rules! forward {
    ($by:ident: $($method:ident)*) => {
        $(forward! { @ $method $by })*
    };
    (@ deserialize_unit_struct $by:ident) => {
        forward! { @@ deserialize_unit_struct($by, name: &'static str) }
    };
    (@ deserialize_newtype_struct $by:ident) => {
        forward! { @@ deserialize_newtype_struct($by, name: &'static str) }
    };
    (@ deserialize_tuple $by:ident) => {
        forward! { @@ deserialize_tuple($by, len: usize) }
    };
    (@ deserialize_tuple_struct $by:ident) => {
        forward! { @@ deserialize_tuple_struct($by, name: &'static str, len: usize) }
    };
    (@ deserialize_struct $by:ident) => {
        forward! {
            @@ deserialize_struct($by, name: &'static str, fields: &'static [&'static str])
        }
    };
    (@ deserialize_enum $by:ident) => {
        forward! {
            @@ deserialize_enum($by, name: &'static str, variants: &'static [&'static str])
        }
    };
    (@ $method:ident $by:ident) => {
        forward! { @@ $method($by) }
    };
    (@@ $method:ident($by:ident $(, $arg:ident: $type:ty)*)) => {
        #[inline(always)]
        fn $method<V: Visitor<'de>>(self, $($arg: $type,)* visitor: V) -> Result<V::Value> {
            self.$by(|inner| inner.$method($($arg,)* visitor))
        }
    };
}

pub(super) use forward;
