//! The bits of NaNs.

/// The highest bit of a fraction: set in a quiet NaN, and set when a signalling one is widened.
const QUIET: u64 = 1 << (f64::MANTISSA_DIGITS - 2);

/// All of the fraction.
const FRACTION: u64 = (QUIET << 1) - 1;

/// Whether this is a NaN other than the usual one, whose fraction is nothing but the quiet bit,
/// be its sign as it may. No signalling one becomes that by widening.
pub(super) fn has_payload(float: f64) -> bool {
    float.is_nan() && float.to_bits() & FRACTION != QUIET
}
