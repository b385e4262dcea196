//! `mrna dump`.

use std::{
    io::{self, BufRead, BufWriter, Write},
    process::ExitCode,
};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Reset, Style};
use mrna::{
    Path,
    dump::{Item, Items, Line, Safe, Styles, What},
};

use crate::{
    args,
    failure::{self, Failure, NO, Result},
    input::Input,
};

/// Runs the command.
pub(crate) fn run(args: &args::Dump) -> Result<ExitCode> {
    let path = args.path.as_deref().map(parse).transpose()?;
    let input = Input::from(args.file.clone());
    let items = Items::new(input.open()?);
    let mut page = Page::new(args.depth);
    let end = match (args.at, &path) {
        (Some(offset), _) => page.at(items, offset),
        (None, Some(path)) => page.path(items, path),
        (None, None) => page.all(items),
    }?;
    page.out.flush()?;
    match end {
        End::Well => Ok(ExitCode::SUCCESS),
        End::Damaged => Ok(ExitCode::from(NO)),
        End::Unread(error) => Err(input.failed(error)),
        End::Behind { len } => Err(Failure::new(
            &input,
            format_args!("found {len} bytes, expected more than {}", args.at.unwrap_or(len)),
        )
        .hint("--at takes the offset of a byte, counted from 0")),
        End::Nowhere(path) => {
            let what = format_args!("found no message with anything at {path}");
            failure::say(Failure::damaged(&input, what));
            Ok(ExitCode::from(NO))
        }
    }
}

fn parse(path: &str) -> Result<Path> {
    path.parse().map_err(|error: mrna::Error| {
        Failure::new("--path", error).hint("a path is as in errors: $.rows[3].name")
    })
}

/// How a dump ended.
enum End {
    Well,
    Damaged,
    /// The input could not be read on.
    Unread(io::Error),
    /// The byte that was asked for is behind the last.
    Behind {
        len: u64,
    },
    /// Nothing is at the path.
    Nowhere(Path),
}

impl End {
    /// By what is wrong with the input.
    fn of(error: mrna::Error) -> Self {
        if error.is_io() { End::Unread(error.into()) } else { End::Damaged }
    }
}

/// What is written.
struct Page {
    out: BufWriter<Box<dyn Write>>,
    line: String,
    /// Colours, if there are any.
    styles: Option<Styles>,
    /// How many levels show of what was asked for.
    levels: usize,
}

impl Page {
    fn new(levels: Option<usize>) -> Self {
        let stdout = io::stdout();
        let choice = AutoStream::choice(&stdout);
        let stdout = stdout.lock();
        let (out, styles): (Box<dyn Write>, _) = match choice {
            // There is nothing to take out of the lines then, which would take its time.
            ColorChoice::Never => (Box::new(stdout), None),
            choice => (Box::new(AutoStream::new(stdout, choice)), Some(styles())),
        };
        let out = BufWriter::with_capacity(128 << 10, out);
        Page { out, line: String::new(), styles, levels: levels.unwrap_or(usize::MAX) }
    }

    fn write(&mut self, item: &Item) -> Result<()> {
        use std::fmt::Write as _;

        // A read that failed is nothing about the bytes, and said when the command fails.
        if item.error().is_some_and(mrna::Error::is_io) {
            return Ok(());
        }
        // One piece for the output, which would be asked for each part of it.
        self.line.clear();
        let line = Line::of(item);
        let line = self.styles.as_ref().map_or(line, |styles| line.styled(styles));
        // Writing to a `String` doesn't fail.
        let _ = writeln!(self.line, "{line}");
        self.out.write_all(self.line.as_bytes())?;
        Ok(())
    }

    /// Writes an item of what is at this depth, unless it is too deep in it.
    fn write_inside(&mut self, item: &Item, depth: usize) -> Result<()> {
        let is_shown = item.depth().saturating_sub(depth) < self.levels;
        if is_shown || is_wrong(item) { self.write(item) } else { Ok(()) }
    }

