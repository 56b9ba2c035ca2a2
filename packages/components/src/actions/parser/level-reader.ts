import { cleanName } from '@acequia/event';
import {
  betweenColons,
  closing,
  compoundWord,
  dashed,
  gluedLevel,
  isCommonLevel,
  joinedLevel,
  levelLetter,
  levelWord,
  location,
  numberBeforeColon,
  opening,
  optionalGroups,
  smallLevelLetter,
  startOfJson,
  wordBeforeColon,
  wordBeforeLevel,
} from './header-shapes.ts';
import { columnShare, type Line, matchAt } from './line-reader.ts';
import { TimeReader } from './time-reader.ts';

/** Of fewer lines, words that happen to be the same say nothing. */
const fewWordsLinesMin = 8;
/** Part of the lines that a bracket before the message must stand in, where nothing of a header follows it. */
const optionalShare = 0.5;

/** Reads levels, and the signs and blanks between columns: behind a level, a colon ends the header. */
export abstract class LevelReader extends TimeReader {
  /** A word or letter for how grave a line is, with the source joined to it. */
  protected level(): boolean {
    if (!this.hasLevel) this.#joinedSource();
    const glued = this.matching(gluedLevel);
    const words = glued ?? this.levelWords();
    const found = words ?? this.#levelLetters();
    if (!found) return false;
    this.isHeader = true;
    this.hasLevel = true;
    this.hasLevelWord = words !== undefined;
    const name = this.name('level');
    const isSlashed = [...found].every(([line, end]) => /^\/[^\s/]/.test(line.text.slice(end, end + 2)));
    if (glued) this.take(glued, name, 'string(length=1)');
    else if (!this.#takePadded(found, name)) this.take(found, name);
    if (isSlashed) this.literal('/');
    return true;
  }

  /** The source that a point or colon joins to a level. */
  #joinedSource(): void {
    const found = this.matching(joinedLevel);
    if (!found) return;
    const parsed = [...found.keys()].map((line) => matchAt(joinedLevel, line)!);
    const [marks, named] = [new Set(parsed.map((match) => match[2]!)), parsed.filter((match) => match[1] !== undefined).length];
    if (marks.size > 1 || (named > 0 && named < parsed.length)) return;
    if (named > 0) this.take(new Map([...found].map(([line, end]) => [line, end - 1])), this.name('source'));
    else this.lines = [...found.keys()];
    this.literal([...marks][0]!);
  }

