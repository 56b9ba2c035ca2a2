import { expect, test } from 'vitest';
import { toldAnswer } from './told-answer.ts';

test.each([
  ['{"error":"index logs is closed"}', '{"error":"index logs is closed"}'],
  ['  invalid\r\n\ttoken\u0000\u001b[31m \u202eexpired\u2028', 'invalid token [31m expired'],
  ['<html><head><title>502 Bad Gateway</title></head><body>\n<h1>502</h1></body></html>', '502 Bad Gateway 502'],
  ['Basic authentication required', 'Basic authentication required'],
])('an answer is told in one line: %j', (response, told) => {
  expect(toldAnswer(response, [])).toBe(told);
});

test('nothing said is nothing told', () => {
  expect(toldAnswer('', [])).toBeUndefined();
  expect(toldAnswer(' \r\n\u0000', [])).toBeUndefined();
});

test('no secret that was sent is told, however it is written', () => {
  const secret = 'p"ss wörd/1';
  const forms = [secret, JSON.stringify({ a: secret }), encodeURIComponent(secret), Buffer.from(secret).toString('base64')];
  for (const form of forms) {
    const told = toldAnswer(`refused: ${form}, sorry`, [secret])!;
    expect(told).toContain('•••');
    expect(told).not.toContain('wörd');
    expect(told).not.toContain(Buffer.from(secret).toString('base64').slice(0, 8));
    expect(told).toContain('sorry');
  }
});

test.each([
  'authorization: Bearer abc12345',
  'you sent Basic dXNlcjpwYXNzMQ==',
  '{"api_key":"abc12345"}',
  'https://host/in?token=abc12345&x=1',
  'key eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc12345 is not known',
])('what looks like a secret is not told: %s', (response) => {
  const told = toldAnswer(response, [])!;
  expect(told).toContain('•••');
  expect(told).not.toMatch(/abc12345|dXNlcjpwYXNzMQ/);
});

test('a long run is a secret only with a digit in it, wherever that is', () => {
  const letters = 'a'.repeat(40);
  expect(toldAnswer(`the field ${letters} is unknown`, [])).toBe(`the field ${letters} is unknown`);
  for (const run of [`7${letters}`, `${letters}7`, `${letters}7${letters}`])
    expect(toldAnswer(`the key ${run} is unknown`, [])).toBe('the key ••• is unknown');
});

test('a long answer ends after 200 characters, and never in the middle of one', () => {
  const told = toldAnswer('🚰 '.repeat(5000), [])!;
  expect([...told]).toHaveLength(200);
  expect(told.isWellFormed()).toBe(true);
  expect(toldAnswer(`${'word '.repeat(38)}hidden-1`, ['hidden-1'])).toMatch(/ •••$/);
});
