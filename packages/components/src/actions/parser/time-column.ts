import { compilePattern } from '@acequia/event';

/** A column of times at the beginning of texts. */
export interface TimeColumn {
  /** How long it is in each text; undefined where there is none. */
  readonly lengths: readonly (number | undefined)[];
  readonly name: string;
  /** Type and options of the pattern's field; empty where it stays text. */
  readonly options: string;
  /** Those of the times whose hour of one digit a blank fills up. */
  readonly padded?: string;
}

interface Piece {
  readonly shape: RegExp;
  readonly letters: string;
}

const months = `(?:${['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].flatMap((name) => [name, name.toLowerCase(), name.toUpperCase()]).join('|')})`;
const days = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const piece = (shape: string, letters: string): Piece => ({
  shape: new RegExp(shape, 'y'),
  letters,
});

/** Forms of a date that can be read in one way alone. */
const dates: readonly Piece[] = [
  piece(String.raw`\d{4}-\d{2}-\d{2}(?!\d)`, '%Y-%m-%d'),
  piece(String.raw`\d{4}/\d{2}/\d{2}(?!\d)`, '%Y/%m/%d'),
  piece(String.raw`\d{4}\.\d{2}\.\d{2}(?!\d)`, '%Y.%m.%d'),
  piece(String.raw`(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\d)`, '%Y%m%d'),
  piece(String.raw`\d{4}:\d{2}:\d{2}(?=[ -]\d{2}:)`, '%Y:%m:%d'),
  piece(String.raw`\d{4}-${months}-\d{2}(?!\d)`, '%Y-%b-%d'),
  piece(String.raw`\d{4}/${months}/\d{2}(?!\d)`, '%Y/%b/%d'),
  piece(String.raw`${months}-\d{2}-\d{4}`, '%b-%d-%Y'),
  piece(String.raw`${months}/\d{2}/\d{4}`, '%b/%d/%Y'),
  piece(String.raw`${months}-\d{2}-\d{2}(?!\d)`, '%b-%d-%y'),
  piece(String.raw`${months}-\d{2}(?= \d{2}:)`, '%b-%d'),
  piece(String.raw`\d{2}/${months}/\d{4}`, '%d/%b/%Y'),
  piece(String.raw`\d{2}-${months}-\d{4}`, '%d-%b-%Y'),
  piece(String.raw`\d{2}-${months}-\d{2}(?!\d)`, '%d-%b-%y'),
  piece(String.raw`\d{2}-${months}(?= \d{2}:)`, '%d-%b'),
  piece(String.raw`\d{1,2} ${months} \d{4}`, '%e %b %Y'),
  piece(String.raw`\d{1,2} ${months}(?= \d{2}:\d{2}:)`, '%e %b'),
  piece(String.raw`${days}, \d{1,2} ${months} \d{4}`, '%a, %e %b %Y'),
  piece(String.raw`${months} [ \d]?\d, \d{4}(?!\d)`, '%b %e, %Y'),
  piece(String.raw`${months} [ \d]?\d \d{4}(?= \d{1,2}:)`, '%b %e %Y'),
  piece(String.raw`\d{4} ${months} [ \d]?\d(?= \d{1,2}:)`, '%Y %b %e'),
  piece(String.raw`${days} ${months} [ \d]\d(?= )`, '%a %b %e'),
  piece(String.raw`${months} [ \d]?\d(?= )`, '%b %e'),
  piece(String.raw`\d{2}-\d{2}(?= \d{2}:\d{2}:)`, '%m-%d'),
  piece(String.raw`(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?= \d{2}:\d{2}:)`, '%m%d'),
  piece(String.raw`\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?= \d{6} | \d{2}:\d{2}:)`, '%y%m%d'),
];

