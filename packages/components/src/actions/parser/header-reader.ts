import { cleanName, compilePattern } from '@acequia/event';
import { bracketColumns, type BracketPiece } from './bracket-columns.ts';
import { columnType } from './column-type.ts';
import { leavesOpen } from './header-doubt.ts';
import {
  address,
  aheadMax,
  aligned,
  beforeDash,
  betweenColons,
  cell,
  closing,
  codeInBrackets,
  component,
  compoundWord,
  dashed,
  dashedWord,
  dottedBehindWord,
  dottedComponent,
  dottedName,
  emptyCells,
  endpoint,
  event,
  figures,
  filledWord,
  flagLetter,
  gluedLevel,
  halfOfDay,
  hostBeforeFormat,
  identifiers,
  integer,
  isCommonLevel,
  joinedLevel,
  key,
  labelled,
  letterAndNumber,
  levelLetter,
  levelWord,
  location,
  messageCode,
  notedProgram,
  numberBeforeColon,
  numberedInParentheses,
  opening,
  optionalGroups,
  pair,
  pairsAlone,
  partOfProgram,
  place,
  placeWithLine,
  plainWord,
  process,
  recordBeforeClass,
  runnable,
  sentence,
  sign,
  smallLevelLetter,
  sourceAndLevel,
  sourceFile,
  sourceInBracket,
  spacedComponent,
  startOfFormat,
  startOfJson,
  stream,
  topics,
  uptime,
  word,
  wordBeforeColon,
  wordBeforeLevel,
} from './header-shapes.ts';
import { areLocations, commonPrefix, endOfGroup, followsSyslogTime, isLevel } from './header-texts.ts';
import { columnShare, columnsMax, LineReader, matchAt, padding, type Line } from './line-reader.ts';
import { tableColumns } from './table-columns.ts';
import { readTimeColumn, type TimeColumn } from './time-column.ts';

/** So many pairs, and more, in a row are a format. */
const pairsMin = 3;

/** Of fewer lines, words that happen to be the same say nothing. */
const fewWordsLinesMin = 8;
/** Part of the lines that a bracket before the message must stand in, where nothing of a header follows it. */
const optionalShare = 0.5;

