/** An absolute path with `*` `?` `[…]` `{a,b}` within a part and `**` for any number of folders. */
export interface Glob {
  /** Folder above the first part with a wildcard. */
  readonly base: string;
  /** One for each way the braces can be read. */
  readonly forms: readonly GlobForm[];
}

/** Parts below the base: a fixed or matching name, or `undefined` for `**`. */
type GlobForm = readonly (RegExp | undefined)[];

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
    const matchers = form.split('/').map((part) => (part === '**' ? undefined : partMatcher(part)));
    if (matchers.some((matcher) => matcher === null)) return undefined;
    forms.push(matchers as GlobForm);
  }
  return { base: `/${names.slice(0, fixed).join('/')}`, forms };
}

/** Whether a path matches from the root on. */
export function matchesGlob(glob: Glob, path: string): boolean {
  const prefix = glob.base === '/' ? '/' : `${glob.base}/`;
  if (!path.startsWith(prefix)) return false;
  const names = path.slice(prefix.length).split('/');
  return glob.forms.some((form) => matchesParts(form, 0, names, 0));
}

/** Whether files below a folder (names from the base on) can match. */
export function mayHold(glob: Glob, names: readonly string[]): boolean {
  return glob.forms.some((form) => {
    for (const [index, name] of names.entries()) {
      if (index >= form.length - 1 && form[index] !== undefined) return false;
      const part = form[index];
      if (part === undefined) return true;
      if (!part.test(name)) return false;
    }
    return true;
  });
}

function matchesParts(form: GlobForm, part: number, names: readonly string[], at: number): boolean {
  if (part === form.length) return at === names.length;
  const matcher = form[part];
  if (matcher === undefined) {
    for (let skip = at; skip <= names.length; skip++) if (matchesParts(form, part + 1, names, skip)) return true;
    return false;
  }
  return at < names.length && matcher.test(names[at]!) && matchesParts(form, part + 1, names, at + 1);
}

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

/** Null: it cannot be read. A name that begins with a dot must be asked for by one. */
function partMatcher(part: string): RegExp | null {
  let source = '';
  for (let at = 0; at < part.length; at++) {
    const sign = part[at]!;
    if (sign === '*') {
      while (part[at + 1] === '*') at++;
      source += '[^/]*';
    } else if (sign === '?') source += '[^/]';
    else if (sign === '[') {
      const end = part.indexOf(']', at + 2);
      if (end < 0) return null;
      const set = part
        .slice(at + 1, end)
        .replace(/[\\^[\]]/g, (found, index: number) => (found === '^' && index === 0 ? '^' : `\\${found}`));
      source += `[${set.startsWith('!') ? `^${set.slice(1)}` : set}]`;
      at = end;
    } else source += sign.replace(/[\\^$.|+()\]{}]/, '\\$&');
  }
  try {
    return new RegExp(`^${/^[*?[]/.test(part) ? '(?!\\.)' : ''}${source}$`, 'su');
  } catch {
    return null;
  }
}