    /// Everything.
    fn all(&mut self, items: Items<impl BufRead>) -> Result<End> {
        for item in items {
            self.write_inside(&item, 0)?;
            if let Some(error) = item.into_error() {
                return Ok(End::of(error));
            }
        }
        Ok(End::Well)
    }

    /// What the byte at `offset` belongs to, behind what is around it, and what is in it.
    fn at(&mut self, mut items: Items<impl BufRead>, offset: u64) -> Result<End> {
        let mut around: Vec<Item> = Vec::new();
        let mut len = 0;
        while let Some(item) = items.next() {
            len = item.offset() + item.len();
            around.truncate(item.depth());
            let is_it = (item.offset()..len).contains(&offset);
            if !is_it && item.error().is_none() {
                around.push(item);
                continue;
            }
            writeln!(self.out, "{}", Safe(items.path()))?;
            around.iter().try_for_each(|outer| self.write(outer))?;
            return self.inside(item, items);
        }
        Ok(End::Behind { len })
    }

    /// An item, what is in it, and if it is unfinished the error.
    fn inside(&mut self, item: Item, items: Items<impl BufRead>) -> Result<End> {
        let depth = item.depth();
        self.write(&item)?;
        if let Some(error) = item.into_error() {
            return Ok(End::of(error));
        }
        for item in items.take_while(|item| item.depth() > depth || item.error().is_some()) {
            self.write_inside(&item, depth)?;
            if let Some(error) = item.into_error() {
                return Ok(End::of(error));
            }
        }
        Ok(End::Well)
    }

    /// What is at `path` in each message, and what is in it.
    fn path(&mut self, items: Items<impl BufRead>, path: &Path) -> Result<End> {
        let mut search = Search { path, steps: Vec::new() };
        let mut shown = None;
        let mut is_found = false;
        for item in items {
            if shown.is_some_and(|depth| item.depth() <= depth) {
                shown = None;
            }
            if search.finds(&item) && shown.is_none() {
                shown = Some(item.depth());
                is_found = true;
            }
            match shown {
                Some(depth) => self.write_inside(&item, depth)?,
                None if is_wrong(&item) => self.write(&item)?,
                None => {}
            }
            if let Some(error) = item.into_error() {
                return Ok(End::of(error));
            }
        }
        Ok(if is_found { End::Well } else { End::Nowhere(path.clone()) })
    }
}

/// Whether it is an error, or what is cut off by one: these always show.
fn is_wrong(item: &Item) -> bool {
    matches!(item.what(), What::Unfinished | What::Error(_))
}

/// Looks for what is at a path.
struct Search<'a> {
    path: &'a Path,
    /// How many steps of the path lead to each of the values around the next item; `None` if it is
    /// beside the path.
    steps: Vec<Option<usize>>,
}

impl Search<'_> {
    /// Whether the next item is at the path.
    fn finds(&mut self, item: &Item) -> bool {
        if !item.what().is_value() {
            return false;
        }
        self.steps.truncate(item.depth());
        let around = self.steps.last().copied().unwrap_or(Some(0));
        let steps = match item.segment() {
            None => around,
            Some(segment) => around
                .filter(|steps| self.path.segments().nth(*steps) == Some(segment))
                .map(|steps| steps + 1),
        };
        self.steps.push(steps);
        steps == Some(self.path.segments().len())
    }
}

fn styles() -> Styles {
    let style = |style: Style| style.render().to_string();
    let mut styles = Styles::default();
    styles.offset = style(AnsiColor::BrightBlack.on_default());
    styles.bytes = style(AnsiColor::Cyan.on_default());
    styles.label = style(AnsiColor::Blue.on_default());
    styles.names = style(AnsiColor::BrightBlack.on_default());
    styles.error = style(AnsiColor::Red.on_default().bold());
    styles.reset = Reset.render().to_string();
    styles
}