/** Reads columns off the beginnings of lines, as long as nearly all of them agree. */
export class HeaderReader extends LineReader {
  readonly #most: number;
  /** The column just read may as well be what the message begins with. */
  #isDoubtful = false;

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
    let certain = this.state();
    while (this.columns < this.#most && this.lines.length > 0) {
      const before = this.state();
      if (!this.#isDoubtful && !leavesOpen(this.parts)) certain = before;
      this.#separators();
      if (this.isWhole) return;
      const wasDoubtful = this.#isDoubtful;
      this.#isDoubtful = false;
      if (this.columns < columnsMax && this.#column()) continue;
      this.#isDoubtful = wasDoubtful;
      this.restore(before);
      break;
    }
    if (this.#isDoubtful) this.restore(certain);
    // What stands between the last column and the message is the pattern's.
    this.#separators(true);
    if (!leavesOpen(this.parts)) return;
    this.restore(certain);
    this.#separators(true);
  }

  /** The next column; false where the message begins. */
  #column(): boolean {
    return (
      this.#format() ||
      this.#half() ||
      this.#cells() ||
      this.#joined() ||
      this.#time() ||
      this.#uptime() ||
      this.#level() ||
      this.#process() ||
      this.#pairs() ||
      this.#inBrackets() ||
      this.#stream() ||
      this.#table() ||
      this.#optional() ||
      this.#record() ||
      this.#identifier() ||
      this.#event() ||
      this.#ahead()
    );
  }

  /** A message in a format of its own ends the header; between the time of syslog and such a message is a host. */
  #format(): boolean {
    if (!this.isHeader) return false;
    if (this.#isFormatNext()) return this.#ended();
    const found = this.follows('time') && this.pattern.endsWith(' ') ? this.matching(hostBeforeFormat) : undefined;
    if (!found) return false;
    const before = this.state();
    this.take(found, this.name('host'));
    if (this.nextSeparator('') === ' ' && this.#isFormatNext()) return this.#ended();
    this.restore(before);
    return false;
  }

  #isFormatNext(): boolean {
    if (this.matching(startOfFormat)) return true;
    const pairs = this.lines.filter(({ text, at }) => pairsAlone.test(text.slice(at)) && text.slice(at).split('=').length > pairsMin);
    return pairs.length >= this.lines.length * columnShare;
  }

  /** Names and values before what the rest of a header is: pairs that go on to the end are the message. */
  #pairs(): boolean {
    const before = this.state();
    const close = closing[this.open];
    const isGroup = close !== undefined && this.parts.at(-1)?.endsWith(this.open) === true;
    if (isGroup) {
      const found = this.matching(pair);
      return found !== undefined && [...found].every(([line, end]) => line.text[end] === close) && this.#pair();
    }
    if (!this.isHeader || this.hasLevel) return false;
    // Pairs that go on to the end of some lines are the message of all.
    if (this.lines.some(({ text, at }) => pairsAlone.test(text.slice(at)))) return false;
    let count = 0;
    for (; this.columns < columnsMax && this.#pair(); count++) {
      const after = this.state();
      if (this.nextSeparator('') !== ' ' || !this.matching(pair)) {
        this.restore(after);
        count++;
        break;
      }
    }
    const after = this.state();
    if (count > 0) this.#separators();
    const isFollowed = count > 0 && this.#optional();
    this.restore(after);
    if (isFollowed || (count > 0 && this.#isFollowed())) return true;
    this.restore(before);
    return false;
  }

  /** One name, and what stands behind its sign. */
  #pair(): boolean {
    const found = this.matching(pair);
    if (!found) return false;
    const parsed = [...found.keys()].map((line) => matchAt(pair, line)!);
    const keys = new Set(parsed.map((match) => match[1]!));
    if (keys.size > 1) return false;
    const [key = ''] = keys;
    this.lines = [...found.keys()];
    this.literal(`${key}=`);
    const type = columnType(parsed.map((match) => match[2]!));
    const written = type === 'integer' ? 'int' : type === 'ip' ? 'ip' : '';
    this.take(new Map(this.lines.map((line, index) => [line, line.at + parsed[index]![2]!.length])), this.name(cleanName(key, 1)), written);
    return true;
  }

  /** Whether what comes next is of a header for certain: a mark between blanks, a level, a time. */
  #isFollowed(): boolean {
    if (this.matching(/(?: ?(?:[|:]|-{1,3}) |: )/y)) return true;
    const before = this.state();
    this.#separators();
    const isFollowed = (!this.hasLevel && this.#level()) || this.#time() || this.matching(location) !== undefined;
    this.restore(before);
    return isFollowed;
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

  /** What happened, in letters that no word of a sentence has: the last column. */
  #event(): boolean {
    if (!this.isHeader || !this.#isEventNext()) return false;
    this.takeShape(event, 'name');
    if (this.matching(/: /y)?.size === this.lines.length) this.literal(': ');
    return this.#ended();
  }

  #isEventNext(): boolean {
    const found = this.matching(event);
    return found?.size === this.lines.length && new Set([...found].map(([line, end]) => line.text.slice(line.at, end))).size > 1;
  }

  /** A group or a pair that some lines alone have, before what all of them have. */
  #optional(): boolean {
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
    if (this.#isFollowed()) return true;
    // Most lines have it, and some of them the same: what wrote them, or what they are about.
    const inside = new Set(matches.map((match) => match[2]!));
    const isRepeated = (text: string) => matches.filter((match) => match[2] === text).length > 1;
    const repeated = matches.filter((match) => isRepeated(match[2]!)).length;
    const isColumn =
      repeated >= (this.hasLevel ? 2 : matches.length / 2) && !opened.endsWith('=') && closed.endsWith(' ') && inside.size > 1;
    if (isColumn && matches.length >= this.lines.length * optionalShare) return this.#ended();
    this.restore(before);
    return false;
  }

  /** The first column, where a colon joins it to a time or a level behind it. */
  #joined(): boolean {
    if (this.columns > 0) return false;
    const before = this.state();
    const number = this.matching(numberBeforeColon);
    if (number) {
      this.take(number, this.name('number'), 'int');
      this.literal(':');
      if (this.#time()) return true;
      this.restore(before);
    }
    if (!this.takeShape(wordBeforeLevel, 'name')) return false;
    this.literal(':');
    if (this.#level()) return true;
    this.restore(before);
    return false;
  }

  /** The half of the day behind a clock that stays text: it is no name. */
  #half(): boolean {
    return this.follows('clock') && this.takeShape(halfOfDay, 'half', 'word');
  }

  /** The rest of the lines, where it is a record of columns. */
  #table(): boolean {
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
    return this.#ended();
  }

