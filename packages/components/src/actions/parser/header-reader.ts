import { ComponentReader } from './component-reader.ts';
import { leavesOpen } from './header-doubt.ts';
import {
  address,
  aheadMax,
  dottedName,
  endpoint,
  figures,
  flagLetter,
  hostBeforeFormat,
  identifiers,
  integer,
  lettered,
  location,
  pairsAlone,
  placeWithLine,
  plainWord,
  sign,
  startOfFormat,
  startOfJson,
  stream,
  topics,
  word,
} from './header-shapes.ts';
import { followsSyslogTime } from './header-texts.ts';
import { columnShare, columnsMax, type Line, matchAt } from './line-reader.ts';

/** So many pairs, and more, in a row are a format. */
const pairsMin = 3;

/** Reads columns off the beginnings of lines, as long as nearly all of them agree. */
export class HeaderReader extends ComponentReader {
  readonly #most: number;

  /** Reads at most so many columns, but no group of them in part. */
  constructor(lines: readonly string[], most: number) {
    super(lines);
    this.#most = most;
  }

  get columnCount(): number {
    return this.parts.filter((part) => /^(?:\{|<either|<optional)/.test(part)).length;
  }

  read(): void {
    this.#leadingDash();
    this.#leadingSign();
    let certain = this.state();
    while (this.columns < this.#most && this.lines.length > 0) {
      const before = this.state();
      if (!this.isDoubtful && !leavesOpen(this.parts)) certain = before;
      this.separators();
      if (this.isWhole) return;
      const wasDoubtful = this.isDoubtful;
      this.isDoubtful = false;
      if (this.columns < columnsMax && this.#column()) continue;
      this.isDoubtful = wasDoubtful;
      this.restore(before);
      break;
    }
    if (this.isDoubtful) this.restore(certain);
    // What stands between the last column and the message is the pattern's.
    this.separators(true);
    if (leavesOpen(this.parts)) {
      this.restore(certain);
      this.separators(true);
    }
    this.#endFilledLevel();
  }

  /** Blanks that fill a level up end it, where the mark behind them is the message's. */
  #endFilledLevel(): void {
    const level = /^\{(level(?:_\d+)?):string\(trim=true\)\}$/.exec(this.parts.at(-1) ?? '')?.[1];
    if (level !== undefined && this.lines.every(({ text, at }) => text[at - 1] === ' ')) this.parts.splice(-1, 1, `{${level}}`, '<space>');
  }

  /** The next column; false where the message begins. */
  #column(): boolean {
    return (
      this.#format() ||
      this.half() ||
      this.cells() ||
      this.joined() ||
      this.time() ||
      this.uptime() ||
      this.level() ||
      this.process() ||
      this.pairs() ||
      this.inBrackets() ||
      this.#stream() ||
      this.table() ||
      this.optional() ||
      this.record() ||
      this.#lettered() ||
      this.#identifier() ||
      this.event() ||
      this.#ahead()
    );
  }

  /** A message in a format of its own ends the header; between the time of syslog and such a message is a host. */
  #format(): boolean {
    if (!this.isHeader) return false;
    if (this.#isFormatNext()) return this.ended();
    const found = this.follows('time') && this.pattern.endsWith(' ') ? this.matching(hostBeforeFormat) : undefined;
    if (!found) return false;
    const before = this.state();
    this.take(found, this.name('host'));
    if (this.nextSeparator('') === ' ' && this.#isFormatNext()) return this.ended();
    this.restore(before);
    return false;
  }

  #isFormatNext(): boolean {
    if (this.matching(startOfFormat)) return true;
    const pairs = this.lines.filter(({ text, at }) => pairsAlone.test(text.slice(at)) && text.slice(at).split('=').length > pairsMin);
    return pairs.length >= this.lines.length * columnShare;
  }

