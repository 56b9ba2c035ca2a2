import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SentSecrets } from './sent-secrets.ts';
import { toldAnswer } from './told-answer.ts';

const sentOf = (...secrets: string[]): SentSecrets => {
  const sent = new SentSecrets();
  for (const secret of secrets) sent.add(secret);
  return sent;
};

const html = (text: string) =>
  text.replace(/[&<>"']/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[char]!);
const ascii = (text: string) => text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const percent = (text: string) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** How destinations write what they were sent. */
const writings: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => JSON.stringify(secret).slice(1, -1),
  (secret) => ascii(JSON.stringify(secret).slice(1, -1)).replaceAll('/', '\\/'),
  encodeURIComponent,
  (secret) => encodeURIComponent(secret).replace(/%../g, (escape) => escape.toLowerCase()),
  (secret) => new URLSearchParams({ a: secret }).toString().slice(2),
  percent,
  html,
  (secret) => Buffer.from(secret).toString('base64'),
  (secret) => Buffer.from(secret).toString('base64url'),
  (secret) => encodeURIComponent(Buffer.from(secret).toString('base64')),
];

test('no secret that was sent is in what is made of an answer, however the destination writes it', () => {
  const secret = fc
    .string({ unit: 'grapheme', minLength: 8, maxLength: 40 })
    .filter((text) => text.isWellFormed() && !/[\p{Cc}•]/u.test(text));
  fc.assert(
    fc.property(secret, fc.constantFrom(...writings), (text, write) => {
      expect(sentOf(text).hide(`refused: <${write(text)}> sorry`)).toBe('refused: <•••> sorry');
    }),
    { numRuns: 3000 },
  );
});

test('what is escaped twice is found, and the text around it stays as it was', () => {
  const sent = sentOf('p"ss wörd/1');
  expect(sent.hide(JSON.stringify({ url: `/in?key=${encodeURIComponent('p"ss wörd/1')}`, at: 'a%20b\\n' }))).toBe(
    String.raw`{"url":"/in?key=•••","at":"a%20b\\n"}`,
  );
  expect(sent.hide(html(JSON.stringify({ key: 'p"ss wörd/1' })))).toBe('{&quot;key&quot;:&quot;•••&quot;}');
});

test('a replacement character of the secret itself is no sign of another encoding', () => {
  expect(sentOf('a\ufffd b cdefg').hide('<a%EF%BF%BD%20b%20cdefg>')).toBe('<•••>');
});

test('an answer made to match a secret almost costs what any other does', () => {
  const secret = `${'\\'.repeat(60)}x`;
  expect(sentOf(secret, `${'\\"'.repeat(40)}x`, `${'%25'.repeat(40)}x`).hide('\\'.repeat(4096))).toHaveLength(4096);
});

test('user and password together are hidden as they are sent', () => {
  const sent = sentOf('pass', 'user:pass');
  for (const answer of ['Authorization: Basic dXNlcjpwYXNz refused', '{"Authorization":["Basic dXNlcjpwYXNz"]}', 'no user:pass here'])
    expect(sent.hide(answer)).not.toMatch(/dXNlcjpwYXNz|pass/);
});

test.each([
  'authorization: Bearer abc12345',
  'Authorization: Basic dXNlcjpwYXNz refused',
  '{"Authorization":["Basic dXNlcjpwYXNz"]}',
  '{"headers":{"Authorization":"Basic dXNlcjpwYXNz"}}',
  'you sent Basic dXNlcjpwYXNzMQ==',
  '{"api_key":"abc12345"}',
  'https://host/in?token=abc12345&x=1',
  'key eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc12345 is not known',
])('what looks like a secret is not told: %s', (answer) => {
  const told = toldAnswer(sentOf().hide(answer))!;
  expect(told).toContain('•••');
  expect(told).not.toMatch(/abc12345|dXNlcjpwYXNz/);
});

test('short ones hide no ordinary words, and of many the newest are known', () => {
  expect(sentOf('ok').hide('all ok')).toBe('all ok');
  const sent = new SentSecrets();
  for (let count = 0; count < 1000; count += 1) sent.add(`access-token-${count}`);
  expect(sent.hide('access-token-999 and access-token-940')).toBe('••• and •••');
});
