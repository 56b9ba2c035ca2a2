import { expecting, expectingText, type Expected } from '../expected.ts';
import { findText } from '../text/find-text.ts';
import { fail, type Step } from './cursor.ts';
import type { Options, PatternNode } from './pattern-ast.ts';

type OperatorNode = Extract<
  PatternNode,
  { readonly options: Options; readonly kind: 'while' | 'until' | 'skip' | 'newline' | 'space' | 'any' }
>;

/** The step of an operator that moves the cursor and yields nothing (catalogue 5.3). */
export function operatorStep(node: OperatorNode): Step {
  switch (node.kind) {
    case 'any':
      return (cursor) => {
        cursor.at = cursor.text.length;
        return true;
      };
    case 'newline': {
      const expected = expecting('EXPECTED_LINE_BREAK');
      return (cursor) => {
        const length = cursor.text.startsWith('\r\n', cursor.at) ? 2 : cursor.text[cursor.at] === '\n' ? 1 : 0;
        cursor.at += length;
        return length > 0 || fail(cursor, { code: 'PARSE_NO_MATCH', offset: cursor.at, field: '', expected });
      };
    }
    case 'space':
      return repeated((text, at) => (text[at] === ' ' || text[at] === '\t' ? 1 : 0), 1, Infinity, expecting('EXPECTED_BLANK'));
    case 'skip': {
      const count = Number(node.options.get(''));
      const expected = expecting('EXPECTED_CHARACTERS', { count });
      return (cursor) => {
        if (cursor.at + count > cursor.text.length) return fail(cursor, { code: 'PARSE_NO_MATCH', offset: cursor.at, field: '', expected });
        cursor.at += count;
        return true;
      };
    }
    case 'until':
      return until(String(node.options.get('value') ?? node.options.get('')), node.options.get('include') !== false);
    case 'while': {
      const chars = node.options.get('chars');
      const value = String(node.options.get('value') ?? node.options.get('') ?? '');
      const min = Number(node.options.get('min') ?? 0);
      const max = Number(node.options.get('max') ?? Infinity);
      if (chars === undefined)
        return repeated((text, at) => (text.startsWith(value, at) ? value.length : 0), min, max, expectingText(value));
      const set = new Set(String(chars));
      return repeated(
        (text, at) => (at < text.length && set.has(text[at]!) ? 1 : 0),
        min,
        max,
        expecting('EXPECTED_ONE_OF', { choices: String(chars) }),
      );
    }
  }
}

function until(value: string, include: boolean): Step {
  const expected = expectingText(value);
  return (cursor) => {
    const at = findText(cursor.text, value, cursor.at);
    if (at < 0) return fail(cursor, { code: 'PARSE_NO_MATCH', offset: cursor.text.length, field: '', expected });
    cursor.at = include ? at + value.length : at;
    return true;
  };
}

function repeated(length: (text: string, at: number) => number, min: number, max: number, expected: Expected): Step {
  return (cursor) => {
    let count = 0;
    for (; count < max; count += 1) {
      const step = length(cursor.text, cursor.at);
      if (step === 0) break;
      cursor.at += step;
    }
    return count >= min || fail(cursor, { code: 'PARSE_NO_MATCH', offset: cursor.at, field: '', expected });
  };
}
