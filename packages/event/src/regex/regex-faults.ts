/** Why a pattern is refused while it is typed, and the piece of it that is wrong. */
export interface RegexFault {
  readonly code: RegexFaultCode;
  /** UTF-16 offset in the pattern. */
  readonly offset: number;
  /** Behind the last unit of the piece. */
  readonly end: number;
}

type RegexFaultCode =
  | 'REGEX_SYNTAX'
  | 'REGEX_GROUP_OPEN'
  | 'REGEX_GROUP_CLOSE'
  | 'REGEX_GROUP_NAME'
  | 'REGEX_GROUP_TWICE'
  | 'REGEX_SET_OPEN'
  | 'REGEX_SET_RANGE'
  | 'REGEX_REPEAT_NOTHING'
  | 'REGEX_REPEAT_TWICE'
  | 'REGEX_REPEAT_COUNT'
  | 'REGEX_ESCAPE'
  | 'REGEX_BACKSLASH'
  | 'REGEX_TOO_LONG'
  | 'REGEX_PROGRAM'
  | 'REGEX_LOOK_AROUND'
  | 'REGEX_BACK_REFERENCE'
  | 'REGEX_ATOMIC';

/** The words of the RE2 engine for what it refuses. */
const codeOfWords: Readonly<Record<string, RegexFaultCode>> = {
  'missing closing )': 'REGEX_GROUP_OPEN',
  'unexpected )': 'REGEX_GROUP_CLOSE',
  'invalid named capture': 'REGEX_GROUP_NAME',
  'invalid or unsupported Perl syntax': 'REGEX_GROUP_NAME',
  'duplicate capture group name': 'REGEX_GROUP_TWICE',
  'missing closing ]': 'REGEX_SET_OPEN',
  'invalid character class range': 'REGEX_SET_RANGE',
  'missing argument to repetition operator': 'REGEX_REPEAT_NOTHING',
  'invalid nested repetition operator': 'REGEX_REPEAT_TWICE',
  'invalid repeat count': 'REGEX_REPEAT_COUNT',
  'invalid escape sequence': 'REGEX_ESCAPE',
  'trailing backslash at end of expression': 'REGEX_BACKSLASH',
};

/** What the RE2 engine refused, with its place in the source. */
export function faultOfEngine(source: string, error: unknown): RegexFault {
  const { error: words, input } = error as { readonly error?: unknown; readonly input?: unknown };
  const code = codeOfWords[String(words)] ?? 'REGEX_SYNTAX';
  const [offset, length] = placeOf(code, source, typeof input === 'string' ? input : '');
  return { code, offset, end: Math.min(source.length, offset + Math.max(1, length)) };
}

/** For some faults the engine gives the whole source, or a piece that also occurs before. */
function placeOf(code: RegexFaultCode, source: string, piece: string): readonly [offset: number, length: number] {
  if (code === 'REGEX_GROUP_OPEN' || code === 'REGEX_GROUP_CLOSE') return [unpairedAt(source, code === 'REGEX_GROUP_OPEN'), 1];
  if (code === 'REGEX_BACKSLASH') return [source.length - 1, 1];
  if (code === 'REGEX_GROUP_TWICE') return [source.lastIndexOf(`<${piece}>`) + 1, piece.length];
  const at = piece === '' ? -1 : source.lastIndexOf(piece);
  return at < 0 ? [0, source.length] : [at, code === 'REGEX_SET_OPEN' ? 1 : piece.length];
}

/** The last bracket that nothing closes, or the first that closes nothing. */
function unpairedAt(source: string, opening: boolean): number {
  const open: number[] = [];
  for (const { at, bracket } of brackets(source)) {
    if (bracket === '(') open.push(at);
    else if (open.pop() === undefined && !opening) return at;
  }
  return open.at(-1) ?? 0;
}

/** Round brackets that group: not escaped, and not in a set. */
function* brackets(source: string): Generator<{ readonly at: number; readonly bracket: '(' | ')' }> {
  let inSet = false;
  for (let at = 0; at < source.length; at += 1) {
    const c = source[at];
    if (c === '\\') at += 1;
    else if (inSet) inSet = c !== ']';
    else if (c === '[') {
      inSet = true;
      if (source[at + 1] === '^') at += 1;
      if (source[at + 1] === ']') at += 1;
    } else if (c === '(' || c === ')') yield { at, bracket: c };
  }
}

/** Finds constructs that RE2 refuses and people expect, to name them with their place. */
export function findRefused(source: string): RegexFault | undefined {
  let inClass = false;
  for (let i = 0; i < source.length; i += 1) {
    const c = source[i];
    if (c === '\\') {
      const next = source[i + 1] ?? '';
      if (!inClass && /[1-9]/.test(next)) return fault('REGEX_BACK_REFERENCE', i);
      if (!inClass && next === 'k' && /^[<{']/.test(source.slice(i + 2))) return fault('REGEX_BACK_REFERENCE', i);
      if (next === 'Q') {
        const end = source.indexOf('\\E', i);
        if (end < 0) return undefined;
        i = end;
      }
      i += 1;
    } else if (inClass) {
      if (c === ']') inClass = false;
    } else if (c === '[') {
      inClass = true;
      if (source[i + 1] === '^') i += 1;
      if (source[i + 1] === ']') i += 1;
    } else if (c === '(' && source[i + 1] === '?') {
      if (/^\(\?<?[=!]/.test(source.slice(i, i + 4))) return fault('REGEX_LOOK_AROUND', i);
      if (source[i + 2] === '>') return fault('REGEX_ATOMIC', i);
    } else if (/[*+?}]/.test(c!) && source[i + 1] === '+') {
      return fault('REGEX_ATOMIC', i + 1);
    }
  }
  return undefined;
}

const fault = (code: RegexFaultCode, offset: number): RegexFault => ({ code, offset, end: offset + 1 });