  /** Where the output of a program went, and a letter that says more of it. */
  #stream(): boolean {
    if (!this.isHeader || this.hasLevel) return false;
    if (!this.taken.has('stream') && this.takeShape(stream, 'stream')) return true;
    const letters = this.follows('stream') || this.follows('name') ? this.matching(flagLetter) : undefined;
    // “A” and “I” are words too.
    const isWord = letters && [...letters.keys()].every(({ text, at }) => /^[AI] [a-z]/.test(text.slice(at, at + 3)));
    return letters !== undefined && !isWord && this.takeShape(flagLetter, this.follows('stream') ? 'flag' : 'sign');
  }

  #identifier(): boolean {
    return this.hasTime && !this.hasLevel && identifiers.some((shape) => this.takeShape(shape, 'id'));
  }

  /** Numbers, addresses and words, as far as something behind them shows that they are columns of a header. */
  #ahead(): boolean {
    if (!this.matching(address) && !this.matching(integer) && this.endsByMark()) return true;
    const before = this.state();
    const followsBracket = this.follows('context');
    for (let ahead = 1; ahead <= aheadMax; ahead++) {
      const parts = [...this.parts];
      const isTyped =
        this.takeShape(address, 'ip', 'ip') ||
        this.takeShape(integer, 'number', 'int') ||
        this.#zeroFilled() ||
        this.#endpoint() ||
        this.#sign();
      const isDotted =
        !isTyped && (this.#dotted() || (this.isHeader && (this.takeShape(location, 'source') || this.takeShape(placeWithLine, 'source'))));
      if (!isTyped && !isDotted && !this.#word(parts)) break;
      const bare = this.state();
      const isAligned = isTyped && bare.lines.every(({ text, at }) => /^ {2}/.test(text.slice(at, at + 2)));
      const at = this.parts.length;
      this.separators();
      const marks = this.parts.slice(at).join('').replaceAll('<space>', '');
      if (isDotted || isAligned || (isTyped && this.#isColumnAlone(marks))) {
        this.restore(bare);
        return true;
      }
      // A record behind words that are none of its columns is a part of a sentence.
      if (this.columns >= columnsMax && !isTyped) break;
      if (this.columns >= columnsMax || this.time() || (!this.hasLevel && this.level()) || this.process()) return true;
      if (ahead === 1 && this.isHeader && this.matching(location)) return true;
      if (ahead === 1 && !this.hasLevel && this.takeShape(topics, 'name')) return true;
      const mayBracket = ahead === 1 && (isTyped || !this.hasLevel || !this.#isSentence(before));
      if (mayBracket && this.inBrackets()) return true;
      if (ahead === 1 && this.dottedComponent()) return true;
      if ((this.hasLevel || followsBracket) && !isTyped) break;
      if (this.endsByMark()) return true;
    }
    this.restore(before);
    return false;
  }

  /** Figures that zeros fill up to one width: no number that anybody reckons with. */
  #zeroFilled(): boolean {
    const found = this.isHeader ? this.matching(figures) : undefined;
    if (!found) return false;
    const texts = [...found].map(([line, end]) => line.text.slice(line.at, end));
    const areFilled = texts.every((text) => text.length === texts[0]!.length) && texts.some((text) => text.startsWith('0'));
    return areFilled && this.takeShape(figures, 'number');
  }

  #endpoint(): boolean {
    const found = this.isHeader ? this.matching(endpoint) : undefined;
    if (!found) return false;
    const marks = new Set([...found.keys()].map((line) => /[:#]/.exec(line.text.slice(line.at))![0]));
    const [mark = ''] = marks;
    if (marks.size > 1) return false;
    this.take(new Map([...found].map(([line]) => [line, line.text.indexOf(mark, line.at)])), this.name('ip'), 'ip');
    this.literal(mark);
    return this.takeShape(/\d+/y, 'port', 'int');
  }

  /** Different signs at the same place; where they are alike, they are no column. */
  #sign(): boolean {
    const found = this.isHeader ? this.matching(sign) : undefined;
    return found !== undefined && new Set([...found.keys()].map(({ text, at }) => text[at])).size > 1 && this.takeShape(sign, 'sign');
  }

  /** A word, a host where it stands between the time of syslog and what wrote the line. */
  #word(parts: readonly string[]): boolean {
    const found = this.matching(word);
    if (!found) return false;
    const isHost = followsSyslogTime(parts, [...found]);
    const texts = [...found].map(([line, end]) => line.text.slice(line.at, end));
    for (const mark of [':', '>', '.']) {
      const marked = texts.filter((text) => text.endsWith(mark)).length;
      if (marked === 0) continue;
      if (marked < texts.length) return false;
      this.take(new Map([...found].map(([line, end]) => [line, end - 1])), this.name('name'));
      this.literal(mark);
      return true;
    }
    // A few words in capitals say what kind of line it is.
    const areKinds = new Set(texts).size > 1 && texts.every((text) => /^[A-Z]{3,8}$/.test(text));
    this.take(found, this.name(isHost && texts.every((text) => /[A-Za-z]|:|\d\./.test(text)) && !areKinds ? 'host' : 'name'));
    return true;
  }

  /** A number behind a letter that says what it is of, the same in all lines: `T-7`, `T:7`. */
  #lettered(): boolean {
    const found = this.isHeader ? this.matching(lettered) : undefined;
    const letters = new Set([...(found?.keys() ?? [])].map(({ text, at }) => text.slice(at, at + 2)));
    if (!found || letters.size > 1) return false;
    this.lines = [...found.keys()];
    this.literal([...letters][0]!);
    return this.takeShape(integer, 'number', 'int') || this.takeShape(/\d+/y, 'number');
  }

  /** Whether the lines go on with one and the same plain word. */
  #isSentence({ lines }: { readonly lines: readonly Line[] }): boolean {
    const words = new Set(lines.map((line) => matchAt(word, line)?.[0] ?? ''));
    return words.size === 1 && plainWord.test([...words][0]!);
  }

  /** Names of classes, where no mark ends them. */
  #dotted(): boolean {
    const found = this.hasLevel ? this.matching(dottedName) : undefined;
    if (!found) return false;
    this.take(found, this.name('name'));
    return true;
  }

  /** A number is a column where a mark follows it, or texts that have nothing in common. */
  #isColumnAlone(marks: string): boolean {
    if (/[^\s]/.test(marks) || this.matching(startOfJson)) return true;
    const words = this.lines.map(({ text, at }) => /^\S*/.exec(text.slice(at))![0].replaceAll(/\d+/g, '0'));
    return !this.hasLevel && this.hasTime && new Set(words).size > 1;
  }

  /** A sign before the time that begins all lines. */
  #leadingSign(): void {
    const found = this.matching(/%(?=[A-Z\d])/y);
    if (found?.size !== this.lines.length || this.columns > 0) return;
    const before = this.state();
    this.literal('%');
    if (!this.timeNext()) this.restore(before);
  }

  /** A dash that stands for an empty first column. */
  #leadingDash(): void {
    const isDashed = this.lines.some(({ text }) => text.startsWith('- '));
    const found = isDashed ? this.matching(/\S+(?= )/y) : undefined;
    if (found) this.take(found, this.name('flag'));
  }
}
