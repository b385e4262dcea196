//! What all wrappers have in common.

/// A newtype that the module's `serialize` and `deserialize` write and read, so that it nests;
/// with what they ask of its type.
macro_rules! wrapper {
    ($(#[$doc:meta])* $name:ident: ($($write:tt)+), ($($read:tt)+)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name<T>(
            /// What is written and read.
            pub T,
        );

        impl<T> From<T> for $name<T> {
            fn from(inner: T) -> Self {
                $name(inner)
            }
        }

        impl<T> core::ops::Deref for $name<T> {
            type Target = T;

            fn deref(&self) -> &T {
                &self.0
            }
        }

        impl<T> core::ops::DerefMut for $name<T> {
            fn deref_mut(&mut self) -> &mut T {
                &mut self.0
            }
        }

        impl<T: $($write)+> serde::Serialize for $name<T> {
            fn serialize<S: serde::Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
                serialize(&self.0, ser)
            }
        }

        impl<'de, T: $($read)+> serde::Deserialize<'de> for $name<T> {
            fn deserialize<D: serde::Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
                deserialize(de).map($name)
            }
        }
    };
}

pub(crate) use wrapper;
