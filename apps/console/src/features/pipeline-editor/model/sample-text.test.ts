import { expect, test } from 'vitest';
import { formOf, sampleTexts } from './sample-text.ts';

test.each([
  ['', 'lines'],
  ['a line\nanother', 'lines'],
  ['[22/Nov/2026] GET /', 'lines'],
  ['{"a":1}\n{"a":2}', 'events'],
  ['{"a":1}', 'events'],
  ['{\n  "a": 1\n}', 'message'],
  ['[{"a":1},{"a":2}]', 'message'],
  ['[\n  {"a":1}\n]', 'message'],
  ['{ not json', 'lines'],
])('a pasted text is not cut where it must not be: %j is %s', (text, form) => {
  expect(formOf(text)).toBe(form);
});

test('a message is kept whole; of lines the blank ones are left out', () => {
  expect(sampleTexts('\n[\n1,\n\n2]\n', 'message')).toEqual(['[\n1,\n\n2]']);
  expect(sampleTexts(' \n', 'message')).toEqual([]);
  expect(sampleTexts('a\r\n\nb', 'lines')).toEqual(['a', 'b']);
});