/** Forms in which day, month and year may change places: their values decide, or they stay text. */
const ambiguous: readonly { readonly shape: RegExp; readonly readings: readonly string[] }[] = [
  { shape: /(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/y, readings: ['%d/%m/%Y', '%m/%d/%Y'] },
  { shape: /(\d{1,2})-(\d{1,2})-(\d{4})(?!\d)/y, readings: ['%d-%m-%Y', '%m-%d-%Y'] },
  { shape: /(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/y, readings: ['%d.%m.%Y', '%m.%d.%Y'] },
  { shape: /(\d{2})\/(\d{2})\/(\d{2})(?!\d)/y, readings: ['%y/%m/%d', '%d/%m/%y', '%m/%d/%y'] },
  { shape: /(\d{2})\.(\d{2})(?= \d{2}:\d{2}:)/y, readings: ['%d.%m', '%m.%d'] },
  { shape: /(\d{2})\/(\d{2})(?=[ -]\d{2}:\d{2}:)/y, readings: ['%d/%m', '%m/%d'] },
];

const joints: readonly Piece[] = [
  piece('T(?=\\d)', 'T'),
  piece('[ _](?=\\d)', ''),
  piece('[-:@](?=\\d)', ''),
  piece(', (?=\\d)', ', '),
  piece(' {2}(?=\\d{2}:)', '  '),
  piece(' -{1,2} (?=\\d{2}:)', ''),
];
const clocks: readonly Piece[] = [
  piece(String.raw`\d{2}:\d{2}:\d{2}(?!\d)`, '%H:%M:%S'),
  piece(String.raw`\d{1,2}:\d{1,2}:\d{1,2}(?!\d)`, '%H:%M:%S'),
  piece(String.raw`\d{2}\.\d{2}\.\d{2}(?!\d)`, '%H.%M.%S'),
  piece(String.raw`\d{6}(?=[ .,])`, '%H%M%S'),
  piece(String.raw`\d{1,2}:\d{2}(?![\d:])`, '%H:%M'),
];
/** Halves of a day, behind a clock of 12 hours. */
const halves: readonly Piece[] = [piece('[AaPp]\\.?[Mm]\\b\\.?', '%p'), piece(' [AaPp]\\.?[Mm]\\b\\.?', ' %p')];
const fractions: readonly Piece[] = [
  piece(String.raw`\.\d{3}(?!\d)`, '.%L'),
  piece(String.raw`,\d{3}(?!\d)`, ',%L'),
  piece(String.raw`:\d{3}(?!\d)`, ':%L'),
  piece(String.raw`\.\d{1,9}(?!\d)`, '.%f'),
  piece(String.raw`,\d{1,9}(?!\d)`, ',%f'),
  piece(String.raw`:\d{1,9}(?!\d)`, ':%f'),
];
const zoneNames = '(?:UTC|GMT|[ECMP][SD]T|[CEW]ES?T|BST|MSK|IST|[JK]ST|A[CEW][SD]T|NZ[SD]T)';
const zones: readonly Piece[] = [
  piece(String.raw`(?:Z|[+-]\d{2}:\d{2})(?!\w)`, '%:z'),
  piece(String.raw` (?:Z|[+-]\d{2}:\d{2})(?!\w)`, ' %:z'),
  piece(String.raw`[+-]\d{4}(?!\w)`, '%z'),
  piece(String.raw` [+-]\d{4}(?!\w)`, ' %z'),
  piece(String.raw`[+-]\d{2}(?![\w:-])`, '%z'),
  piece(String.raw` [+-]\d{2}(?![\w:-])`, ' %z'),
  piece(String.raw` (?:UTC|GMT|[ECMP][SD]T|[CEW]ES?T|BST|MSK|IST|[JK]ST|A[CEW][SD]T|NZ[SD]T)(?!\w)`, ' %Z'),
];
const years: readonly Piece[] = [
  piece(String.raw` [+-]\d{4} \d{4}(?![\d:])`, ' %z %Y'),
  piece(String.raw` \d{4}(?!\d|:\d)`, ' %Y'),
  piece(String.raw` ${zoneNames} \d{4}(?![\d:])`, ' %Z %Y'),
];
/** Seconds and their parts since 1970, of the years 2001 to 2033. */
const epochs: readonly Piece[] = [
  piece(String.raw`1\d{9}\.\d{3}(?!\d)`, '%s.%L'),
  piece(String.raw`1\d{9}\.\d{1,9}(?!\d)`, '%s.%f'),
  piece(String.raw`1\d{9}(?![\w.])`, '%s'),
  piece(String.raw`1\d{12}(?![\w.])`, 'EPOCH_MS'),
  piece(String.raw`1\d{15}(?![\w.])`, 'EPOCH_US'),
  piece(String.raw`1\d{18}(?![\w.])`, 'EPOCH_NS'),
];
/** Part of the dates that must go on alike. */
const jointShare = 0.97;
/** Numbers as far apart as this are others. */
const epochSpanSecondsMax = 5 * 366 * 86_400;

/**
 * A column of times that at least `share` of the texts begin with, in one form; undefined when there is none. Numbers are
 * taken for times only where `mayCount`.
 */
export function readTimeColumn(texts: readonly string[], share: number, mayCount = true): TimeColumn | undefined {
  const epoch = new Reading(texts, share);
  if (mayCount && epoch.take(epochs) && epoch.isSpanOfTime) return epoch.column('time');
  const reading = new Reading(texts, share);
  if (!reading.take(dates) && !reading.takeAmbiguous()) {
    const clock = new Reading(texts, share);
    if (!clock.take(clocks.filter(({ letters }) => letters.includes(':') && letters !== '%H:%M'))) return undefined;
    clock.take(fractions);
    return clock.asText('clock');
  }
  if (reading.isText || !reading.tryBoth(joints, clocks)) return reading.column('date');
  if (!reading.take(fractions)) reading.dropCut();
  reading.takeHalf();
  if (!reading.hasYear) reading.take(years);
  const zoned = reading.copy();
  if (zoned.take(zones)) {
    const column = zoned.column('time');
    // A zone that has a name but no offset here: the time without it would be another.
    if (column.options !== '' || zoned.hasZoneName) return column;
  }
  return reading.column('time');
}

/** Texts read from their beginnings, a piece at a time, and the letters of the pieces. */
class Reading {
  readonly #texts: readonly string[];
  readonly #share: number;
  #ends: readonly (number | undefined)[];
  #letters = '';
  isText = false;
  #isPadded = false;

  constructor(texts: readonly string[], share: number) {
    this.#texts = texts;
    this.#share = share;
    this.#ends = texts.map(() => 0);
  }

  get hasYear(): boolean {
    return /%[Yy]/.test(this.#letters);
  }

  get hasZoneName(): boolean {
    return this.#letters.endsWith('%Z');
  }

  /** Whether numbers lie as near to each other as the times of one log. */
  get isSpanOfTime(): boolean {
    const seconds = this.#texts.flatMap((text, index) => (this.#ends[index] === undefined ? [] : [Number(text.slice(0, 10))]));
    return Math.max(...seconds) - Math.min(...seconds) <= epochSpanSecondsMax;
  }

  /** Leaves texts behind that go on with a part of a second, where the others do not. */
  dropCut(): void {
    this.#ends = this.#ends.map((end, index) => (end !== undefined && /^[.,]\d/.test(this.#texts[index]!.slice(end)) ? undefined : end));
  }

  /** A half of the day, which makes the hours those of a 12-hour clock. */
  takeHalf(): void {
    if (this.take(halves)) this.#letters = this.#letters.replace('%H', '%I');
  }

  copy(): Reading {
    const copy = new Reading(this.#texts, this.#share);
    copy.#ends = this.#ends;
    copy.#letters = this.#letters;
    copy.isText = this.isText;
    copy.#isPadded = this.#isPadded;
    return copy;
  }

  /** The first of the pieces that enough texts have next. A piece without letters stands for what is there. */
  take(pieces: readonly Piece[]): boolean {
    for (const { shape, letters } of pieces) {
      const found = this.#match(shape);
      if (!found) continue;
      const written = new Set(found.flatMap((match) => (match ? [match[0]] : [])));
      if (letters === '' && written.size > 1) continue;
      this.#advance(found);
      this.#letters += letters === '' ? [...written][0]! : letters;
      return true;
    }
    return false;
  }

  tryBoth(first: readonly Piece[], second: readonly Piece[]): boolean {
    const [ends, letters] = [this.#ends, this.#letters];
    const count = ends.filter((end) => end !== undefined).length;
    // What some times alone have between date and clock would leave the others behind.
    const isCommon = this.take(first) && this.#ends.filter((end) => end !== undefined).length >= count * jointShare;
    if (isCommon && this.take(second)) return true;
    this.#ends = ends;
    this.#letters = letters;
    return this.#takePadded();
  }

  /** A clock whose hours of one digit have a blank more before them. */
  #takePadded(): boolean {
    const found = this.#match(/ (?:\d{2}| \d):\d{2}:\d{2}(?!\d)/y);
    if (!found) return false;
    this.#advance(found);
    this.#letters += ' %H:%M:%S';
    this.#isPadded = true;
    return true;
  }

  takeAmbiguous(): boolean {
    for (const { shape, readings } of ambiguous) {
      const found = this.#match(shape);
      if (!found) continue;
      this.#advance(found);
      const possible = readings.filter((reading) => found.every((match) => !match || isPossible(reading, match.slice(1))));
      this.isText = possible.length !== 1;
      this.#letters += possible[0] ?? '';
      return true;
    }
    return false;
  }

  /** As a timestamp where every text can be read as one, else as text. */
  column(name: string): TimeColumn {
    if (this.isText) return this.asText(name);
    const letters = this.#letters;
    const isRfc3339 = /^%Y-%m-%dT%H:%M:%S(?:\.%[Lf])?%:z$/.test(letters);
    const options = isRfc3339 ? 'timestamp' : `timestamp("${letters}")`;
    const padded = this.#isPadded ? options.replace(' %H', '  %H') : undefined;
    const compiled = compilePattern(padded === undefined ? `{t:${options}}` : `<either({t:${options}}|{t:${padded}})>`);
    const isRead =
      compiled.ok &&
      this.#texts.every((text, index) => this.#ends[index] === undefined || compiled.value.parse(text.slice(0, this.#ends[index])).ok);
    return isRead ? { lengths: this.#ends, name, options, ...(padded === undefined ? {} : { padded }) } : this.asText(name);
  }

  asText(name: string): TimeColumn {
    return { lengths: this.#ends, name, options: '' };
  }

  #match(shape: RegExp): readonly (RegExpExecArray | undefined)[] | undefined {
    const found = this.#texts.map((text, index) => {
      const end = this.#ends[index];
      if (end === undefined) return undefined;
      shape.lastIndex = end;
      return shape.exec(text) ?? undefined;
    });
    const before = this.#ends.filter((end) => end !== undefined).length;
    const after = found.filter((match) => match !== undefined).length;
    return after > 0 && after >= before * this.#share ? found : undefined;
  }

  #advance(found: readonly (RegExpExecArray | undefined)[]): void {
    this.#ends = found.map((match) => (match ? match.index + match[0].length : undefined));
  }
}

const limits: Readonly<Record<string, number>> = { d: 31, m: 12, y: 99, Y: 9999 };

function isPossible(reading: string, values: readonly string[]): boolean {
  const letters = [...reading.matchAll(/%([dmyY])/g)].map(([, letter]) => letter!);
  return letters.every((letter, index) => {
    const value = Number(values[index]);
    return value <= limits[letter]! && (value > 0 || letter === 'y');
  });
}
