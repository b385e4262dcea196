//! The names of two messages made one: values then compare without looking at the names of each
//! record again, however long they are and however many records have them.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use mrna::{Record, Shape, Value, Variant};

/// The names met so far.
#[derive(Debug, Default)]
pub(crate) struct Names {
    shapes: Shared<Shape>,
    variants: Shared<str>,
}

impl Names {
    /// Makes equal names in all values that this is called for the same names.
    pub(crate) fn share(&mut self, value: &mut Value) -> mrna::Result<()> {
        match value {
            Value::List(items)
            | Value::Tuple(items)
            | Value::Set(items)
            | Value::FrozenSet(items) => items.iter_mut().try_for_each(|item| self.share(item)),
            Value::Map(entries) => entries.iter_mut().try_for_each(|(key, value)| {
                self.share(key)?;
                self.share(value)
            }),
            Value::Some(inner) | Value::Tagged(_, inner) => self.share(inner),
            Value::Record(_) | Value::Variant(_) => {
                *value = self.shared(value.take())?;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn shared(&mut self, value: Value) -> mrna::Result<Value> {
        Ok(match value {
            Value::Record(record) => {
                let (shape, mut values) = record.into_parts();
                values.iter_mut().try_for_each(|value| self.share(value))?;
                Value::Record(Record::with_shape(self.shapes.one(shape), values)?)
            }
            Value::Variant(variant) => {
                let (name, payload) = variant.into_parts();
                let name = self.variants.one(name);
                match payload {
                    None => Value::Variant(Variant::unit(name)),
                    Some(mut payload) => {
                        self.share(&mut payload)?;
                        Value::Variant(Variant::new(name, payload))
                    }
                }
            }
            other => other,
        })
    }
}

/// One of each kind of names.
#[derive(Debug)]
struct Shared<T: ?Sized> {
    all: BTreeSet<Arc<T>>,
    /// What was met, by its address, and the one that is equal to it. Both are kept, so that the
    /// address stays theirs.
    met: BTreeMap<usize, (Arc<T>, Arc<T>)>,
}

impl<T: ?Sized> Default for Shared<T> {
    fn default() -> Self {
        Shared { all: BTreeSet::new(), met: BTreeMap::new() }
    }
}

impl<T: Ord + ?Sized> Shared<T> {
    /// The one that is equal to this.
    fn one(&mut self, name: Arc<T>) -> Arc<T> {
        let address = Arc::as_ptr(&name).cast::<()>().addr();
        if let Some((_, one)) = self.met.get(&address) {
            return Arc::clone(one);
        }
        let one = Arc::clone(self.all.get(&name).unwrap_or(&name));
        self.all.insert(Arc::clone(&one));
        self.met.insert(address, (name, Arc::clone(&one)));
        one
    }
}
