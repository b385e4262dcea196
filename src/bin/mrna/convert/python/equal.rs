//! What is equal to Python: `1`, `1.0`, `True` and `(1+0j)` are one key.

use mrna::{Int, Value, tag};

use super::{
    super::{
        loss::{Loss, Losses},
        place::Place,
    },
    number::to_complex,
};

/// Looks for keys and members that are equal to another, those within them included.
pub(super) struct Equal<'a> {
    pub(super) losses: &'a mut Losses,
}

impl Equal<'_> {
    /// Notes a dict's keys that are equal.
    pub(super) fn keys(&mut self, entries: &[(Value, Value)], place: &Place<'_>) {
        let keys = entries.iter().enumerate();
        let forms = keys.map(|(i, (key, _))| self.form(key, &Place::Key(place, i))).collect();
        self.distinct(forms, place);
    }

    /// Notes a set's members that are equal. Gives their forms without those.
    pub(super) fn members(&mut self, items: &[Value], place: &Place<'_>) -> Vec<Value> {
        let forms = self.forms(items, place);
        self.distinct(forms, place)
    }

    fn distinct(&mut self, mut forms: Vec<Value>, place: &Place<'_>) -> Vec<Value> {
        let all = forms.len();
        forms.sort_unstable();
        forms.dedup();
        (forms.len()..all).for_each(|_| self.losses.note(Loss::Duplicate, place));
        forms
    }

    fn forms(&mut self, items: &[Value], place: &Place<'_>) -> Vec<Value> {
        let items = items.iter().enumerate();
        items.map(|(i, item)| self.form(item, &Place::Index(place, i))).collect()
    }

    /// A form that is the same for all that is equal when it is written where it has to be
    /// hashable: without what Python has no word for, a list as a tuple, a dict as one of pairs.
    fn form(&mut self, value: &Value, place: &Place<'_>) -> Value {
        match value {
            Value::Bool(value) => Value::Int(Int::from(u8::from(*value))),
            Value::F32(float) => of_float((*float).into()),
            Value::F64(float) => of_float(*float),
            Value::List(items) | Value::Tuple(items) => Value::Tuple(self.forms(items, place)),
            Value::Set(items) | Value::FrozenSet(items) => {
                Value::FrozenSet(self.members(items, place))
            }
            Value::Map(entries) => {
                let entries = entries.iter().enumerate();
                let pairs = entries.map(|(i, (key, value))| {
                    let key_form = self.form(key, &Place::Key(place, i));
                    pair(key_form, self.form(value, &Place::value_of(place, i, key)))
                });
                Value::Tuple(pairs.collect())
            }
            Value::Record(record) => {
                let pairs = record.iter().map(|(name, value)| {
                    pair(name.into(), self.form(value, &Place::Name(place, name)))
                });
                Value::Tuple(pairs.collect())
            }
            Value::Variant(variant) => match variant.payload() {
                Some(payload) => {
                    let form = self.form(payload, &Place::Name(place, variant.name()));
                    Value::Tuple(vec![pair(variant.name().into(), form)])
                }
                None => variant.name().into(),
            },
            Value::Some(inner) => self.form(inner, place),
            Value::Tagged(number, inner) => match to_complex(*number, inner) {
                Some((real, 0.0)) => of_float(real),
                Some((real, imaginary)) => {
                    Value::tagged(tag::COMPLEX, pair(of_float(real), of_float(imaginary)))
                }
                None => self.form(inner, place),
            },
            Value::Nil | Value::Int(_) | Value::Str(_) | Value::Bytes(_) => value.clone(),
        }
    }
}

fn pair(first: Value, second: Value) -> Value {
    Value::Tuple(vec![first, second])
}

fn of_float(float: f64) -> Value {
    if float.is_nan() {
        return f64::NAN.into();
    }
    // The digits of all that has no fraction are an int's.
    match format!("{float:.0}").parse() {
        Ok(int) if float.fract() == 0.0 => Value::Int(int),
        _ => float.into(),
    }
}
