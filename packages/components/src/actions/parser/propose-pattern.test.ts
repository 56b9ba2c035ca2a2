import { expect, test } from 'vitest';
import { previewParsers } from './preview-parsers.ts';
import { proposePattern } from './propose-pattern.ts';

const patternOf = (...lines: string[]) => proposePattern(lines)?.pattern;

test('OpenSSH lines: what is the same stays, what differs is named after the word before', () => {
  const lines = [
    'Failed password for root from 203.0.113.9 port 4711 ssh2',
    'Failed password for admin from 198.51.100.7 port 22 ssh2',
    'Connection closed by 203.0.113.9',
  ];
  const proposal = proposePattern(lines, 'message')!;
  expect(proposal).toEqual({ field: 'message', mode: 'pattern', pattern: 'Failed password for {for} from {from:ip} port {port:int} ssh2' });
  const preview = previewParsers([proposal], lines, 0n)!;
  expect(preview.parsed).toBe(2);
  expect(preview.fields).toEqual([
    { name: 'for', type: 'string', value: 'root' },
    { name: 'from', type: 'string', value: '203.0.113.9' },
    { name: 'port', type: 'integer', value: '4711' },
  ]);
});

test('signs split words, and signs of the language are escaped', () => {
  expect(patternOf('job{7} took=12 [ok]', 'job{8} took=30 [late]')).toBe(String.raw`job\{{job:int}\} took={took:int} [{text}]`);
});

test('names are told apart, and leading zeros are no numbers', () => {
  expect(patternOf('from 10.0.0.1 to 10.0.0.2 id 007', 'from 10.0.0.3 to 10.0.0.4 id 008')).toBe('from {from:ip} to {to:ip} id {id}');
  expect(patternOf('1 2', '3 4')).toBe('{number:int} {number_2:int}');
});

test('one line is enough where it holds a number; text that is all alike, or in no shape, has no pattern', () => {
  expect(patternOf('took 5 ms')).toBe('took {took:int} ms');
  expect(patternOf('hello world', 'hello world')).toBeUndefined();
  expect(patternOf(...Array.from({ length: 12 }, (_, n) => 'a '.repeat(n + 1)))).toBeUndefined();
  expect(patternOf()).toBeUndefined();
});

test('requests, codes and programs that are alike in the samples become fields, named after a word and never after a value', () => {
  const lines = [
    'conn http-in asked "GET /a HTTP/1.1" by curl/8.5 GET user_id=5 in 20 ms',
    'conn http-in asked "GET /a HTTP/1.1" by curl/8.5 GET user_id=6 in 31 ms',
  ];
  const proposal = proposePattern(lines)!;
  expect(proposal.pattern).toBe('conn {conn} asked {asked:quoted} by {by} {text} user_id={user_id:int} in {ms:int} ms');
  const later = 'conn https-in asked "POST /b?x=\\"1\\" HTTP/2.0" by Mozilla/5.0 PUT user_id=-7 in 2 ms';
  expect(previewParsers([proposal], [later], 0n)?.fields.map(({ value }) => value)).toEqual([
    'https-in',
    'POST /b?x="1" HTTP/2.0',
    'Mozilla/5.0',
    'PUT',
    '-7',
    '2',
  ]);
});

test('a unit behind a number does not name what comes after it', () => {
  expect(patternOf('GET /a 200 8.125 ms 512', 'GET /b 404 12.001 ms 77')).toContain(' ms {number_3:int}');
});

test('a time in a sentence is one column, and no column is called after a month', () => {
  expect(patternOf('run [Tue Nov 24 10:00:07 2026] took 5 ms', 'run [Tue Nov 24 10:01:30 2026] took 8 ms')).toBe(
    'run [{time:timestamp("%a %b %e %H:%M:%S %Y")}] took {took:int} ms',
  );
});