  /** Words that name a level, and not the first word of a sentence such as `System update finished`. */
  protected levelWords(): ReadonlyMap<Line, number> | undefined {
    if (this.hasLevelWord) return undefined;
    const found = this.matching(levelWord);
    if (!found) return undefined;
    const texts = [...found].map(([line, end]) => line.text.slice(line.at, end));
    // `SERVICE ALERT: `, `login error` are phrases.
    const areAlike = new Set(texts).size === 1 && texts[0] !== texts[0]!.toUpperCase();
    if (this.follows('name') && (areAlike || texts.every((text) => /^alert$/i.test(text)))) return undefined;
    if (areAlike && !isCommonLevel.test(texts[0]!) && closing[this.open] === undefined) return undefined;
    const isSetApart = [...found].every(([line, end]) => /^(?: {2}|[^\S ]|[\])|:>,;]| +[[|:-]|$)/.test(line.text.slice(end)));
    if (isSetApart) return found;
    const areCommon = texts.some((text) => isCommonLevel.test(text));
    if (!areCommon) return undefined;
    const isWritten = texts.every((text) => text === text.toUpperCase()) || new Set(texts).size > 1;
    return isWritten || this.follows('time') ? found : undefined;
  }

  #levelLetters(): ReadonlyMap<Line, number> | undefined {
    if (this.hasLevel || this.follows('stream')) return undefined;
    const small = this.hasTime ? this.matching(smallLevelLetter) : undefined;
    if (small && new Set([...small.keys()].map(({ text, at }) => text[at])).size > 1) return small;
    const found = this.matching(levelLetter);
    // “I” is a word too.
    return found && [...found].every(([line]) => /^I [a-z]/.test(line.text.slice(line.at))) ? undefined : found;
  }

  /** Blanks that fill a column up before the bracket that ends it, or before a mark that does not stand at one distance. */
  #takePadded(found: ReadonlyMap<Line, number>, name: string): boolean {
    const group = closing[this.open];
    const [[line, end] = []] = found;
    const close = group ?? /^ *([:[|])/.exec(line?.text.slice(end) ?? '')?.[1];
    const ends = new Map<Line, number>();
    for (const [line, end] of found) {
      const padded = /^ */.exec(line.text.slice(end))![0].length;
      if (line.text[end + padded] === close) ends.set(line, end + padded);
    }
    const widths = new Set([...ends].map(([line, end]) => end - found.get(line)!));
    if (ends.size < found.size || (widths.size === 1 && (group === undefined || widths.has(0)))) return false;
    this.take(ends, name, 'string(trim=true)');
    return true;
  }

  /** The first column, where a colon joins it to a time or a level behind it. */
  protected joined(): boolean {
    if (this.columns > 0) return false;
    const before = this.state();
    const number = this.matching(numberBeforeColon);
    if (number) {
      this.take(number, this.name('number'), 'int');
      this.literal(':');
      if (this.time()) return true;
      this.restore(before);
    }
    if (!this.takeShape(wordBeforeLevel, 'name')) return false;
    this.literal(':');
    if (this.level()) return true;
    this.restore(before);
    return false;
  }

  /** Signs and blanks that all lines have next. After a level, a colon ends the header. */
  protected separators(beforeMessage = false): void {
    const afterLevel = this.parts.at(-1)?.startsWith('{level') === true;
    let read = '';
    for (;;) {
      const sign = this.lines[0]?.text[this.lines[0].at] ?? '';
      if (beforeMessage && opening.test(sign) && !this.matching(/(?:\[\]|\(\)) /y)) break;
      if (sign === '{' && this.matching(startOfJson)) break;
      if ((sign === '"' || sign === '[') && this.table()) return;
      const next = this.nextSeparator(read);
      if (next === undefined) break;
      read += next;
    }
    if (!afterLevel || !read.includes(':')) return;
    if (!this.hasTime && this.timeNext()) return;
    if (!this.table()) this.#afterLevel(read);
  }

  #afterLevel(read: string): void {
    // No blank behind the colon: further ones part columns too, as long as all lines have them.
    for (let name = 'component'; read === ':' && this.#takeBetweenColons(name); name = 'name') this.literal(':');
    if (read === ':' && this.matching(compoundWord)?.size === this.lines.length) this.takeShape(compoundWord, 'name');
    // A blank before the colon fills a column up; the component has another mark behind it.
    const found = / : *$/.test(read) ? this.matching(dashed) : undefined;
    if (found && [...found].every(([line, end]) => /^[A-Za-z_$][\w$-]*\.\S+$/.test(line.text.slice(line.at, end)))) {
      this.take(found, this.name('component'));
      this.separators();
    } else if (!this.#fewWords()) this.optional();
    this.ended();
  }

  #takeBetweenColons(name: string): boolean {
    const found = this.matching(betweenColons);
    return found?.size === this.lines.length && this.takeShape(betweenColons, name);
  }

  /** What wrote the lines, where all of them begin with a word before a colon, and few words do. */
  #fewWords(): boolean {
    const found = this.matching(wordBeforeColon);
    if (found?.size !== this.lines.length || found.size < fewWordsLinesMin) return false;
    const words = new Set([...found].map(([line, end]) => line.text.slice(line.at, end)));
    if (words.size < 2 || words.size > found.size / 2) return false;
    this.take(found, this.name('name'));
    this.literal(': ');
    return true;
  }

  /** A group or a pair that some lines alone have, before what all of them have. */
  protected optional(): boolean {
    return this.isHeader && optionalGroups.some((shape) => this.#optionalOf(shape));
  }

  #optionalOf(shape: RegExp): boolean {
    const found = new Map(
      this.lines.flatMap((line) => {
        const match = matchAt(shape, line);
        return match ? [[line, match] as const] : [];
      }),
    );
    if (found.size < 2 || found.size >= this.lines.length * columnShare) return false;
    const matches = [...found.values()];
    const opened = matches[0]![1]!;
    const closed = matches[0]![0].slice(opened.length + matches[0]![2]!.length);
    if (matches.some(([text, mark, inside]) => mark !== opened || text.slice(mark.length + inside!.length) !== closed)) return false;
    if (this.lines.some((line) => !found.has(line) && line.text.startsWith(opened, line.at))) return false;
    const before = this.state();
    const name = this.name(opened.endsWith('=') ? cleanName(opened.slice(0, -1), 1) : 'context');
    this.takeOptional(new Map([...found].map(([line, match]) => [line, match[2]!])), name, opened, closed);
    if (this.isFollowed()) return true;
    // Most lines have it, and some of them the same: what wrote them, or what they are about.
    const inside = new Set(matches.map((match) => match[2]!));
    const isRepeated = (text: string) => matches.filter((match) => match[2] === text).length > 1;
    const repeated = matches.filter((match) => isRepeated(match[2]!)).length;
    const isColumn =
      repeated >= (this.hasLevel ? 2 : matches.length / 2) && !opened.endsWith('=') && closed.endsWith(' ') && inside.size > 1;
    if (isColumn && matches.length >= this.lines.length * optionalShare) return this.ended();
    this.restore(before);
    return false;
  }

  /** Whether what comes next is of a header for certain: a mark between blanks, a level, a time. */
  protected isFollowed(): boolean {
    if (this.matching(/(?: ?(?:[|:]|-{1,3}) |: )/y)) return true;
    const before = this.state();
    this.separators();
    const isFollowed = (!this.hasLevel && this.level()) || this.time() || this.matching(location) !== undefined;
    this.restore(before);
    return isFollowed;
  }
}
