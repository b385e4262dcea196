use alloc::{boxed::Box, sync::Arc};

use super::what::What;
use crate::{
    de::{
        decoder::Header,
        names::{Names, ShapeNames},
    },
    error::Result,
    path::Segment,
    read::Name as _,
    wire::Counted,
};

/// The tables of names as a reader has them.
pub(super) type Tables = Names<Arc<str>>;

/// What the next item is in.
#[derive(Debug)]
pub(super) struct Level {
    kind: Kind,
    /// How many values of it have begun.
    begun: u64,
    /// Whether the value that began last is the one looked at, not a name behind it.
    is_at_value: bool,
}

#[derive(Debug)]
enum Kind {
    /// A list, tuple or set.
    Sequence,
    /// A map, with the last key as far as a path needs it if it was a str.
    Map(Option<Box<str>>),
    /// A record with its names, and the last of them.
    NewRecord(Option<Arc<str>>),
    /// A record of this shape.
    Record(ShapeNames),
    /// The payload of this variant.
    Variant(Arc<str>),
    /// Some or a tag, which take no step of a path.
    Around,
}

impl Level {
    /// The inside of what begins with this header.
    pub(super) fn of(header: Header, what: &What, names: &Tables) -> Result<Self> {
        let kind = match (header, what) {
            (Header::NewRecord(_), _) => Kind::NewRecord(None),
            (Header::Counted(Counted::Record, shape) | Header::PackedRecord(_, shape), _) => {
                Kind::Record(names.shape(shape)?)
            }
            (Header::Counted(Counted::Map, _), _) => Kind::Map(None),
            (_, What::Variant { name, .. }) => Kind::Variant(name.clone()),
            (Header::Some | Header::Tagged(_), _) => Kind::Around,
            _ => Kind::Sequence,
        };
        Ok(Level { kind, begun: 0, is_at_value: false })
    }

    pub(super) fn defines_shape(&self) -> bool {
        matches!(self.kind, Kind::NewRecord(_))
    }

    /// A value begins.
    pub(super) fn begin_value(&mut self) {
        self.begun += 1;
        self.is_at_value = true;
    }

    /// A field's name begins.
    pub(super) fn begin_name(&mut self) {
        self.is_at_value = false;
    }

    /// The field's name was this.
    pub(super) fn name(&mut self, last: Arc<str>) {
        if let Kind::NewRecord(name) = &mut self.kind {
            *name = Some(last);
        }
    }

    /// The value that began last is this: the next one's key, perhaps.
    pub(super) fn value(&mut self, what: &What) {
        if let (Kind::Map(key), true) = (&mut self.kind, self.begun % 2 == 1) {
            *key = what.as_key();
        }
    }

    /// The step to the value that began last; `None` if there is none.
    pub(super) fn segment(&self, names: &Tables) -> Option<Segment> {
        let index = self.begun.checked_sub(1).filter(|_| self.is_at_value)?;
        match &self.kind {
            Kind::Sequence => Some(Segment::Index(index)),
            Kind::Map(_) if index % 2 == 0 => Some(Segment::Key(index / 2)),
            Kind::Map(Some(key)) => Some(Segment::Name(key.clone())),
            Kind::Map(None) => Some(Segment::Entry(index / 2)),
            Kind::NewRecord(name) => name.as_deref().map(Segment::name),
            Kind::Record(shape) => {
                let name = names.field(*shape, usize::try_from(index).ok()?)?;
                Some(Segment::name(name.text()))
            }
            Kind::Variant(name) => Some(Segment::name(name)),
            Kind::Around => None,
        }
    }

    /// Where an error is: also in a name, which has the place of a key.
    pub(super) fn place_of_error(&self, names: &Tables) -> Option<Segment> {
        match self.kind {
            Kind::NewRecord(_) if !self.is_at_value => Some(Segment::Key(self.begun)),
            _ => self.segment(names),
        }
    }
}
