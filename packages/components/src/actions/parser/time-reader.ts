import { compilePattern } from '@acequia/event';
import { halfOfDay, uptime } from './header-shapes.ts';
import { columnsMax, LineReader } from './line-reader.ts';
import { tableColumns } from './table-columns.ts';
import { readTimeColumn, type TimeColumn } from './time-column.ts';

/** Reads what has a form of its own, whatever stands around it: times, and rests of lines that are records of columns. */
export abstract class TimeReader extends LineReader {
  /** A column of times; false where the lines have none next. */
  protected time(): boolean {
    const found = this.timeNext();
    if (!found) return false;
    const ends = new Map(
      this.lines.flatMap((line, index) => {
        const length = found.lengths[index];
        return length === undefined ? [] : [[line, line.at + length] as const];
      }),
    );
    // What goes on without a mark is another form of time: cut off, the rest would be a column and the time another.
    if ([...ends].some(([line, end]) => /[\dA-Za-z+]/.test(line.text[end] ?? ''))) return false;
    this.isHeader = true;
    // A clock without a date may be what has gone by since the start.
    const mayBeElapsed = found.name === 'clock' && !this.hasTime && [...ends].some(([line]) => line.text.startsWith('00:00:0', line.at));
    const name = this.name(mayBeElapsed ? 'text' : found.name);
    this.hasTime = true;
    if (found.padded === undefined) this.take(ends, name, found.options);
    else this.takeEither(ends, name, [found.options, found.padded]);
    return true;
  }

  /** The time that the lines have next; undefined where too few have one. */
  protected timeNext(): TimeColumn | undefined {
    return readTimeColumn(
      this.lines.map(({ text, at }) => text.slice(at, at + 64)),
      this.share,
      !this.hasTime,
    );
  }

  /** Seconds since a start, in the first brackets. */
  protected uptime(): boolean {
    if (!/^\[(?:<\w.*>| )?$/.test(this.pattern) || !this.takeShape(uptime, 'number', 'float')) return false;
    this.isHeader = true;
    return true;
  }

  /** The half of the day behind a clock that stays text: it is no name. */
  protected half(): boolean {
    return this.follows('clock') && this.takeShape(halfOfDay, 'half', 'word');
  }

  /** The rest of the lines, where it is a record of columns. */
  protected table(): boolean {
    const rests = this.lines.map(({ text, at }) => text.slice(at));
    const taken = [...this.taken];
    const columns = tableColumns(rests, (wanted) => this.name(wanted));
    // A date alone is a part of a time that goes on in the next column.
    if (!columns || columns.some(({ pattern }) => pattern.startsWith('{date'))) {
      this.retake(taken);
      return false;
    }
    // Lines that a sentence's words happen to fit would lose a column to each of them.
    const pattern = columns.map((column) => column.pattern).join('<space>');
    const compiled = compilePattern(pattern);
    if (!compiled.ok || rests.some((rest) => !compiled.value.parse(rest).ok)) {
      this.retake(taken);
      return false;
    }
    this.parts.push(pattern);
    this.lines = this.lines.map((line) => ({ ...line, at: line.text.length }));
    this.isHeader = true;
    return this.ended();
  }

  /** The message begins here, whatever it looks like. */
  protected ended(): boolean {
    this.columns = columnsMax;
    return true;
  }
}
