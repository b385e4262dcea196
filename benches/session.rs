//! Many small calls over one connection: through a session, whose names cross once, and each by
//! itself.

mod timing;

use core::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Call {
    id: u64,
    method: String,
    arguments: (u32, String, f64),
    deadline: Option<u32>,
}

const CALLS: u64 = 1_000_000;

fn call(id: u64) -> Call {
    let method = ["files.rename", "files.list", "jobs.start"].map(str::to_owned);
    let [rename, list, start] = method;
    let (method, deadline) = match id % 3 {
        0 => (rename, None),
        1 => (list, Some(30_000)),
        _ => (start, Some(250)),
    };
    Call { id, method, arguments: (70_000, "report.txt".into(), 0.25), deadline }
}

/// A way to write and read all calls.
struct Way {
    name: &'static str,
    write: fn(&[Call]) -> Vec<u8>,
    read: fn(&[u8], &mut dyn FnMut(Call)),
}

const WAYS: [Way; 4] = [
    Way {
        name: "mrna session",
        write: |calls| {
            let mut session = mrna::SessionWriter::new(Vec::new());
            for call in calls {
                done(session.send(call));
            }
            session.into_inner()
        },
        read: |bytes, each| {
            let mut session = mrna::SessionReader::new(bytes);
            while let Some(call) = done(session.recv()) {
                each(call);
            }
        },
    },
    Way {
        name: "mrna",
        write: |calls| {
            let mut ser = mrna::Serializer::from_vec(Vec::new());
            for call in calls {
                done(call.serialize(&mut ser));
            }
            ser.into_inner()
        },
        read: |bytes, each| {
            let calls = mrna::Deserializer::from_slice(bytes).into_iter();
            calls.for_each(|call| each(done(call)));
        },
    },
    Way {
        name: "rmp-serde",
        write: |calls| {
            let mut bytes = Vec::new();
            let mut ser = rmp_serde::Serializer::new(&mut bytes);
            for call in calls {
                done(call.serialize(&mut ser));
            }
            bytes
        },
        read: from_rmp,
    },
    Way {
        name: "rmp-serde named",
        write: |calls| {
            let mut bytes = Vec::new();
            let mut ser = rmp_serde::Serializer::new(&mut bytes).with_struct_map();
            for call in calls {
                done(call.serialize(&mut ser));
            }
            bytes
        },
        read: from_rmp,
    },
];

fn from_rmp(bytes: &[u8], each: &mut dyn FnMut(Call)) {
    let mut de = rmp_serde::Deserializer::from_read_ref(bytes);
    for _ in 0..CALLS {
        each(done(Call::deserialize(&mut de)));
    }
}

#[expect(clippy::panic, reason = "a bench that fails is to say so")]
fn done<T, E: core::fmt::Display>(result: Result<T, E>) -> T {
    result.unwrap_or_else(|error| panic!("{error}"))
}

#[expect(clippy::cast_precision_loss, reason = "to be read by people")]
fn session(criterion: &mut Criterion) {
    let calls: Vec<Call> = (0..CALLS).map(call).collect();
    let mut group = timing::group(criterion, "session");
    group.throughput(Throughput::Elements(CALLS));
    for Way { name, write, read } in WAYS {
        let bytes = write(&calls);
        println!("{name:<20} {:.2} bytes a call", bytes.len() as f64 / CALLS as f64);
        let mut right = calls.iter();
        read(&bytes, &mut |call| assert_eq!(Some(&call), right.next(), "{name}"));
        assert_eq!(right.next(), None, "{name}");
        group.bench_function(BenchmarkId::new("write", name), |bencher| {
            bencher.iter(|| write(black_box(&calls)));
        });
        group.bench_function(BenchmarkId::new("read", name), |bencher| {
            bencher.iter(|| read(black_box(&bytes), &mut |call| drop(black_box(call))));
        });
    }
}

criterion_group!(benches, session);
criterion_main!(benches);
