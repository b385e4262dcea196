//! What is wrong with JSON, in words.

use std::io;

use struson::reader::{JsonReaderPosition, ReaderError, SyntaxErrorKind};

use super::super::{
    place::Place,
    stop::{At, Stop},
};

/// Why the reader has stopped, when so many lines were before those it knows of.
pub(super) fn stop(error: ReaderError, lines: u64, place: &Place<'_>) -> Stop {
    let refused = |what: &str, location| Stop::refused(what, at(location, lines), place);
    match error {
        ReaderError::SyntaxError(error) => refused(syntax(error.kind), &error.location),
        ReaderError::MaxNestingDepthExceeded { max_nesting_depth, location } => {
            Stop::too_deep(max_nesting_depth as usize, at(&location, lines), place)
        }
        ReaderError::IoError { error, location } if error.kind() == io::ErrorKind::InvalidData => {
            refused("invalid UTF-8", &location)
        }
        ReaderError::IoError { error, .. } => Stop::Io(error),
        // The document ends where a value should be; the others are about what nobody asks for.
        other => Stop::Refused(other.to_string()),
    }
}

/// A position, as people count.
pub(super) fn at(position: &JsonReaderPosition, lines: u64) -> At {
    match &position.line_pos {
        Some(position) => At::Line { line: lines + position.line + 1, column: position.column + 1 },
        None => At::Byte(position.data_pos.unwrap_or_default()),
    }
}

fn syntax(kind: SyntaxErrorKind) -> &'static str {
    use SyntaxErrorKind as S;
    match kind {
        S::CommentsNotEnabled | S::IncompleteComment | S::BlockCommentNotClosed => {
            "a comment, which JSON doesn't have"
        }
        S::InvalidLiteral | S::TrailingDataAfterLiteral => "expected null, true or false",
        S::UnexpectedClosingBracket => "a closing bracket that doesn't belong here",
        S::UnexpectedComma => "a comma where a value should be",
        S::MissingComma => "expected a comma or a closing bracket",
        S::TrailingCommaNotEnabled => "a comma with no value behind it",
        S::UnexpectedColon => "a colon that doesn't belong here",
        S::MissingColon => "expected a colon",
        S::MalformedNumber | S::TrailingDataAfterNumber => "malformed number",
        S::ExpectingMemberNameOrObjectEnd => "expected a name in double quotes, or }",
        S::NotEscapedControlCharacter => "a control character in a string, expected an escape",
        S::UnknownEscapeSequence | S::MalformedEscapeSequence => "unknown escape in a string",
        S::UnpairedSurrogatePairEscapeSequence => "half of a surrogate pair in a string",
        S::IncompleteDocument => "premature end",
        S::TrailingData => "expected the end of the line",
        // Malformed in a way without a name, or in one that struson doesn't know yet.
        _ => "expected a JSON value",
    }
}
