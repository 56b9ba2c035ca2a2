import { err, ok, type Result } from '@acequia/base';
import type { RE2JS } from 're2js';
import { re2 as pattern } from '#re2';
import { spendRun } from '../expression/steps.ts';
import type { BitState } from './bit-state.ts';
import { faultOfEngine, findRefused, type RegexFault } from './regex-faults.ts';

export interface RegexMatch {
  readonly start: number;
  readonly end: number;
  /** Texts of the groups, 0 = the whole match; undefined where a group took no part. */
  readonly groups: readonly (string | undefined)[];
  /** Offsets of the groups, −1 where a group took no part. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** A compiled RE2 pattern. Running it takes time linear in the text; it counts among the steps of the run (`spendRun`). */
export interface Regex {
  readonly source: string;
  /** Named groups and their numbers. */
  readonly names: ReadonlyMap<string, number>;
  readonly groupCount: number;
  /** Which engine runs it; the meaning is the same. */
  readonly engine: 'v8' | 're2';
  /** Steps of what it may read far behind a match, for each character there; 0: it does not, or counts it. */
  readonly lookSteps: number;
  /** Builds what the first call would build. */
  prepare(): void;
  /** Whether the pattern is found anywhere in the text. */
  test(text: string): boolean;
  /** The first match at or after `from`. */
  exec(text: string, from?: number): RegexMatch | undefined;
}

export interface RegexOptions {
  readonly ignoreCase?: boolean;
  /** Never use the host's engine; for tests. */
  readonly re2Only?: boolean;
  /** Limit of the source in bytes; larger only for patterns put together by us. */
  readonly sourceMax?: number;
}

const sourceBytesMax = 4096;
const programMax = 100_000;

export { patternEngine } from '#re2';

/** Compiles a pattern of RE2 syntax (catalogue 4.6). In a browser, await `patternEngine` before: until then every pattern is taken for right. */
export function compileRegex(source: string, options: RegexOptions = {}): Result<Regex, RegexFault> {
  const most = options.sourceMax ?? sourceBytesMax;
  if (source.length > most || new TextEncoder().encode(source).length > most) {
    return err(faultOf('REGEX_TOO_LONG', most));
  }
  const refused = findRefused(source);
  if (refused) return err(refused);
  const engine = pattern();
  if (!engine) return ok(unread(source));
  let re2: RE2JS;
  try {
    re2 = engine.RE2JS.compile(source, options.ignoreCase === true ? engine.RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    return err(faultOfEngine(source, error));
  }
  if (re2.programSize() > programMax) return err(faultOf('REGEX_PROGRAM', 0));
  const names = new Map(Object.entries(re2.namedGroups()));
  const common = options.re2Only === true ? undefined : engine.parseCommonRegex(source, options.ignoreCase === true);
  if (common && engine.isLinear(common)) return ok(counted(v8Regex(source, names, re2.groupCount(), engine.sourceForV8(common)), v8Steps));
  return ok(byBitState(re2Regex(source, names, re2), re2, engine));
}

/** Steps of a call, and of each character it goes over. */
const callSteps = 20;
const execSteps = 80;
/** Of each group of a match. */
const groupSteps = 8;
const v8Steps = 1;
/** Of a character that RE2JS itself goes over: it may look at its whole program. */
const re2Steps = (re2: RE2JS): number => 4 + re2.programSize();

function counted(regex: Regex, steps: number): Regex {
  return {
    ...regex,
    test: (text) => {
      spendRun(callSteps + text.length * steps);
      return regex.test(text);
    },
    exec: (text, from = 0) => {
      const match = regex.exec(text, from);
      spendRun(execSteps + ((match?.end ?? text.length) - from) * steps + (match?.groups.length ?? 0) * groupSteps);
      return match;
    },
  };
}

/** Runs the program of a pattern by `BitState` and counts what it does; what has no room there is left to `long`. */
function byBitState(long: Regex, re2: RE2JS, engine: NonNullable<ReturnType<typeof pattern>>): Regex {
  let state: BitState | undefined;
  const prepare = (): void => {
    state ??= engine.BitState.of(re2);
  };
  const run = (text: string, from: number): Int32Array | 'tooDeep' | undefined => {
    prepare();
    return state?.fits(text, from) === true ? state.exec(text, from, spendRun) : 'tooDeep';
  };
  const spendLong = (characters: number): void => spendRun(characters * re2Steps(re2));
  return {
    ...long,
    prepare,
    test: (text) => {
      spendRun(callSteps);
      const captures = run(text, 0);
      if (captures !== 'tooDeep') return captures !== undefined;
      spendLong(text.length);
      return long.test(text);
    },
    exec: (text, from = 0) => {
      if (from > text.length) return undefined;
      spendRun(execSteps);
      const captures = run(text, from);
      if (captures === undefined) return undefined;
      spendRun((re2.groupCount() + 1) * groupSteps);
      if (captures !== 'tooDeep') return matchOf(text, captures);
      spendLong(text.length - from);
      return long.exec(text, from);
    },
  };
}

function matchOf(text: string, captures: Int32Array): RegexMatch {
  const groups: (string | undefined)[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < captures.length; at += 2) {
    const start = captures[at]!;
    const end = captures[at + 1]!;
    starts.push(start);
    ends.push(start < 0 ? -1 : end);
    groups.push(start < 0 ? undefined : text.slice(start, end));
  }
  return { start: starts[0]!, end: ends[0]!, groups, starts, ends };
}

/** Fixed characters, the last of which may be repeated: what stands behind a match cannot change it. */
const plainPattern = /^(?:\\[dDsSwW.,:;/|*+?()[\]{}=-]|\[[^[\]\\]+\]|[^\\()[\]{}|?*+^$.])+[*+]?$/;

/** Stands for a pattern until there is an engine to read it. */
const unread = (source: string): Regex => ({
  source,
  names: new Map(),
  groupCount: 0,
  engine: 're2',
  lookSteps: 0,
  prepare: () => undefined,
  test: () => false,
  exec: () => undefined,
});

const faultOf = (code: RegexFault['code'], offset: number): RegexFault => ({ code, offset, end: offset + 1 });

function v8Regex(source: string, names: ReadonlyMap<string, number>, groupCount: number, own: string): Regex {
  const plain = new RegExp(own, 'u');
  const indexed = new RegExp(own, 'dgu');
  return {
    source,
    names,
    groupCount,
    engine: 'v8',
    lookSteps: plainPattern.test(source) ? 0 : 1 / 8,
    prepare: () => undefined,
    test: (text) => plain.test(text),
    exec: (text, from = 0) => {
      indexed.lastIndex = from;
      const match = indexed.exec(text);
      if (!match) return undefined;
      const spans = match.indices!;
      return {
        start: match.index,
        end: match.index + match[0].length,
        groups: [...match],
        starts: spans.map((span: readonly [number, number] | undefined) => span?.[0] ?? -1),
        ends: spans.map((span: readonly [number, number] | undefined) => span?.[1] ?? -1),
      };
    },
  };
}

function re2Regex(source: string, names: ReadonlyMap<string, number>, re2: RE2JS): Regex {
  return {
    source,
    names,
    groupCount: re2.groupCount(),
    engine: 're2',
    lookSteps: 0,
    prepare: () => undefined,
    test: (text) => re2.test(text),
    exec: (text, from = 0) => {
      if (from > text.length) return undefined;
      const matcher = re2.matcher(text);
      if (!matcher.find(from)) return undefined;
      const groups: (string | undefined)[] = [];
      const starts: number[] = [];
      const ends: number[] = [];
      for (let i = 0; i <= re2.groupCount(); i += 1) {
        const start = matcher.start(i);
        starts.push(start);
        ends.push(start < 0 ? -1 : matcher.end(i));
        groups.push(start < 0 ? undefined : text.slice(start, matcher.end(i)));
      }
      return { start: starts[0]!, end: ends[0]!, groups, starts, ends };
    },
  };
}

/** Matches of one text before what each may have read ahead counts. */
const freeLooks = 32;

/** All matches in order, at most `max`; an empty match moves on by one character. */
export function* allMatches(regex: Regex, text: string, max = Infinity): Generator<RegexMatch, void, undefined> {
  let from = 0;
  for (let n = 0; n < max && from <= text.length; n += 1) {
    const match = regex.exec(text, from);
    if (!match) return;
    if (n >= freeLooks) spendRun(Math.ceil((text.length - match.end) * regex.lookSteps));
    yield match;
    from = match.end > match.start ? match.end : match.end + ((text.codePointAt(match.end) ?? 0) > 0xffff ? 2 : 1);
  }
}

/** Replaces every match; `$1`, `${name}`, `$$` in `to`. */
export function replaceMatches(regex: Regex, text: string, to: string, max = Infinity): string {
  let out = '';
  let at = 0;
  for (const match of allMatches(regex, text, max)) {
    out += text.slice(at, match.start) + expand(regex, match, to);
    at = match.end;
  }
  return out + text.slice(at);
}

function expand(regex: Regex, match: RegexMatch, to: string): string {
  if (!to.includes('$')) return to;
  return to.replace(/\$(?:(\$)|(\d{1,2})|\{([^}]*)\})/g, (whole, dollar?: string, number?: string, name?: string) => {
    if (dollar !== undefined) return '$';
    const group = number !== undefined ? Number(number) : (regex.names.get(name!) ?? (/^\d+$/.test(name!) ? Number(name) : -1));
    if (group < 0 || group > regex.groupCount) return number !== undefined || group >= 0 ? '' : whole;
    return match.groups[group] ?? '';
  });
}
