/** A sample line, and how far it is read. */
export interface Line {
  readonly text: string;
  readonly at: number;
  /** Its place among the samples. */
  readonly index: number;
}

/** How far the lines are read, to come back to. */
export interface ReaderState {
  readonly lines: readonly Line[];
  readonly parts: readonly string[];
  readonly columns: number;
  readonly isHeader: boolean;
  readonly hasTime: boolean;
  readonly hasLevel: boolean;
  readonly hasLevelWord: boolean;
  readonly taken: readonly string[];
  readonly texts: readonly (readonly [name: string, index: number, text: string])[];
}

/** Part of the lines that a column must be found in, and of the samples that the whole pattern must read. */
export const columnShare = 0.97;
export const lineShare = 0.6;
export const columnsMax = 16;
/** Blanks that fill a column up. */
export const padding = '<while(value=" ")>';
const separator = /[\s,;|[\](){}<>:=#*@"']/;

/**
 * Lines read side by side from their beginnings, and the pattern that reads them so. It moves only by what nearly all
 * lines have next; lines that do not have it are left behind. What is a column of a header is not known here.
 */
export class LineReader {
  isHeader = false;
  protected hasTime = false;
  protected hasLevel = false;
  /** A letter may stand before the word that says the same. */
  protected hasLevelWord = false;
  protected lines: readonly Line[];
  protected parts: string[] = [];
  protected columns = 0;
  protected readonly taken = new Set<string>();
  /** Texts of the columns that stay text, by sample. */
  #texts: readonly (readonly [name: string, index: number, text: string])[] = [];

  constructor(lines: readonly string[]) {
    this.lines = lines.map((text, index) => ({ text, at: 0, index }));
  }

  get pattern(): string {
    return this.parts.join('');
  }

  /** The columns are all that there is: no text is left for a message. */
  get isWhole(): boolean {
    return this.lines.length > 0 && this.lines.every(({ text, at }) => at === text.length);
  }

  /** Texts of the columns that stay text, in the lines that are read to the end. */
  get textColumns(): ReadonlyMap<string, readonly string[]> {
    const read = new Set(this.lines.map(({ index }) => index));
    const texts = this.#texts.filter(([, index]) => read.has(index));
    return new Map([...Map.groupBy(texts, ([name]) => name)].map(([name, each]) => [name, each.map(([, , text]) => text)]));
  }

  /** Columns that stay text, as they were seen in a sample that has them all. */
  columnsOf(index: number): readonly (readonly [name: string, text: string])[] {
    if (!this.lines.some((line) => line.index === index)) return [];
    return this.#texts.flatMap(([name, sample, text]) => (sample === index ? [[name, text] as const] : []));
  }

  /** Lines of a stack trace have not even the first column; those that have it have the others too. */
  protected get share(): number {
    return this.columns === 0 ? lineShare : columnShare;
  }

  /** The sign that all lines have just before. */
  protected get open(): string {
    return this.lines[0]?.text[this.lines[0].at - 1] ?? '';
  }

  /** Whether the last column of the pattern has this name, with or without a number behind it. */
  protected follows(name: string): boolean {
    return (
      this.parts
        .findLast((part) => /^(?:<either\()?\{/.test(part))
        ?.replace('<either(', '')
        .startsWith(`{${name}`) === true
    );
  }

  /** Where the shape ends in each line that has it next; undefined when too few have. */
  protected matching(shape: RegExp): ReadonlyMap<Line, number> | undefined {
    const found = new Map<Line, number>();
    for (const line of this.lines) {
      const match = matchAt(shape, line);
      if (match) found.set(line, line.at + match[0].length);
    }
    return found.size > 0 && found.size >= this.lines.length * this.share ? found : undefined;
  }

  /** A column of this shape; false when the lines do not have it next. */
  protected takeShape(shape: RegExp, name: string, type = ''): boolean {
    const found = this.matching(shape);
    if (!found) return false;
    this.take(found, this.name(name), type);
    return true;
  }

  protected take(ends: ReadonlyMap<Line, number>, name: string, type = ''): void {
    if (type === '')
      this.#texts = [...this.#texts, ...[...ends].map(([{ text, at, index }, end]) => [name, index, text.slice(at, end)] as const)];
    this.advance(ends);
    this.columns++;
    this.parts.push(`{${name}${type === '' ? '' : `:${type}`}}`);
  }

  /** A column that stands in one of several forms. */
  protected takeEither(ends: ReadonlyMap<Line, number>, name: string, types: readonly string[]): void {
    this.advance(ends);
    this.columns++;
    this.parts.push(`<either(${types.map((type) => `{${name}:${type}}`).join('|')})>`);
  }

  /** A column of the lines given, with a text before and behind it that the others do not have. */
  protected takeOptional(found: ReadonlyMap<Line, string>, name: string, opened: string, closed: string): void {
    this.#texts = [...this.#texts, ...[...found].map(([{ index }, text]) => [name, index, text] as const)];
    this.lines = this.lines.map((line) => {
      const text = found.get(line);
      return text === undefined ? line : { ...line, at: line.at + opened.length + text.length + closed.length };
    });
    this.columns++;
    this.parts.push(`<optional(${escaped(opened)}{${name}}${escaped(closed)})>`);
  }

  protected advance(ends: ReadonlyMap<Line, number>): void {
    this.lines = [...ends].map(([{ text, index }, at]) => ({ text, at, index }));
  }

  protected literal(mark: string): void {
    this.lines = this.lines.map((line) => ({ ...line, at: line.at + mark.length }));
    this.parts.push(escaped(mark));
  }

  /** Takes one sign, or a run of blanks; undefined when the lines differ. */
  protected nextSeparator(read: string): string | undefined {
    const [first] = this.lines;
    const sign = first?.text[first.at];
    if (sign === undefined) return undefined;
    const filled = this.#paddingAfter(read);
    if (filled !== undefined) return filled;
    if (sign === '-') return this.#dashes();
    if (sign === '.') return this.#points();
    if (!separator.test(sign)) return undefined;
    // An address of the newer kind begins so.
    if (this.lines.every(({ text, at }) => text.startsWith('::', at) && /[\da-f]/i.test(text[at + 2] ?? ''))) return undefined;
    if (/\s/.test(sign)) {
      const found = this.matching(/[ \t]+/y);
      if (!found) return undefined;
      const runs = new Set([...found].map(([line, end]) => line.text.slice(line.at, end)));
      const [only = ''] = runs;
      this.advance(found);
      if (runs.size === 1 && only.length === 1) this.parts.push(escaped(only));
      else this.parts.push('<space>');
      return ' ';
    }
    const found = this.matching(new RegExp(`\\${sign}`, 'y'));
    if (!found) return undefined;
    this.advance(found);
    this.parts.push(escaped(sign));
    return sign;
  }

  protected isAfterSeparator({ text, at }: Line): boolean {
    return at === 0 || separator.test(text[at - 1]!) || text[at - 1] === '/';
  }

  /** A free name for a column. */
  protected name(wanted: string): string {
    let name = wanted;
    for (let number = 2; this.taken.has(name); number++) name = `${wanted}_${number}`;
    this.taken.add(name);
    return name;
  }

  protected state(): ReaderState {
    return {
      lines: this.lines,
      parts: [...this.parts],
      columns: this.columns,
      isHeader: this.isHeader,
      hasTime: this.hasTime,
      hasLevel: this.hasLevel,
      hasLevelWord: this.hasLevelWord,
      taken: [...this.taken],
      texts: this.#texts,
    };
  }

  protected restore(state: ReaderState): void {
    this.lines = state.lines;
    this.parts = [...state.parts];
    this.columns = state.columns;
    this.isHeader = state.isHeader;
    this.hasTime = state.hasTime;
    this.hasLevel = state.hasLevel;
    this.hasLevelWord = state.hasLevelWord;
    this.#texts = state.texts;
    this.retake(state.taken);
  }

  protected retake(taken: readonly string[]): void {
    this.taken.clear();
    for (const name of taken) this.taken.add(name);
  }

  /** A point that ends a column. */
  #points(): string | undefined {
    const found = this.columns > 0 ? this.matching(/\.(?= )/y) : undefined;
    if (found?.size !== this.lines.length) return undefined;
    this.literal('.');
    return '.';
  }

  /** Dashes between blanks. */
  #dashes(): string | undefined {
    const found = this.matching(/-+(?= )/y);
    if (!found || !/(?:^| |<space>)$/.test(this.pattern)) return undefined;
    const runs = new Set([...found].map(([line, end]) => line.text.slice(line.at, end)));
    if (runs.size > 1) return undefined;
    this.advance(found);
    this.parts.push([...runs][0]!);
    return '-';
  }

  /** Blanks that fill a column up inside brackets; some lines may have none. */
  #paddingAfter(read: string): string | undefined {
    const padded = this.lines.filter(({ text, at }) => text[at] === ' ').length;
    if (!/[[(]$/.test(read) || padded === 0) return undefined;
    this.lines = this.lines.map((line) => ({ ...line, at: line.text.length - line.text.slice(line.at).trimStart().length }));
    this.parts.push(padding);
    return ' ';
  }
}

export function matchAt(shape: RegExp, { text, at }: Line): RegExpExecArray | null {
  shape.lastIndex = at;
  return shape.exec(text);
}

const escaped = (text: string): string => text.replaceAll(/[{}<>|\\]/g, String.raw`\$&`).replaceAll('\t', String.raw`\t`);
