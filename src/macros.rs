//! The `value!` macro.

/// Makes a [`Value`](crate::Value) from the notation that it prints in.
///
/// The notation is what `Display` writes, so that
/// `value!(…).to_string()` is `…` again. In addition:
///
/// - `(expr)`, one expression in parentheses, is Rust, and means
///   `Value::from(expr)`. A tuple of one has a comma: `(1,)`. The name in
///   `variant(…)` and the number in `tag(…)` can be such an expression too.
/// - A comma may stand behind the last item of anything.
/// - Strings and bytes take Rust's escapes, in place of JSON's.
/// - `'c'` is a string of one character.
///
/// **A bare word is a unit variant** unless the notation has a meaning for it: a variable goes
/// in parentheses, `(port)`, and what other languages call null is `nil`. An integer literal has no suffix and fits into `i128`; for a larger one, parse an
/// [`Int`](crate::Int).
///
/// Nothing is left for run time to refuse: a field name that occurs twice, or a
/// bare name that needs quotes, does not compile.
///
/// # Examples
///
/// ```
/// use mrna::value;
///
/// let port = 8080;
/// let request = value!(record{
///     method: Get,
///     url: "/mrna",
///     headers: {"accept": ["text/html", "text/plain"], "host": nil},
///     body: b"\x00raw",
///     port: (port),
/// });
///
/// assert_eq!(request["headers"]["accept"][1], "text/plain");
/// assert_eq!(
///     request.to_string(),
///     r#"record{method: Get, url: "/mrna", headers: {"accept": ["text/html", "text/plain"], "host": nil}, body: b"\x00raw", port: 8080}"#,
/// );
/// ```
///
/// Every kind of value:
///
/// ```
/// use mrna::value;
///
/// value!([nil, true, -1, 1.5, 1.5f32, inf, -inff32, nan, nan(0x7ff8000000000001)]);
/// value!([(), (1,), (1, 2), set{1, 2}, frozenset{}, {1: 2, "a": {}}]);
/// value!([record{}, record{x: 1, "odd name": 2}]);
/// value!([Unit, Newtype(1), Tuple((1, 2)), Struct(record{x: 1})]);
/// value!([variant("odd name"), variant("odd name", 1), some(nil), tag(300, 1)]);
/// ```
///
/// What does not compile:
///
/// ```compile_fail
/// mrna::value!(record{x: 1, x: 2});
/// ```
///
/// ```compile_fail
/// mrna::value!(record{set: 1}); // A word of the notation: write "set"
/// ```
///
/// ```compile_fail
/// mrna::value!([null, None, Some(1)]); // nil, nil, 1
/// ```
///
/// ```compile_fail
/// mrna::value!(some); // Here too: variant("some") is a unit variant
/// ```
#[macro_export]
macro_rules! value {
    ($($notation:tt)+) => { $crate::__value!($($notation)+) };
}

