/** An absolute path with `*` `?` `[…]` `{a,b}` within a part and `**` for any number of folders. */
export interface Glob {
  /** Folder above the first part with a wildcard. */
  readonly base: string;
  /** One for each way the braces can be read. */
  readonly forms: readonly GlobForm[];
}

/** Parts below the base; `anyRun` for `**`. */
type GlobForm = readonly (NamePart | typeof anyRun)[];

/** One part of a path: characters that fit in order, and `anyRun` for `*`. */
interface NamePart {
  readonly signs: readonly (CharTest | typeof anyRun)[];
  /** Characters that a name needs to fit. */
  readonly least: number;
  /** The part begins with a wildcard, which never stands for a leading dot. */
  readonly wildFirst: boolean;
}

type CharTest = string | ((char: string) => boolean);

const anyRun = Symbol('any run');

const formsMax = 64;

/** Undefined: not absolute, a `.` or `..` in it, or brackets that do not close. */
export function parseGlob(text: string): Glob | undefined {
  if (!text.startsWith('/') || text.includes('\0')) return undefined;
  const parts = text.split('/').slice(1);
  if (parts.at(-1) === '' || parts.some((part) => part === '.' || part === '..')) return undefined;
  const names = parts.filter((part) => part !== '');
  const firstWild = names.findIndex((part) => /[*?[{]/.test(part));
  const fixed = firstWild < 0 ? names.length - 1 : firstWild;
  const expanded = expandBraces(names.slice(fixed).join('/'));
  if (expanded === undefined) return undefined;
  const forms: GlobForm[] = [];
  for (const form of expanded) {
    const matchers = form.split('/').map((part) => (part === '**' ? anyRun : parsePart(part)));
    if (matchers.some((matcher) => matcher === undefined)) return undefined;
    forms.push(matchers as GlobForm);
  }
  return { base: `/${names.slice(0, fixed).join('/')}`, forms };
}

/** A pattern of the configuration: a whole path, or one whose first part names a folder for reading. Undefined as for `parseGlob`. */
export function parsePattern(text: string): Glob | undefined {
  if (text.startsWith('/')) return parseGlob(text);
  const name = text.slice(0, Math.max(0, text.indexOf('/')));
  return name === '' || /[*?[\]{}]/.test(name) ? undefined : parseGlob(`/${text}`);
}

/**
 * Whether a reading of the braces has a part that no name fits, so that nothing is ever found by it: one that is empty, `.` or `..`,
 * or that begins with a set of dots alone, which like any wildcard never stands for a leading dot.
 */
export const hasDeadForm = ({ forms }: Glob): boolean => forms.some((form) => form.some((part) => part !== anyRun && fitsNoName(part)));

function fitsNoName({ signs, wildFirst }: NamePart): boolean {
  if (wildFirst) return signs[0] === '.';
  return signs.length <= 2 && signs.every((sign) => sign === '.');
}

/** Whether a path matches from the root on. */
export function matchesGlob(glob: Glob, path: string): boolean {
  const prefix = glob.base === '/' ? '/' : `${glob.base}/`;
  if (!path.startsWith(prefix)) return false;
  const names = path.slice(prefix.length).split('/').map(toName);
  return glob.forms.some((form) => matchesRuns(form, names, fitsName));
}

/** Whether files below a folder (names from the base on) can match. */
export function mayHold(glob: Glob, names: readonly string[]): boolean {
  return glob.forms.some((form) => {
    for (const [index, name] of names.entries()) {
      const part = form[index];
      if (part === anyRun) return true;
      if (part === undefined || index === form.length - 1 || !fitsName(part, toName(name))) return false;
    }
    return true;
  });
}

/**
 * Whether items fit a pattern in which each part stands for one item and `anyRun` for any number. What the last run took is
 * the only thing ever given back, so the work is at most parts times items.
 */
function matchesRuns<Part, Item>(
  pattern: readonly (Part | typeof anyRun)[],
  items: readonly Item[],
  fits: (part: Part, item: Item) => boolean,
): boolean {
  let part = 0;
  let item = 0;
  let afterRun = -1;
  let runEnd = 0;
  while (item < items.length) {
    const wanted = pattern[part];
    if (wanted === anyRun) {
      afterRun = part += 1;
      runEnd = item;
    } else if (part < pattern.length && fits(wanted as Part, items[item]!)) {
      part += 1;
      item += 1;
    } else if (afterRun < 0) return false;
    else {
      part = afterRun;
      item = runEnd += 1;
    }
  }
  while (pattern[part] === anyRun) part += 1;
  return part === pattern.length;
}

const toName = (name: string): readonly string[] => [...name];

function fitsName(part: NamePart, name: readonly string[]): boolean {
  if (name.length < part.least || (part.wildFirst && name[0] === '.')) return false;
  return matchesRuns(part.signs, name, fitsChar);
}

const fitsChar = (test: CharTest, char: string): boolean => (typeof test === 'string' ? test === char : test(char));

/** Wildcards of a glob as it is written: each sign that stands for several names. */
export const wildcardsOf = (text: string): number => text.match(/\*+|[?[{]/g)?.length ?? 0;

function expandBraces(text: string): string[] | undefined {
  const open = text.indexOf('{');
  if (open < 0) return text.includes('}') ? undefined : [text];
  let depth = 0;
  const cuts = [open];
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}') depth--;
    else if (text[at] === ',' && depth === 1) cuts.push(at);
    if (depth > 0) continue;
    cuts.push(at);
    const choices = cuts.slice(0, -1).map((cut, index) => text.slice(cut + 1, cuts[index + 1]));
    const all: string[] = [];
    for (const choice of choices) {
      const forms = expandBraces(text.slice(0, open) + choice + text.slice(at + 1));
      if (forms === undefined || all.length + forms.length > formsMax) return undefined;
      all.push(...forms);
    }
    return all;
  }
  return undefined;
}

/** Undefined: a set that does not close or cannot be read. */
function parsePart(part: string): NamePart | undefined {
  const signs: (CharTest | typeof anyRun)[] = [];
  const chars = [...part];
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at]!;
    if (char === '*') {
      if (signs.at(-1) !== anyRun) signs.push(anyRun);
    } else if (char === '?') signs.push(() => true);
    else if (char === '[') {
      const end = chars.indexOf(']', at + 2);
      const set = end < 0 ? undefined : parseSet(chars.slice(at + 1, end));
      if (set === undefined) return undefined;
      signs.push(set);
      at = end;
    } else signs.push(char);
  }
  return { signs, least: signs.filter((sign) => sign !== anyRun).length, wildFirst: /^[*?[]/.test(part) };
}

/** `[a-z_]`; `!` or `^` in front turns it round. One character in it is that character. Undefined: a range that ends before it begins. */
function parseSet(chars: readonly string[]): CharTest | undefined {
  const negated = chars[0] === '!' || chars[0] === '^';
  const ranges: { readonly from: number; readonly to: number }[] = [];
  for (let at = negated ? 1 : 0; at < chars.length; at++) {
    const from = chars[at]!.codePointAt(0)!;
    const isRange = chars[at + 1] === '-' && at + 2 < chars.length;
    if (isRange) at += 2;
    const to = chars[at]!.codePointAt(0)!;
    if (to < from) return undefined;
    ranges.push({ from, to });
  }
  const [first] = ranges;
  if (!negated && first && ranges.every(({ from, to }) => from === first.from && to === from)) return String.fromCodePoint(first.from);
  return (char) => {
    const point = char.codePointAt(0)!;
    return ranges.some(({ from, to }) => from <= point && point <= to) !== negated;
  };
}
