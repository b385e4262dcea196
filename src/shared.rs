//! Names that a decoder and the [`Value`](crate::Value)s it gives have in common.
//!
//! A message has each name once, and so should the values: serde has no way to hand over an
//! `Arc`, only data. So the decoder leaves it in a place of this thread's and gives the visitor
//! a unit, which the visitor takes as a sign to fetch it, before anything else can run. Without
//! `std` there is no such place; the names come as data and are copied.

use alloc::{sync::Arc, vec::Vec};
use core::mem::size_of;

use serde::de::DeserializeSeed;

use crate::{
    error::{Error, Result},
    limits::Budget,
    read::Name,
    shape::Shape,
};

/// What is handed over.
#[derive(Clone, Debug)]
pub(crate) enum Handed {
    Shape(Arc<Shape>),
    Variant(Arc<str>),
}

#[cfg(feature = "std")]
std::thread_local! {
    static PLACE: core::cell::RefCell<Option<Handed>> = const { core::cell::RefCell::new(None) };
}

impl Handed {
    /// Fetches what was left for this visitor.
    pub(crate) fn fetch() -> Option<Handed> {
        #[cfg(feature = "std")]
        return PLACE.with(|place| place.borrow_mut().take());
        #[cfg(not(feature = "std"))]
        return None;
    }

    /// Gives it to the visitor behind `seed`.
    pub(crate) fn deserialize<'de, S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<Option<S::Value>> {
        #[cfg(feature = "std")]
        {
            use serde::de::value::UnitDeserializer;
            PLACE.with(|place| *place.borrow_mut() = Some(self));
            seed.deserialize(UnitDeserializer::<Error>::new()).map(Some)
        }
        #[cfg(not(feature = "std"))]
        {
            use serde::de::value::{SeqDeserializer, StrDeserializer};
            match self {
                Handed::Shape(shape) => {
                    seed.deserialize(SeqDeserializer::<_, Error>::new(shape.names())).map(Some)
                }
                Handed::Variant(name) => {
                    seed.deserialize(StrDeserializer::<Error>::new(&name)).map(Some)
                }
            }
        }
    }
}

/// The names that values have in common, by their numbers in the message's tables.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    shapes: Vec<Option<Arc<Shape>>>,
    variants: Vec<Option<Arc<str>>>,
}

/// What an `Arc` holds beside its content.
const COUNTERS: u64 = 2 * size_of::<usize>() as u64;

impl Shared {
    #[inline]
    pub(crate) fn clear(&mut self) {
        // What the next message doesn't need isn't kept for it.
        if self.shapes.capacity() + self.variants.capacity() > 32 {
            *self = Shared::default();
        }
        self.shapes.clear();
        self.variants.clear();
    }

    /// The shape with this number and these names.
    pub(crate) fn shape<N: Name>(
        &mut self,
        number: u64,
        names: &[N],
        budget: &mut Budget,
    ) -> Result<Handed> {
        let slot = slot(&mut self.shapes, number, budget)?;
        if let Some(shape) = slot {
            return Ok(Handed::Shape(shape.clone()));
        }
        let text: u64 = names.iter().map(|name| name.text().len() as u64).sum();
        let entries = names.len() as u64 * size_of::<&str>() as u64;
        budget.charge(COUNTERS + size_of::<Shape>() as u64 + entries + text)?;
        let shape = Arc::new(Shape::from_distinct(names.iter().map(Name::text)));
        *slot = Some(shape.clone());
        Ok(Handed::Shape(shape))
    }

    /// The variant name with this number.
    pub(crate) fn variant(
        &mut self,
        number: u64,
        name: &str,
        budget: &mut Budget,
    ) -> Result<Handed> {
        let slot = slot(&mut self.variants, number, budget)?;
        if let Some(name) = slot {
            return Ok(Handed::Variant(name.clone()));
        }
        budget.charge(COUNTERS + name.len() as u64)?;
        let name: Arc<str> = name.into();
        *slot = Some(name.clone());
        Ok(Handed::Variant(name))
    }
}

/// The place for the number of a name that is in the message's table.
fn slot<'a, T>(
    table: &'a mut Vec<Option<T>>,
    number: u64,
    budget: &mut Budget,
) -> Result<&'a mut Option<T>> {
    let index = usize::try_from(number).unwrap_or(usize::MAX);
    let missing = (index + 1).saturating_sub(table.len());
    budget.charge((missing * size_of::<Option<T>>()) as u64)?;
    table.extend(core::iter::repeat_with(|| None).take(missing));
    table.get_mut(index).ok_or_else(|| crate::error::ErrorKind::Failed.into())
}