/// The rules of `value!`.
///
/// Every value is one or two token trees: `1`, `[…]` and `Unit`, or `-1`,
/// `set{…}` and `Newtype(…)`. So a value inside a sequence is matched as one token
/// tree and at most one of the four that can be a second. All items are matched
/// at once, as taking off one after the other would meet the recursion limit.
#[doc(hidden)]
#[macro_export]
macro_rules! __value {
    (@items $($a:tt $($b:ident)? $($c:literal)? $(($($d:tt)*))? $({$($e:tt)*})?),* $(,)?) => {
        $crate::__private::vec![$($crate::__value!($a $($b)? $($c)? $(($($d)*))? $({$($e)*})?)),*]
    };
    (@name $name:literal) => { $name };
    (@name $name:tt) => { $crate::__value!(@word $name) };
    (@word $name:tt) => {
        const {
            assert!(
                $crate::__private::is_name(stringify!($name)),
                "not in the notation of `value!`: a Rust expression goes in parentheses, \
                 null and None are `nil`, an odd name is quoted",
            );
            stringify!($name)
        }
    };

    // A comma behind a lone value, or behind what stands in parentheses.
    ($a:tt,) => { $crate::__value!($a) };
    ($a:tt $b:tt,) => { $crate::__value!($a $b) };

    (nil) => { $crate::Value::Nil };
    (inf) => { $crate::Value::F64(f64::INFINITY) };
    (-inf) => { $crate::Value::F64(f64::NEG_INFINITY) };
    (inff32) => { $crate::Value::F32(f32::INFINITY) };
    (-inff32) => { $crate::Value::F32(f32::NEG_INFINITY) };
    (nan) => { $crate::__value!(nan(0x7ff8_0000_0000_0000)) };
    (nanf32) => { $crate::__value!(nanf32(0x7fc0_0000)) };
    (nan($bits:literal)) => {
        $crate::Value::F64(const {
            assert!(f64::from_bits($bits).is_nan(), "not the bits of a NaN");
            f64::from_bits($bits)
        })
    };
    (nanf32($bits:literal)) => {
        $crate::Value::F32(const {
            assert!(f32::from_bits($bits).is_nan(), "not the bits of a NaN");
            f32::from_bits($bits)
        })
    };
    (-$number:literal) => { $crate::__private::Literal::into_value(-$number) };
    ($literal:literal) => { $crate::__private::Literal::into_value($literal) };

    ([$($items:tt)*]) => { $crate::Value::List($crate::__value!(@items $($items)*)) };
    (set{$($items:tt)*}) => { $crate::Value::Set($crate::__value!(@items $($items)*)) };
    (frozenset{$($items:tt)*}) => { $crate::Value::FrozenSet($crate::__value!(@items $($items)*)) };

    // A comma behind the first value tells a tuple from an expression.
    (()) => { $crate::Value::Tuple($crate::__private::vec![]) };
    (($a:tt, $($items:tt)*)) => { $crate::Value::Tuple($crate::__value!(@items $a, $($items)*)) };
    (($a:tt $b:tt, $($items:tt)*)) => {
        $crate::Value::Tuple($crate::__value!(@items $a $b, $($items)*))
    };
    (($expression:expr)) => { $crate::Value::from($expression) };

    ({$(
        $ka:tt $($kb:ident)? $($kc:literal)? $(($($kd:tt)*))? $({$($ke:tt)*})?:
        $va:tt $($vb:ident)? $($vc:literal)? $(($($vd:tt)*))? $({$($ve:tt)*})?
    ),* $(,)?}) => {
        $crate::Value::Map($crate::__private::vec![$((
            $crate::__value!($ka $($kb)? $($kc)? $(($($kd)*))? $({$($ke)*})?),
            $crate::__value!($va $($vb)? $($vc)? $(($($vd)*))? $({$($ve)*})?),
        )),*])
    };
    (record{$(
        $name:tt: $a:tt $($b:ident)? $($c:literal)? $(($($d:tt)*))? $({$($e:tt)*})?
    ),* $(,)?}) => {
        $crate::__private::record(
            const {
                let names = [$($crate::__value!(@name $name)),*];
                assert!($crate::__private::are_distinct(&names), "a field name occurs twice");
                names
            },
            [$($crate::__value!($a $($b)? $($c)? $(($($d)*))? $({$($e)*})?)),*],
        )
    };

    (variant($name:tt)) => { $crate::Value::unit_variant($name) };
    (variant($name:tt, $($payload:tt)+)) => {
        $crate::Value::variant($name, $crate::__value!($($payload)+))
    };
    (some($($value:tt)+)) => { $crate::Value::some($crate::__value!($($value)+)) };
    (tag($number:tt, $($value:tt)+)) => {
        $crate::Value::tagged($number, $crate::__value!($($value)+))
    };
    ($name:tt) => { $crate::Value::unit_variant($crate::__value!(@word $name)) };
    ($name:tt($($payload:tt)+)) => {
        $crate::Value::variant($crate::__value!(@word $name), $crate::__value!($($payload)+))
    };
}
