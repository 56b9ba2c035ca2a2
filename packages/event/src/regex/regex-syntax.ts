/** Code points as sorted, disjoint, inclusive ranges. */
export type CharSet = readonly (readonly [low: number, high: number])[];

export type RegexNode =
  | { readonly kind: 'set'; readonly set: CharSet; readonly source: string }
  | { readonly kind: 'boundary'; readonly source: string }
  | { readonly kind: 'begin' }
  | { readonly kind: 'end' }
  | { readonly kind: 'sequence'; readonly parts: readonly RegexNode[] }
  | { readonly kind: 'choice'; readonly branches: readonly RegexNode[] }
  | { readonly kind: 'group'; readonly name: string | undefined; readonly capture: boolean; readonly body: RegexNode }
  | { readonly kind: 'repeat'; readonly body: RegexNode; readonly min: number; readonly max: number; readonly lazy: boolean };

const top = 0x10ffff;
const digit: CharSet = [[48, 57]];
const wordChars: CharSet = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
const blank: CharSet = [
  [9, 10],
  [12, 13],
  [32, 32],
];
const classLetters: Readonly<Record<string, CharSet>> = { d: digit, w: wordChars, s: blank };
const controls: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, a: 7 };

export function normalSet(ranges: Iterable<readonly [number, number]>): CharSet {
  const sorted = [...ranges].sort((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const [low, high] of sorted) {
    const last = merged.at(-1);
    if (last && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else merged.push([low, high]);
  }
  return merged;
}

export function complement(set: CharSet): CharSet {
  const ranges: [number, number][] = [];
  let next = 0;
  for (const [low, high] of set) {
    if (low > next) ranges.push([next, low - 1]);
    next = high + 1;
  }
  if (next <= top) ranges.push([next, top]);
  return ranges;
}

class Unsupported extends Error {}

/**
 * Reads the common subset of RE2 and V8 whose meaning is certain in both; undefined when the pattern uses anything else.
 * With `ignoreCase` only sets that fold alike are read, and they come out folded.
 */
export function parseCommonRegex(source: string, ignoreCase: boolean): RegexNode | undefined {
  let text = source;
  let folded = ignoreCase;
  let dotAll = false;
  const flags = /^\(\?([is]+)\)/.exec(source);
  if (flags) {
    text = source.slice(flags[0].length);
    folded ||= flags[1]!.includes('i');
    dotAll = flags[1]!.includes('s');
  }
  try {
    const reader = new Reader(text, folded, dotAll);
    const node = reader.choice(0);
    return reader.at === text.length ? node : undefined;
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}

class Reader {
  readonly text: string;
  readonly folded: boolean;
  readonly dotAll: boolean;
  at = 0;

  constructor(text: string, folded: boolean, dotAll: boolean) {
    this.text = text;
    this.folded = folded;
    this.dotAll = dotAll;
  }

  choice(depth: number): RegexNode {
    if (depth > 20) throw new Unsupported();
    const branches = [this.sequence(depth)];
    while (this.text[this.at] === '|') {
      this.at += 1;
      branches.push(this.sequence(depth));
    }
    return branches.length === 1 ? branches[0]! : { kind: 'choice', branches };
  }

  sequence(depth: number): RegexNode {
    const parts: RegexNode[] = [];
    while (this.at < this.text.length && this.text[this.at] !== '|' && this.text[this.at] !== ')') {
      parts.push(this.quantified(this.atom(depth)));
    }
    return { kind: 'sequence', parts };
  }

  quantified(body: RegexNode): RegexNode {
    const m = /(?:([*+?])|\{(\d{1,4})(?:(,)(\d{1,4})?)?\})(\?)?/y;
    m.lastIndex = this.at;
    const q = m.exec(this.text);
    if (!q) {
      if (this.text[this.at] === '{') throw new Unsupported();
      return body;
    }
    if (body.kind === 'begin' || body.kind === 'end' || body.kind === 'boundary') throw new Unsupported();
    this.at = m.lastIndex;
    if (/[*+?{]/.test(this.text[this.at] ?? '')) throw new Unsupported();
    const min = q[1] === '+' ? 1 : q[2] === undefined ? 0 : Number(q[2]);
    const max = q[1] === '?' ? 1 : q[1] !== undefined ? Infinity : q[3] === undefined ? min : q[4] === undefined ? Infinity : Number(q[4]);
    if (max < min || min > 1000 || (Number.isFinite(max) && max > 1000)) throw new Unsupported();
    return { kind: 'repeat', body, min, max, lazy: q[5] === '?' };
  }

  atom(depth: number): RegexNode {
    const c = this.text[this.at]!;
    switch (c) {
      case '^':
        this.at += 1;
        return { kind: 'begin' };
      case '$':
        this.at += 1;
        return { kind: 'end' };
      case '.': {
        this.at += 1;
        const set: CharSet = this.dotAll ? [[0, top]] : complement([[10, 10]]);
        return { kind: 'set', set, source: this.dotAll ? '[\\s\\S]' : '[^\\n]' };
      }
      case '(':
        return this.group(depth);
      case '[':
        return this.charClass();
      case '\\':
        return this.escape();
      case '*':
      case '+':
      case '?':
      case '{':
      case '}':
      case ']':
        throw new Unsupported();
      default:
        return this.literal(this.text.codePointAt(this.at)!);
    }
  }

  group(depth: number): RegexNode {
    const m = /\((?:\?(?:(:)|P?<([A-Za-z_][A-Za-z0-9_]*)>))?/y;
    m.lastIndex = this.at;
    const head = m.exec(this.text)!;
    if (this.text[m.lastIndex] === '?') throw new Unsupported();
    this.at = m.lastIndex;
    const body = this.choice(depth + 1);
    if (this.text[this.at] !== ')') throw new Unsupported();
    this.at += 1;
    return { kind: 'group', capture: head[1] === undefined, name: head[2], body };
  }

  literal(code: number): RegexNode {
    if (code >= 0xd800 && code <= 0xdfff) throw new Unsupported();
    const text = String.fromCodePoint(code);
    this.at += text.length;
    return this.single(code);
  }

  single(code: number): RegexNode {
    return { kind: 'set', set: this.fold([[code, code]]), source: escapeCode(code) };
  }

  escape(): RegexNode {
    const c = this.text[this.at + 1] ?? '';
    const set = classLetters[c.toLowerCase()];
    if (set) {
      if (this.folded && c.toLowerCase() === 'w') throw new Unsupported();
      this.at += 2;
      const own = c === c.toLowerCase() ? set : complement(set);
      return { kind: 'set', set: own, source: sourceOfSet(own) };
    }
    if (c === 'b') {
      if (this.folded) throw new Unsupported();
      this.at += 2;
      return { kind: 'boundary', source: '\\b' };
    }
    if (c === 'A' || c === 'z') {
      this.at += 2;
      return { kind: c === 'A' ? 'begin' : 'end' };
    }
    return this.single(this.escapedCode());
  }

  escapedCode(): number {
    const c = this.text[this.at + 1] ?? '';
    if (Object.hasOwn(controls, c)) {
      this.at += 2;
      return controls[c]!;
    }
    const hex = /\\x(?:([0-9a-fA-F]{2})|\{([0-9a-fA-F]{1,6})\})/y;
    hex.lastIndex = this.at;
    const m = hex.exec(this.text);
    if (m) {
      this.at = hex.lastIndex;
      const code = Number.parseInt(m[1] ?? m[2]!, 16);
      if (code > top || (code >= 0xd800 && code <= 0xdfff)) throw new Unsupported();
      return code;
    }
    if (!/[!-/:-@[-`{-~]/.test(c)) throw new Unsupported();
    this.at += 2;
    return c.charCodeAt(0);
  }

  charClass(): RegexNode {
    this.at += 1;
    const negated = this.text[this.at] === '^';
    if (negated) this.at += 1;
    const ranges: (readonly [number, number])[] = [];
    for (let first = true; this.text[this.at] !== ']' || first; first = false) {
      if (this.at >= this.text.length || this.text.startsWith('[:', this.at)) throw new Unsupported();
      if (this.text[this.at] === ']') throw new Unsupported();
      const lower = this.text[this.at] === '\\' ? classLetters[(this.text[this.at + 1] ?? '').toLowerCase()] : undefined;
      if (lower) {
        const c = this.text[this.at + 1]!;
        if (this.folded && c.toLowerCase() === 'w') throw new Unsupported();
        ranges.push(...(c === c.toLowerCase() ? lower : complement(lower)));
        this.at += 2;
        if (this.text[this.at] === '-' && this.text[this.at + 1] !== ']') throw new Unsupported();
        continue;
      }
      const low = this.classCode();
      let high = low;
      if (this.text[this.at] === '-' && this.text[this.at + 1] !== ']' && this.at + 1 < this.text.length) {
        this.at += 1;
        high = this.classCode();
        if (high < low) throw new Unsupported();
      }
      ranges.push([low, high]);
    }
    this.at += 1;
    const set = this.fold(normalSet(ranges));
    const own = negated ? complement(set) : set;
    if (own.length === 0) throw new Unsupported();
    return { kind: 'set', set: own, source: sourceOfSet(own) };
  }

  classCode(): number {
    if (this.text[this.at] === '\\') return this.escapedCode();
    const code = this.text.codePointAt(this.at);
    if (code === undefined || (code >= 0xd800 && code <= 0xdfff)) throw new Unsupported();
    this.at += code > 0xffff ? 2 : 1;
    return code;
  }

  /** Folding is done here, in the sets, so that V8 runs without its `i` flag. */
  fold(set: CharSet): CharSet {
    if (!this.folded) return set;
    const ranges: (readonly [number, number])[] = [...set];
    for (const [low, high] of set) {
      if (high > 127) throw new Unsupported();
      for (let code = low; code <= high; code += 1) {
        const c = String.fromCharCode(code);
        if (/[a-z]/.test(c)) ranges.push([code - 32, code - 32]);
        if (/[A-Z]/.test(c)) ranges.push([code + 32, code + 32]);
        if (/k/i.test(c)) ranges.push([0x212a, 0x212a]);
        if (/s/i.test(c)) ranges.push([0x17f, 0x17f]);
      }
    }
    return normalSet(ranges);
  }
}

const escapeCode = (code: number): string => `\\u{${code.toString(16)}}`;

export function sourceOfSet(set: CharSet): string {
  if (set.length === 1 && set[0]![0] === set[0]![1]) return escapeCode(set[0]![0]);
  return `[${set.map(([low, high]) => (low === high ? escapeCode(low) : `${escapeCode(low)}-${escapeCode(high)}`)).join('')}]`;
}

/** The pattern for V8, with the flag `u`; every set is written out, so no class or flag of V8's own takes part. */
export function sourceForV8(node: RegexNode): string {
  switch (node.kind) {
    case 'set':
      return sourceOfSet(node.set);
    case 'boundary':
      return node.source;
    case 'begin':
      return '^';
    case 'end':
      return '$';
    case 'sequence':
      return node.parts.map(sourceForV8).join('');
    case 'choice':
      return node.branches.map(sourceForV8).join('|');
    case 'group':
      return `(${node.name !== undefined ? `?<${node.name}>` : node.capture ? '' : '?:'}${sourceForV8(node.body)})`;
    case 'repeat': {
      const count = node.max === Infinity ? `{${node.min},}` : `{${node.min},${node.max}}`;
      const simple = node.body.kind === 'set' || node.body.kind === 'group';
      const body = simple ? sourceForV8(node.body) : `(?:${sourceForV8(node.body)})`;
      return body + count + (node.lazy ? '?' : '');
    }
  }
}
