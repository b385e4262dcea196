//! What is equal to Python: `1`, `1.0` and `True` are one key.

use mrna::{Int, Value};

/// A form that is the same for all that is equal, as far as keys and members go.
pub(super) fn form(value: &Value) -> Value {
    let forms = |items: &[Value]| items.iter().map(form).collect::<Vec<_>>();
    match value {
        Value::Bool(value) => Value::Int(Int::from(u8::from(*value))),
        Value::F32(float) => of_float((*float).into()),
        Value::F64(float) => of_float(*float),
        // Where it has to be hashable a list is a tuple.
        Value::List(items) | Value::Tuple(items) => Value::Tuple(forms(items)),
        Value::Set(items) | Value::FrozenSet(items) => {
            let mut forms = forms(items);
            forms.sort();
            Value::FrozenSet(forms)
        }
        Value::Some(inner) => form(inner),
        other => other.clone(),
    }
}

fn of_float(float: f64) -> Value {
    // A little below 2^127, so that an int of 128 bits holds it.
    const END: f64 = 1.7e38;
    if float.fract() == 0.0 && float.abs() < END {
        #[expect(clippy::cast_possible_truncation, reason = "it has no fraction and fits")]
        return Value::Int(Int::from(float as i128));
    }
    float.into()
}