  #timeNext(): TimeColumn | undefined {
    return readTimeColumn(
      this.lines.map(({ text, at }) => text.slice(at, at + 64)),
      this.share,
      !this.hasTime,
    );
  }

  #time(): boolean {
    const found = this.#timeNext();
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
    this.hasTime = true;
    const name = this.name(found.name);
    if (found.padded === undefined) this.take(ends, name, found.options);
    else this.takeEither(ends, name, [found.options, found.padded]);
    return true;
  }

  #uptime(): boolean {
    if (!/^\[(?:<\w.*>| )?$/.test(this.pattern) || !this.takeShape(uptime, 'number', 'float')) return false;
    this.isHeader = true;
    return true;
  }

  /** `app[7]`: a program, and a number or two of it. */
  #process(): boolean {
    const found = this.hasTime ? this.matching(process) : undefined;
    if (!found) return false;
    // Behind a level, a message may begin so.
    if (this.hasLevel && ![...found].every(([line, end]) => line.text.startsWith(' [', end))) return false;
    // Anything else could be numbered so: `queue[3] is empty`.
    const isProgram = this.follows('host') || [...found].every(([line, end]) => matchAt(levelWord, { ...line, at: end + 1 }) !== null);
    this.take(new Map([...found].map(([line]) => [line, line.text.indexOf('[', line.at)])), this.name(isProgram ? 'component' : 'name'));
    this.literal('[');
    this.takeShape(/\d+/y, isProgram ? 'pid' : 'number', 'int');
    if (this.lines.every(({ text, at }) => text[at] === ':')) {
      this.literal(':');
      this.takeShape(/\d+/y, 'number', 'int');
    }
    this.literal(']');
    return true;
  }

  #level(): boolean {
    if (!this.hasLevel) this.#joinedSource();
    const glued = this.matching(gluedLevel);
    const words = glued ?? this.#levelWords();
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
  #levelWords(): ReadonlyMap<Line, number> | undefined {
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

  /** What stands between a bracket or quotation mark just read and its end. */
  #inBrackets(): boolean {
    const isFilled = this.parts.at(-1) === padding;
    const open = this.#opened;
    const close = closing[open];
    if (close === undefined || (!isFilled && !this.parts.at(-1)?.includes(open))) return false;
    const ends = this.lines.map(({ text, at }) => endOfGroup(text, at, open, close));
    const kept = this.lines.filter((_, index) => ends[index]! >= 0);
    if (kept.length < this.lines.length * columnShare) return false;
    const closed = ends.filter((end) => end >= 0);
    // The mark that ends the column is the bracket with what always follows it, and may not stand inside.
    const following = commonPrefix(kept.map(({ text }, index) => text.slice(closed[index], closed[index]! + 4)));
    const marked = following.replace(/[^\s\](){}<>":,|-].*$/, '');
    // A blank that others follow in some lines fills the next column up.
    const isFilledBehind = kept.some(({ text }, index) => /^[ \t]/.test(text.slice(closed[index]! + marked.length)));
    const mark = isFilledBehind ? marked.trimEnd() : marked;
    if (!mark.startsWith(close) || kept.some(({ text, at }, index) => text.indexOf(mark, at) !== closed[index])) return false;
    const inside = kept.map(({ text, at }, index) => text.slice(at, closed[index]));
    // Braces with more than a word in them are a value's.
    if (open === '{' && !inside.every((text) => /^[^\s"{}]*$/.test(text))) return false;
    // Pairs of different names are fields of a message.
    const keys = inside.map((text) => /^([A-Za-z_][\w.-]*)=/.exec(text)?.[1]);
    if (
      keys.some((key) => key !== undefined) &&
      new Set(keys).size > 1 &&
      !kept.every(({ text }, index) => beforeDash.test(text.slice(closed[index])))
    )
      return false;
    // A sentence in brackets is a message.
    if (open === '[' && this.hasLevel && inside.filter((text) => sentence.test(text)).length > inside.length / 2) return false;
    if (!this.hasLevel && inside.every((text) => sourceAndLevel.test(text))) {
      const joint = inside[0]!.includes(':') ? ':' : '/';
      const isJoined = inside.every((text) => text.includes(joint) && (joint === ':' || /\/[A-Z]+$/.test(text)));
      if (isJoined) {
        this.take(new Map(kept.map((line, index) => [line, line.at + inside[index]!.indexOf(joint)])), this.name('source'));
        this.literal(joint);
        return this.#level();
      }
    }
    const pieces = open === '"' ? 'whole' : bracketColumns(open, inside);
    if (pieces === 'doubtful') return false;
    if (pieces !== 'whole') {
      this.#takePieces(kept, pieces);
      this.literal(mark);
      return true;
    }
    const joint = open === '(' ? /[\s=]/ : /=/;
    this.#isDoubtful =
      this.hasLevel &&
      open !== '"' &&
      inside.every((text) => joint.test(text.trim())) &&
      new Set(inside.map(({ length }) => length)).size > 1;
    const type = columnType(inside);
    const found = new Map(kept.map((line, index) => [line, closed[index]!]));
    if (type === 'integer') this.take(found, this.name('number'), 'int');
    else if (type === 'ip') this.take(found, this.name('ip'), 'ip');
    else {
      const isPadded = inside.some((text) => text.trim() !== text);
      this.take(found, this.name(open === '"' ? 'text' : 'context'), isPadded ? 'string(trim=true)' : '');
    }
    this.literal(mark);
    return true;
  }

  /** The sign that opened the group just begun; blanks may fill it up. */
  get #opened(): string {
    return this.parts.at(-1) === padding ? (this.parts.at(-2)?.at(-1) ?? '') : this.open;
  }

  /** Whether the group just begun holds several columns in all lines. */
  get #holdsColumns(): boolean {
    const open = this.#opened;
    const close = closing[open];
    const ends = close === undefined ? [] : this.lines.map(({ text, at }) => endOfGroup(text, at, open, close));
    if (ends.length === 0 || ends.some((end) => end < 0)) return false;
    return (
      typeof bracketColumns(
        open,
        this.lines.map(({ text, at }, index) => text.slice(at, ends[index])),
      ) !== 'string'
    );
  }

  /** Cells between bars in brackets: the first may be a level, which would be cut off from the others. */
  #cells(): boolean {
    const isBegun = closing[this.#opened] !== undefined && this.lines.every(({ text, at }) => text.includes('|', at));
    return isBegun && this.#holdsColumns && !this.#timeNext() && this.#inBrackets();
  }

  #takePieces(kept: readonly Line[], pieces: readonly BracketPiece[]): void {
    this.lines = kept;
    for (const piece of pieces) {
      if (typeof piece === 'string') {
        this.literal(piece);
        continue;
      }
      const isLevel = piece.isLevel && !this.hasLevel;
      this.take(new Map(this.lines.map((line, index) => [line, line.at + piece.texts[index]!.length])), this.name(piece.name), piece.type);
      if (isLevel) [this.isHeader, this.hasLevel, this.hasLevelWord] = [true, true, true];
    }
  }

  /** Numbers, addresses and words, as far as something behind them shows that they are columns of a header. */
  #ahead(): boolean {
    if (!this.matching(address) && !this.matching(integer) && this.#endsByMark()) return true;
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
      this.#separators();
      const marks = this.parts.slice(at).join('').replaceAll('<space>', '');
      if (isDotted || isAligned || (isTyped && this.#isColumnAlone(marks))) {
        this.restore(bare);
        return true;
      }
      // A record behind words that are none of its columns is a part of a sentence.
      if (this.columns >= columnsMax && !isTyped) break;
      if (this.columns >= columnsMax || this.#time() || (!this.hasLevel && this.#level()) || this.#process()) return true;
      if (ahead === 1 && this.isHeader && this.matching(location)) return true;
      if (ahead === 1 && !this.hasLevel && this.takeShape(topics, 'name')) return true;
      const mayBracket = ahead === 1 && (isTyped || !this.hasLevel || !this.#isSentence(before));
      if (mayBracket && this.#inBrackets()) return true;
      if (ahead === 1 && this.#dottedComponent()) return true;
      if ((this.hasLevel || followsBracket) && !isTyped) break;
      if (this.#endsByMark()) return true;
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
    for (const mark of [':', '>']) {
      const marked = texts.filter((text) => text.endsWith(mark)).length;
      if (marked === 0) continue;
      if (marked < texts.length) return false;
      this.take(new Map([...found].map(([line, end]) => [line, end - 1])), this.name('name'));
      this.literal(mark);
      return true;
    }
    this.take(found, this.name(isHost && texts.every((text) => /[A-Za-z]|:|\d\./.test(text)) ? 'host' : 'name'));
    return true;
  }

  /** Whether the lines go on with one and the same plain word. */
  #isSentence({ lines }: { readonly lines: readonly Line[] }): boolean {
    const words = new Set(lines.map((line) => matchAt(word, line)?.[0] ?? ''));
    return words.size === 1 && plainWord.test([...words][0]!);
  }

  /** A component with points in its name, behind a word: `main app.db: `. */
  #dottedComponent(): boolean {
    const dotted = this.lines.filter((line) => matchAt(dottedComponent, line)).length;
    // A module without a point stands beside those that have one.
    const areMixed = dotted >= this.lines.length / 2 && this.matching(wordBeforeColon)?.size === this.lines.length;
    return (areMixed || this.matching(dottedComponent) !== undefined) && this.#component();
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

  #endsByMark(): boolean {
    if (!this.lines.every((line) => this.isAfterSeparator(line))) return false;
    const mark = this.pattern.at(-1) ?? '';
    const cells = this.matching(cell) ?? (emptyCells[mark] ? this.matching(emptyCells[mark]) : undefined);
    // Fields of different names are the message's.
    if (new Set(this.lines.map((line) => matchAt(key, line)?.[1])).size > 1) return false;
    if (cells && [...cells].every(([line, end]) => line.text[end] !== ',' || mark === ',')) {
      const texts = [...cells].map(([line, end]) => line.text.slice(line.at, end));
      this.take(cells, this.name(areLocations(texts) ? 'source' : 'name'));
      return true;
    }
    const source = this.matching(sourceInBracket) ?? (this.isHeader ? this.matching(place) : undefined);
    if (source) {
      this.take(source, this.name('source'));
      return true;
    }
    if (!this.isHeader) return false;
    const written = this.matching(dottedBehindWord);
    if (written) {
      const lengths = new Map([...written.keys()].map((line) => [line, matchAt(dottedBehindWord, line)!]));
      this.take(new Map([...lengths].map(([line, match]) => [line, line.at + match[1]!.length])), this.name('name'));
      this.literal(' ');
      this.takeShape(/\S+/y, 'component');
      this.#separators();
      return this.#ended();
    }
    const column = this.matching(aligned) ?? this.#filled();
    if (column && !this.matching(spacedComponent)) {
      this.take(column, this.name('name'));
      return true;
    }
    const spaced = this.hasLevel ? this.matching(spacedComponent) : undefined;
    if (spaced) {
      this.advance(spaced);
      this.parts.push(`{${this.name('component')}:word}<space>: `);
      return this.#ended();
    }
    if (this.#component()) return true;
    const program = this.taken.has('program') ? undefined : this.matching(dashed);
    if (!program || this.lines.filter((line) => matchAt(dashedWord, line)).length < this.lines.length / 2) return false;
    if (!this.hasLevel) {
      const areFiles = [...program].some(([line, end]) => runnable.test(line.text.slice(line.at, end)));
      this.take(program, this.name(areFiles ? 'program' : 'name'));
      return true;
    }
    const texts = [...program].map(([line, end]) => line.text.slice(line.at, end));
    const isComponent = texts.some((text) => /^[A-Za-z_$][\w$-]*\./.test(text));
    this.take(program, this.name(areLocations(texts) ? 'source' : isComponent ? 'component' : 'name'));
    this.#separators();
    return this.#ended();
  }

  /** Words of different lengths after which all lines go on at one place. */
  #filled(): ReadonlyMap<Line, number> | undefined {
    const found = this.matching(filledWord);
    if (!found) return undefined;
    const ends = [...found].map(([line, end]) => ({ end: end - line.at, blanks: /^ */.exec(line.text.slice(end))![0].length }));
    const isFilled = new Set(ends.map(({ end, blanks }) => end + blanks)).size === 1 && new Set(ends.map(({ end }) => end)).size > 1;
    return isFilled && ends.filter(({ blanks }) => blanks > 1).length >= ends.length / 2 ? found : undefined;
  }

  /** A component before a colon, with or without the number of its process: the last column. */
  #component(): boolean {
    if (this.#numbered()) return true;
    const parsed = this.lines.map((line) => matchAt(component, line));
    const found = parsed.filter((match) => match !== null);
    if (found.length < this.lines.length * 0.9) return false;
    const names = found.map((match) => match[1]!);
    const isPlain = found.every((match) => match[2] === undefined && plainWord.test(match[1]!));
    const followsHost = this.follows('host');
    // “duration: 5 ms” is a message, “auth: …” beside “store: …” may be what wrote it.
    const areMeasures = this.lines.every((line, place) => /^-?\d/.test(line.text.slice(line.at + (parsed[place]?.[0].length ?? 0))));
    if (isPlain && new Set(names).size === 1 && (!followsHost || areMeasures)) return false;
    // Names of values are those of the message: `client: a, reason: b`.
    if (
      isPlain &&
      this.lines.filter((line, place) => labelled.test(line.text.slice(line.at + (parsed[place]?.[0].length ?? 0)))).length > 0
    )
      return false;
    const wanted = names.every((text) => letterAndNumber.test(text))
      ? 'name'
      : names.every((text) => messageCode.test(text))
        ? 'code'
        : areLocations(names)
          ? 'source'
          : this.follows('source') && names.every((text) => /^\w+$/.test(text))
            ? 'function'
            : (isPlain || names.some((text) => isCommonLevel.test(text))) && !followsHost
              ? 'name'
              : 'component';
    const ofPrograms = names.map((text) => partOfProgram.exec(text));
    const withPid = found.filter((match) => match[2] !== undefined).length;
    const units = found.flatMap((match) => match[3] ?? []);
    const arePrograms = withPid === 0 && units.length === 0 && ofPrograms.every((match) => match !== null);
    const areFiles = arePrograms && ofPrograms.every((match) => sourceFile.test(match[1]!));
    const areLevelsInside = arePrograms && !this.hasLevel && ofPrograms.every((match) => isLevel(match[2]!));
    const name = this.name(this.taken.has('component') ? 'name' : areFiles ? 'source' : wanted);
    const pid = this.name('pid');
    const unit = this.name(areLevelsInside ? 'level' : withPid > 0 ? 'unit' : 'context');
    if (withPid === 0) this.taken.delete(pid);
    if (!arePrograms && units.length === 0) this.taken.delete(unit);
    const noted = names.map((text) => notedProgram.exec(text));
    if (withPid === 0 && units.length === 0 && noted.every((match) => match !== null)) return this.#notedProgram(noted, name, pid);
    // Brackets of other forms hold columns of their own.
    if (!arePrograms && withPid === 0 && names.some((text) => text.includes('['))) return false;
    const group = arePrograms
      ? `[{${unit}}]`
      : units.length === 0
        ? ''
        : units.length === found.length
          ? ` ({${unit}})`
          : `<optional( ({${unit}}))>`;
    const [plain, numbered] = [`{${name}}${withPid === 0 ? group : ''}: `, `{${name}}[{${pid}:int}]${group}: `];
    const pattern = withPid === 0 ? plain : withPid === found.length ? numbered : `<either(${numbered}|${plain})>`;
    const compiled = compilePattern(`${pattern}{message}`);
    if (!compiled.ok) return false;
    const agrees = this.lines.every((line, index) => {
      const match = parsed[index];
      if (!match) return true;
      const read = compiled.value.parse(line.text.slice(line.at));
      if (!read.ok) return false;
      const members = new Map(read.value);
      return (
        members.get(name) === (arePrograms ? partOfProgram.exec(match[1]!)![1] : match[1]) &&
        (members.get(pid) ?? undefined)?.toString() === match[2]
      );
    });
    if (!agrees) return false;
    this.lines = this.lines.flatMap((line, place) => {
      const match = parsed[place];
      return match ? [{ ...line, at: line.at + match[0].length }] : [];
    });
    this.parts.push(pattern);
    const levels = this.#levelWords();
    const areLevels = levels !== undefined && new Set([...levels].map(([line, end]) => line.text.slice(line.at, end))).size > 1;
    return (
      areLevels ||
      this.#isLevelInBrackets() ||
      this.#isCodeInBrackets() ||
      this.#areColumnsInBrackets() ||
      this.#isEventNext() ||
      this.#ended()
    );
  }

  /** What wrote the line, and a number in parentheses: the last columns. */
  #numbered(): boolean {
    const numbered = this.isHeader ? this.matching(numberedInParentheses) : undefined;
    if (!numbered) return false;
    const ends = new Map([...numbered.keys()].map((line) => [line, line.text.indexOf('(', line.at)]));
    const texts = [...ends].map(([line, end]) => line.text.slice(line.at, end));
    const areFiles = texts.every((text) => sourceFile.test(text.trimEnd()));
    const name = areFiles ? 'source' : this.taken.has('component') ? 'name' : 'component';
    this.take(ends, this.name(name), texts.some((text) => text.endsWith(' ')) ? 'string(trim=true)' : '');
    this.literal('(');
    const filled = this.matching(/ */y);
    if (filled && [...filled].some(([line, end]) => end > line.at)) {
      this.advance(filled);
      this.parts.push(padding);
    }
    this.takeShape(/\d+/y, 'number', 'int');
    this.literal('): ');
    return this.#ended();
  }

  /** The columns of a record between a level and a class in brackets: more than words of a sentence. */
  #record(): boolean {
    if (!this.hasTime || !this.hasLevel) return false;
    const found = this.matching(recordBeforeClass);
    if (!found) return false;
    const rows = [...found].map(([line, end]) => line.text.slice(line.at, end).trimEnd().split(' '));
    const width = rows[0]!.length;
    if (rows.some((row) => row.length !== width || row.some((text) => /[:,]$/.test(text) || text === ''))) return false;
    const columns = rows[0]!.map((_, index) => rows.map((row) => row[index]!));
    if (columns.filter((texts) => texts.every((text) => plainWord.test(text))).length > 1) return false;
    const types = columns.map(columnType);
    if (!columns.some((texts, index) => types[index] === 'ip' || types[index] === 'integer' || texts.every((text) => text.startsWith('/'))))
      return false;
    this.lines = [...found.keys()];
    for (const [index, texts] of columns.entries()) {
      const [name, type] = types[index] === 'ip' ? ['ip', 'ip'] : types[index] === 'integer' ? ['number', 'int'] : ['name', ''];
      this.take(new Map(this.lines.map((line, row) => [line, line.at + texts[row]!.length])), this.name(name), type);
      this.literal(' ');
    }
    return true;
  }

  /** A program, its number and a note in parentheses, before a colon. */
  #notedProgram(found: readonly RegExpExecArray[], name: string, pid: string): boolean {
    if (found.length < this.lines.length) return false;
    const areLevels = !this.hasLevel && found.every((match) => isLevel(match[3]!));
    this.parts.push(`{${name}}[{${pid}:int}]({${this.name(areLevels ? 'level' : 'context')}}): `);
    this.lines = this.lines.map((line, index) => ({ ...line, at: line.at + found[index]![0].length + 2 }));
    return this.#ended();
  }

  /** Whether a level in brackets is next, which no message begins with in all lines. */
  #isLevelInBrackets(): boolean {
    const before = this.state();
    this.#separators();
    let levels = closing[this.open] === undefined ? undefined : this.#levelWords();
    if (!levels && this.#inBrackets()) {
      this.#separators();
      levels = closing[this.open] === undefined ? undefined : this.#levelWords();
    }
    const close = closing[this.open];
    const areAlone = levels !== undefined && [...levels].every(([line, end]) => line.text[end] === close);
    this.restore(before);
    return areAlone;
  }

  /** Whether a code in brackets is next in all lines, the last column: of one length, with figures in it, not always the same. */
  #isCodeInBrackets(): boolean {
    const codes = this.lines.map((line) => matchAt(codeInBrackets, line)?.[0]);
    const isOne = codes[0] !== undefined && codes.every((text) => text?.length === codes[0]!.length) && new Set(codes).size > 1;
    if (isOne) this.columns = Math.max(this.columns, columnsMax - 1);
    return isOne;
  }

  /** Whether a bracket is next in all lines that holds several columns, which no message begins with: the last columns. */
  #areColumnsInBrackets(): boolean {
    const before = this.state();
    this.#separators();
    const areThere = this.lines.length === before.lines.length && this.#holdsColumns;
    this.restore(before);
    if (!areThere) return false;
    this.columns = Math.max(this.columns, columnsMax - 1);
    return true;
  }

  /** The message begins here, whatever it looks like. */
  #ended(): boolean {
    this.columns = columnsMax;
    return true;
  }

  /** A dash that stands for an empty first column. */
  #leadingDash(): void {
    const isDashed = this.lines.some(({ text }) => text.startsWith('- '));
    const found = isDashed ? this.matching(/\S+(?= )/y) : undefined;
    if (found) this.take(found, this.name('flag'));
  }

  /** Signs and blanks that all lines have next. After a level, a colon ends the header. */
  #separators(beforeMessage = false): void {
    const afterLevel = this.parts.at(-1)?.startsWith('{level') === true;
    let read = '';
    for (;;) {
      const sign = this.lines[0]?.text[this.lines[0].at] ?? '';
      if (beforeMessage && opening.test(sign) && !this.matching(/(?:\[\]|\(\)) /y)) break;
      if (sign === '{' && this.matching(startOfJson)) break;
      if ((sign === '"' || sign === '[') && this.#table()) return;
      const next = this.nextSeparator(read);
      if (next === undefined) break;
      read += next;
    }
    if (!afterLevel || !read.includes(':')) return;
    if (!this.hasTime && this.#timeNext()) return;
    if (!this.#table()) this.#afterLevel(read);
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

  #takeBetweenColons(name: string): boolean {
    const found = this.matching(betweenColons);
    return found?.size === this.lines.length && this.takeShape(betweenColons, name);
  }

  #afterLevel(read: string): void {
    // No blank behind the colon: further ones part columns too, as long as all lines have them.
    for (let name = 'component'; read === ':' && this.#takeBetweenColons(name); name = 'name') this.literal(':');
    if (read === ':' && this.matching(compoundWord)?.size === this.lines.length) this.takeShape(compoundWord, 'name');
    // A blank before the colon fills a column up; the component has another mark behind it.
    const found = / : *$/.test(read) ? this.matching(dashed) : undefined;
    if (found && [...found].every(([line, end]) => /^[A-Za-z_$][\w$-]*\.\S+$/.test(line.text.slice(line.at, end)))) {
      this.take(found, this.name('component'));
      this.#separators();
    } else if (!this.#fewWords()) this.#optional();
    this.#ended();
  }
}
