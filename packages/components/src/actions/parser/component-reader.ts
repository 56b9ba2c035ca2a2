import { compilePattern } from '@acequia/event';
import { BracketReader } from './bracket-reader.ts';
import { columnType } from './column-type.ts';
import {
  aligned,
  cell,
  component,
  dashed,
  dashedWord,
  dottedBehindWord,
  dottedComponent,
  emptyCells,
  event,
  filledWord,
  isCommonLevel,
  key,
  labelled,
  letterAndNumber,
  levelWord,
  messageCode,
  moduleAndLevel,
  notedProgram,
  numberedInParentheses,
  partOfProgram,
  place,
  plainWord,
  process,
  recordBeforeClass,
  runnable,
  sourceFile,
  sourceInBracket,
  spacedComponent,
  wordBeforeColon,
} from './header-shapes.ts';
import { areLocations, isLevel } from './header-texts.ts';
import { columnShare, type Line, matchAt, padding } from './line-reader.ts';

/** Part of the lines that must have a component where nothing else looks like it. */
const certainShare = 0.9;

/** Reads what wrote a line: programs, components, classes and places in a source text, with what belongs to them. */
export abstract class ComponentReader extends BracketReader {
  /** `app[7]`: a program, and a number or two of it. */
  protected process(): boolean {
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

  protected endsByMark(): boolean {
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
      this.separators();
      return this.ended();
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
      return this.ended();
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
    this.separators();
    return this.ended();
  }

  /** Words of different lengths after which all lines go on at one place. */
  #filled(): ReadonlyMap<Line, number> | undefined {
    const found = this.matching(filledWord);
    if (!found) return undefined;
    const ends = [...found].map(([line, end]) => ({ end: end - line.at, blanks: /^ */.exec(line.text.slice(end))![0].length }));
    const isFilled = new Set(ends.map(({ end, blanks }) => end + blanks)).size === 1 && new Set(ends.map(({ end }) => end)).size > 1;
    return isFilled && ends.filter(({ blanks }) => blanks > 1).length >= ends.length / 2 ? found : undefined;
  }

  /** A component with points in its name, behind a word: `main app.db: `. */
  protected dottedComponent(): boolean {
    const dotted = this.lines.filter((line) => matchAt(dottedComponent, line)).length;
    // A module without a point stands beside those that have one.
    const areMixed = dotted >= this.lines.length / 2 && this.matching(wordBeforeColon)?.size === this.lines.length;
    return (areMixed || this.matching(dottedComponent) !== undefined) && this.#component();
  }

  /** A component before a colon, with or without the number of its process: the last column. */
  #component(): boolean {
    if (this.#numbered()) return true;
    const parsed = this.lines.map((line) => matchAt(component, line));
    const found = parsed.filter((match) => match !== null);
    const names = found.map((match) => match[1]!);
    const isPlain = found.every((match) => match[2] === undefined && plainWord.test(match[1]!));
    const followsHost = this.follows('host');
    // Plain words before a colon are those of a sentence where an odd line has none.
    if (found.length < this.lines.length * (isPlain && !followsHost ? columnShare : certainShare)) return false;
    // “duration: 5 ms” is a message, “auth: …” beside “store: …” may be what wrote it.
    const areMeasures = this.lines.every((line, place) => /^-?\d/.test(line.text.slice(line.at + (parsed[place]?.[0].length ?? 0))));
    if (isPlain && new Set(names).size === 1 && (!followsHost || areMeasures)) return false;
    // Names of values are those of the message: `client: a, reason: b`.
    if (
      isPlain &&
      this.lines.filter((line, place) => labelled.test(line.text.slice(line.at + (parsed[place]?.[0].length ?? 0)))).length > 0
    )
      return false;
    const wanted =
      names.every((text) => letterAndNumber.test(text)) || names.every((text) => moduleAndLevel.test(text))
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
    if (!arePrograms && names.some((text) => text.includes('['))) return false;
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
    const levels = this.levelWords();
    const areLevels = levels !== undefined && new Set([...levels].map(([line, end]) => line.text.slice(line.at, end))).size > 1;
    return (
      areLevels || this.isLevelInBrackets() || this.isCodeInBrackets() || this.areColumnsInBrackets() || this.#isEventNext() || this.ended()
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
    return this.ended();
  }

  /** A program, its number and a note in parentheses, before a colon. */
  #notedProgram(found: readonly RegExpExecArray[], name: string, pid: string): boolean {
    if (found.length < this.lines.length) return false;
    const areLevels = !this.hasLevel && found.every((match) => isLevel(match[3]!));
    this.parts.push(`{${name}}[{${pid}:int}]({${this.name(areLevels ? 'level' : 'context')}}): `);
    this.lines = this.lines.map((line, index) => ({ ...line, at: line.at + found[index]![0].length + 2 }));
    return this.ended();
  }

  /** The columns of a record between a level and a class in brackets: more than words of a sentence. */
  protected record(): boolean {
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

  /** What happened, in letters that no word of a sentence has: the last column. */
  protected event(): boolean {
    if (!this.isHeader || !this.#isEventNext()) return false;
    this.takeShape(event, 'name');
    if (this.matching(/: /y)?.size === this.lines.length) this.literal(': ');
    return this.ended();
  }

  #isEventNext(): boolean {
    const found = this.matching(event);
    return found?.size === this.lines.length && new Set([...found].map(([line, end]) => line.text.slice(line.at, end))).size > 1;
  }
}
