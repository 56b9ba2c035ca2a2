import { cleanName } from '@acequia/event';
import { bracketColumns, type BracketPiece } from './bracket-columns.ts';
import { columnType } from './column-type.ts';
import { beforeDash, closing, codeInBrackets, pair, pairsAlone, sentence, sourceAndLevel } from './header-shapes.ts';
import { commonPrefix, endOfGroup } from './header-texts.ts';
import { LevelReader } from './level-reader.ts';
import { columnShare, columnsMax, type Line, matchAt, padding } from './line-reader.ts';

/** Reads what stands in brackets and quotations, and pairs of a name and a value. */
export abstract class BracketReader extends LevelReader {
  /** The column just read may as well be what the message begins with. */
  protected isDoubtful = false;

  /** What stands between a bracket or quotation mark just read and its end. */
  protected inBrackets(): boolean {
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
    // Brackets without a blank between them, more in some lines than in others, are one column, and nobody knows which.
    const goOn = kept.filter(({ text }, index) => text.startsWith(`${close}${open}`, closed[index])).length;
    if (open === '[' && goOn > 0 && goOn < kept.length) return false;
    const inside = kept.map(({ text, at }, index) => text.slice(at, closed[index]));
    // Braces with more than a word in them are a value's.
    if (open === '{' && !inside.every((text) => /^[^\s"{}]*$/.test(text))) return false;
    // Pairs of different names are fields of a message.
    const keys = inside.map((text) => /^([A-Za-z_][\w.-]*)=/.exec(text)?.[1]);
    if (
      keys.filter((key) => key !== undefined).length >= keys.length / 2 &&
      new Set(keys).size > 1 &&
      !kept.every(({ text }, index) => beforeDash.test(text.slice(closed[index])))
    )
      return false;
    // A sentence in brackets or quotes is a message.
    if ((open === '[' || open === '"') && this.hasLevel && inside.filter((text) => sentence.test(text)).length > inside.length / 2)
      return false;
    if (!this.hasLevel && inside.every((text) => sourceAndLevel.test(text))) {
      const joint = inside[0]!.includes(':') ? ':' : '/';
      const isJoined = inside.every((text) => text.includes(joint) && (joint === ':' || /\/[A-Z]+$/.test(text)));
      if (isJoined) {
        this.take(new Map(kept.map((line, index) => [line, line.at + inside[index]!.indexOf(joint)])), this.name('source'));
        this.literal(joint);
        return this.level();
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
    this.isDoubtful =
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
  protected cells(): boolean {
    const isBegun = closing[this.#opened] !== undefined && this.lines.every(({ text, at }) => text.includes('|', at));
    return isBegun && this.#holdsColumns && !this.timeNext() && this.inBrackets();
  }

  /** Whether a level in brackets is next, which no message begins with in all lines. */
  protected isLevelInBrackets(): boolean {
    const before = this.state();
    this.separators();
    let levels = closing[this.open] === undefined ? undefined : this.levelWords();
    if (!levels && this.inBrackets()) {
      this.separators();
      levels = closing[this.open] === undefined ? undefined : this.levelWords();
    }
    const close = closing[this.open];
    const areAlone = levels !== undefined && [...levels].every(([line, end]) => line.text[end] === close);
    this.restore(before);
    return areAlone;
  }

  /** Whether a code in brackets is next in all lines, the last column: of one length, with figures in it, not always the same. */
  protected isCodeInBrackets(): boolean {
    const codes = this.lines.map((line) => matchAt(codeInBrackets, line)?.[0]);
    const isOne = codes[0] !== undefined && codes.every((text) => text?.length === codes[0]!.length) && new Set(codes).size > 1;
    if (isOne) this.columns = Math.max(this.columns, columnsMax - 1);
    return isOne;
  }

  /** Whether a bracket is next in all lines that holds several columns, which no message begins with: the last columns. */
  protected areColumnsInBrackets(): boolean {
    const before = this.state();
    this.separators();
    const areThere = this.lines.length === before.lines.length && this.#holdsColumns;
    this.restore(before);
    if (!areThere) return false;
    this.columns = Math.max(this.columns, columnsMax - 1);
    return true;
  }

  /** Names and values before what the rest of a header is: pairs that go on to the end are the message. */
  protected pairs(): boolean {
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
    if (count > 0) this.separators();
    const isFollowed = count > 0 && this.optional();
    this.restore(after);
    if (isFollowed || (count > 0 && this.isFollowed())) return true;
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
}
