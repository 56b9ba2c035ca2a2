import { expect, test } from 'vitest';
import { toldAnswer } from './told-answer.ts';

test.each([
  ['{"error":"index logs is closed"}', '{"error":"index logs is closed"}'],
  ['  invalid\r\n\ttoken\u0000\u001b[31m \u202eexpired\u2028', 'invalid token [31m expired'],
  ['<html><head><title>502 Bad Gateway</title></head><body>\n<h1>502</h1></body></html>', '502 Bad Gateway 502'],
  ['Basic authentication required', 'Basic authentication required'],
])('an answer is told in one line: %j', (response, told) => {
  expect(toldAnswer(response)).toBe(told);
});

test('nothing said is nothing told', () => {
  expect(toldAnswer('')).toBeUndefined();
  expect(toldAnswer(' \r\n\u0000')).toBeUndefined();
});

test('a long run is a secret only with a digit in it, wherever that is', () => {
  const letters = 'a'.repeat(40);
  expect(toldAnswer(`the field ${letters} is unknown`)).toBe(`the field ${letters} is unknown`);
  for (const run of [`7${letters}`, `${letters}7`, `${letters}7${letters}`])
    expect(toldAnswer(`the key ${run} is unknown`)).toBe('the key ••• is unknown');
});

test('a long answer ends after 200 characters, and never in the middle of one', () => {
  const told = toldAnswer('🚰 '.repeat(5000))!;
  expect([...told]).toHaveLength(200);
  expect(told.isWellFormed()).toBe(true);
});
