import { expressionFunctions, fieldSet, patternOperatorDocs, patternTypeDocs, compilePattern } from '@acequia/event';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { opsFor } from '#blocks/condition-editor/model/condition-rows.ts';
import type { SourceLanguage } from '../language.ts';
import { expressionLanguage } from './expression-language.ts';
import { patternLanguage } from './pattern-language.ts';
import { templateLanguage } from './template-language.ts';

const fields = fieldSet({ status: 'integer', host: 'string', 'user.name': 'string', body: 'json' });
const around = { fields, language: 'en', opsFor } as const;
const expression = expressionLanguage(around);
const template = templateLanguage(around);
const pattern = patternLanguage('es');

/** The text with `|` where the caret stands. */
function at(marked: string): { readonly text: string; readonly at: number } {
  const caret = marked.indexOf('|');
  return { text: marked.slice(0, caret) + marked.slice(caret + 1), at: caret };
}
function offered(language: SourceLanguage, marked: string, asked = false): readonly string[] {
  const place = at(marked);
  return language.offers(place.text, place.at, asked)?.offers.map(({ label }) => label) ?? [];
}
/** The text after the offer of this label is taken. */
function taken(language: SourceLanguage, marked: string, label: string, asked = false): string {
  const place = at(marked);
  const found = language.offers(place.text, place.at, asked)!;
  const offer = found.offers.find((each) => each.label === label)!;
  const text = place.text.slice(0, found.from) + offer.insert + place.text.slice(found.to);
  const caret = found.from + (offer.caret ?? offer.insert.length);
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

describe('offers of the expression language', () => {
  it('are the fields with their types inside a reference, and close it once', () => {
    const { text, at: caret } = at('${|');
    expect(expression.offers(text, caret, false)!.offers.slice(0, 2)).toEqual([
      { label: 'status', kind: 'field', insert: 'status}', detail: 'integer' },
      { label: 'host', kind: 'field', insert: 'host}', detail: 'string' },
    ]);
    expect(taken(expression, '${ho|', 'host')).toBe('${host}|');
    expect(taken(expression, '${ho|} == "a"', 'host')).toBe('${host|} == "a"');
    expect(taken(expression, '${h|ost} == 1', 'status')).toBe('${status|} == 1');
  });
  it('are values where a value comes next: fields whole, functions with the caret inside, never an operator', () => {
    expect(taken(expression, 'ho|', 'host')).toBe('${host}|');
    expect(taken(expression, '${status} == le|', 'length')).toBe('${status} == length(|)');
    expect(taken(expression, 'no|', 'now')).toBe('now()|');
    expect(offered(expression, '${status} == x|')).not.toContain('==');
  });
  it('are the tests that fit the type of the field before them, words of several letters included', () => {
    expect(offered(expression, '${status} b|')).toEqual(['between']);
    expect(offered(expression, '${host} does not s|')).toEqual(['does not start with']);
    expect(taken(expression, '${host} starts w|', 'starts with')).toBe('${host} starts with |');
    expect(offered(expression, '${status} s|')).toEqual([]);
    expect(offered(expression, '${status} == 1 a|')).toContain('and');
  });
  it('do not come by themselves, nor inside a text or a comment', () => {
    expect(offered(expression, '${status} |')).toEqual([]);
    expect(offered(expression, '${status} |', true)).toContain('between');
    expect(offered(expression, '${host} == "ho|"', true)).toEqual([]);
    expect(offered(expression, '# ho|', true)).toEqual([]);
    expect(offered(expression, '$|{host} == 1', true)).toEqual([]);
  });
  it('do not stand in the way of the Enter behind a whole keyword', () => {
    expect(offered(expression, '${host} is nul|')).toContain('is null');
    for (const written of ['${host} is null|', '${host} exists|', '${host} is null and|', '${ok} == true|', 'not|'])
      expect(offered(expression, written)).toEqual([]);
    expect(offered(expression, '${host} contains|')).toEqual([]);
    expect(offered(expression, '${host} contains a|')).toContain('contains any of');
    expect(offered(expression, '${host} contains|', true)).toContain('contains');
  });
  it('name every function, each with its words and an example', () => {
    const all = expression.offers('', 0, true)!.offers.filter(({ kind }) => kind === 'function');
    expect(all).toHaveLength(expressionFunctions.length);
    expect(all.every(({ doc }) => doc!.text !== '' && doc!.example!.includes('→'))).toBe(true);
  });
});

describe('hints of the expression language', () => {
  it('say the type of a field and the use of a function', () => {
    expect(expression.hint('${status} > 1', 3)?.title).toBe('status: integer');
    expect(expression.hint('lower(${host})', 2)?.title).toContain('lower(');
    expect(expression.hint('lower', 2)).toBeUndefined();
  });
  it('mark the part of the innermost call that is written', () => {
    const call = at('replace(lower(${host}), "a", |)');
    expect(expression.call(call.text, call.at)).toMatchObject({ at: 0, active: expect.stringContaining('to') as string });
    const inner = at('replace(lower(|');
    expect(expression.call(inner.text, inner.at)?.before).toBe('lower(');
    const closed = at('lower(${host})|');
    expect(expression.call(closed.text, closed.at)).toBeUndefined();
  });
});

describe('templates', () => {
  it('offer fields in references and the whole language in expressions only', () => {
    expect(taken(template, 'x ${us|', 'user.name')).toBe('x ${user.name}|');
    expect(taken(template, 'x {{ le| }}', 'length')).toBe('x {{ length(|) }}');
    expect(offered(template, 'le|')).toEqual([]);
    expect(offered(template, '$${ho|')).toEqual([]);
    expect(taken(template, 'a |', 'host', true)).toBe('a ${host}|');
  });
  it('hint inside both', () => {
    expect(template.hint('a ${status}', 4)?.title).toBe('status: integer');
    expect(template.call('{{ lower( }}', 9)?.before).toBe('lower(');
  });
});

describe('the parse language', () => {
  it('offers types after a colon, options between brackets, operators after <', () => {
    expect(offered(pattern, '{a:|}')).toContain('timestamp');
    expect(taken(pattern, '{a:i|', 'int')).toBe('{a:int}|');
    expect(taken(pattern, '{a:i|}', 'ip')).toBe('{a:ip|}');
    expect(offered(pattern, '{a:int(|)}')).toEqual(['base', 'thousands', 'length', 'null']);
    expect(taken(pattern, '{c:csv(sep|)}', 'separator')).toBe('{c:csv(separator=|)}');
    expect(taken(pattern, 'x<un|', 'until')).toBe('x<until(value="|")>');
    expect(offered(pattern, 'a\\<un|')).toEqual([]);
  });
  it('hints in the language of the page', () => {
    expect(pattern.hint('{a:int}', 4)?.doc?.text).toBe(patternTypeDocs.int.es);
    expect(pattern.hint('<any>', 2)?.title).toBe('<any>');
  });
  it('has an example for each type and operator that the language reads', () => {
    for (const { example } of [...Object.values(patternTypeDocs), ...Object.values(patternOperatorDocs)])
      expect(compilePattern(example)).toMatchObject({ ok: true });
  });
});

describe.each([
  ['expressions', expression],
  ['templates', template],
  ['patterns', pattern],
])('%s while they are written', (_name, language) => {
  it('never break, and their tokens stand in order inside the text', () => {
    const piece = fc.constantFrom(
      '${',
      '}',
      '{',
      '{{',
      '}}',
      '"',
      "'",
      '(',
      ')',
      '<',
      '>',
      'until',
      'lower',
      ' ',
      ',',
      '\\',
      '#',
      '[',
      '1.5',
      'r"',
      ':int',
      '🚰',
      '\n',
      'and',
      'does not',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), fc.nat(60), (pieces, place) => {
        const text = pieces.join('');
        const caret = Math.min(place, text.length);
        let last = 0;
        for (const { from, to } of language.tokens(text)) {
          expect(from).toBeGreaterThanOrEqual(last);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(text.length);
          last = to;
        }
        const found = language.offers(text, caret, true);
        if (found) expect(0 <= found.from && found.from <= caret && caret <= found.to && found.to <= text.length).toBe(true);
        language.hint(text, caret);
        language.call(text, caret);
      }),
    );
  });
});
