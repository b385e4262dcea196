//! chrono and time.

use chrono::{DateTime, FixedOffset, Month, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use time::macros::{date, datetime, offset, time};
use time::{Duration, OffsetDateTime};

use crate::table::{check, readable, same};

/// The forms that chrono has for a field.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Chrono {
    #[serde(with = "chrono::serde::ts_seconds")]
    s: DateTime<Utc>,
    #[serde(with = "chrono::serde::ts_milliseconds")]
    ms: DateTime<Utc>,
    #[serde(with = "chrono::serde::ts_nanoseconds_option")]
    ns: Option<DateTime<Utc>>,
    #[serde(with = "chrono::serde::ts_seconds_option")]
    none: Option<DateTime<Utc>>,
}

/// The forms that time has for a field.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Time {
    #[serde(with = "time::serde::rfc3339")]
    rfc3339: OffsetDateTime,
    #[serde(with = "time::serde::rfc2822")]
    rfc2822: OffsetDateTime,
    #[serde(with = "time::serde::iso8601::option")]
    iso: Option<OffsetDateTime>,
    #[serde(with = "time::serde::timestamp")]
    s: OffsetDateTime,
    // An i128.
    #[serde(with = "time::serde::timestamp::nanoseconds")]
    ns: OffsetDateTime,
}

fn chrono_rows() -> [String; 12] {
    let day = NaiveDate::from_ymd_opt(2026, 11, 30).unwrap();
    let moment = day.and_hms_milli_opt(22, 13, 0, 500).unwrap().and_utc();
    let abroad = moment.with_timezone(&FixedOffset::east_opt(3_600).unwrap());
    let leap = NaiveTime::from_hms_nano_opt(23, 59, 59, 1_000_000_000).unwrap();
    let second = DateTime::from_timestamp(1_700_000_000, 0).unwrap();
    let milli = DateTime::from_timestamp_millis(1_700_000_000_001).unwrap();
    let nano = DateTime::from_timestamp_nanos(1_700_000_000_000_000_001);
    let fields = Chrono { s: second, ms: milli, ns: Some(nano), none: None };
    [
        same("chrono", "DateTime<Utc>", &moment, r#""2026-11-30T22:13:00.500Z""#),
        same("chrono", "DateTime<FixedOffset>", &abroad, r#""2026-11-30T23:13:00.500+01:00""#),
        same("chrono", "NaiveDateTime", &moment.naive_utc(), r#""2026-11-30T22:13:00.500""#),
        same("chrono", "NaiveDateTime::MIN", &NaiveDateTime::MIN, r#""-262143-01-01T00:00:00""#),
        same("chrono", "NaiveDate", &day, r#""2026-11-30""#),
        same("chrono", "NaiveDate::MAX", &NaiveDate::MAX, r#""+262142-12-31""#),
        same("chrono", "NaiveTime, leap second", &leap, r#""23:59:60""#),
        same("chrono", "Weekday", &chrono::Weekday::Mon, r#""Mon""#),
        same("chrono", "Month", &Month::November, r#""November""#),
        same("chrono", "TimeDelta", &TimeDelta::milliseconds(-1), "(-1, 999000000)"),
        same(
            "chrono",
            "ts_seconds, ts_milliseconds, ts_nanoseconds_option",
            &fields,
            "record{s: 1700000000, ms: 1700000000001, ns: 1700000000000000001, none: nil}",
        ),
        readable("chrono", "NaiveDate", &day, r#""2026-11-30""#),
    ]
}

fn time_rows() -> [String; 12] {
    let moment = datetime!(2026-11-30 22:13:00.5 +1);
    let far = datetime!(9999-12-31 23:59:59.999_999_999 UTC);
    let fields = Time {
        rfc3339: moment,
        rfc2822: moment.replace_nanosecond(0).unwrap(),
        iso: Some(moment),
        s: datetime!(2023-11-14 22:13:20 UTC),
        ns: far,
    };
    [
        same("time", "OffsetDateTime", &moment, "(2026, 334, 22, 13, 0, 500000000, 1, 0, 0)"),
        same(
            "time",
            "PrimitiveDateTime",
            &datetime!(2026-11-30 22:13:00.5),
            "(2026, 334, 22, 13, 0, 500000000)",
        ),
        same("time", "Date", &date!(2026 - 11 - 30), "(2026, 334)"),
        same("time", "Time", &time!(22:13:00.000_000_001), "(22, 13, 0, 1)"),
        same("time", "UtcOffset", &offset!(-1:30), "(-1, -30, 0)"),
        same("time", "Duration", &Duration::milliseconds(-1_500), "(-1, -500000000)"),
        same("time", "Duration::MIN", &Duration::MIN, "(-9223372036854775808, -999999999)"),
        same("time", "Weekday", &time::Weekday::Monday, "1"),
        same("time", "Month", &time::Month::November, "11"),
        same(
            "time",
            "rfc3339, rfc2822, iso8601, timestamp, timestamp::nanoseconds",
            &fields,
            concat!(
                r#"record{rfc3339: "2026-11-30T22:13:00.5+01:00", "#,
                r#"rfc2822: "Mon, 30 Nov 2026 22:13:00 +0100", "#,
                r#"iso: "+002026-11-30T22:13:00.500000000+01:00", "#,
                "s: 1700000000, ns: 253402300799999999999}",
            ),
        ),
        readable("time", "OffsetDateTime", &moment, r#""2026-11-30 22:13:00.5 +01:00:00""#),
        readable("time", "Duration", &Duration::milliseconds(-1_500), r#""-1.500000000""#),
    ]
}

#[test]
fn table() {
    check("Dates", &[chrono_rows(), time_rows()].concat());
}
