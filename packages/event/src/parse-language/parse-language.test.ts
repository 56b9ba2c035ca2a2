import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { valueToJsonText } from '../json/print-json.ts';
import { compilePattern } from './compile-pattern.ts';

function run(pattern: string, text: string): Record<string, unknown> {
  const compiled = compilePattern(pattern);
  if (!compiled.ok) throw new Error(`${compiled.error.code} ${compiled.error.offset} ${compiled.error.detail}`);
  const result = compiled.value.parse(text);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return Object.fromEntries(result.value.map(([name, value]) => [name, JSON.parse(valueToJsonText(value))]));
}

function faultOf(pattern: string, text: string) {
  const compiled = compilePattern(pattern);
  if (!compiled.ok) return [compiled.error.code, compiled.error.offset];
  const result = compiled.value.parse(text);
  return result.ok ? undefined : [result.error.code, result.error.offset, result.error.field];
}

describe('examples of the catalogue', () => {
  test.each([
    [
      '{ip:ip} - {user} [{ts:timestamp("%d/%b/%Y:%H:%M:%S %z")}] "{method} {path} {proto}" {status:int} {size:int(null="-")}',
      '203.0.113.9 - ana [17/May/2024:14:30:00 +0200] "GET /a?x=1 HTTP/1.1" 200 -',
      {
        ip: '203.0.113.9',
        user: 'ana',
        ts: '2024-05-17T12:30:00Z',
        method: 'GET',
        path: '/a?x=1',
        proto: 'HTTP/1.1',
        status: 200,
        size: null,
      },
    ],
    ['{a} {b:int}<while(value=" ")>{c:csv(indices=[0,2])}', 'x 7   p,q,r', { a: 'x', b: 7, 'c.0': 'p', 'c.2': 'r' }],
    [
      '{:int},{row:csv(totalColumns=2,columns=["k","v"])},{body:json}',
      '1,a,b,{"n":[1,2]}',
      { 'row.k': 'a', 'row.v': 'b', body: { n: [1, 2] } },
    ],
    ['{*:kv}', 'src=10.0.0.1 msg="a b" ok', { src: '10.0.0.1', msg: 'a b', ok: null }],
    ['<optional(\\<{pri:int}\\>)>{msg}', '<34>su failed', { pri: 34, msg: 'su failed' }],
    ['<optional(\\<{pri:int}\\>)>{msg}', 'plain', { pri: null, msg: 'plain' }],
    ['<either({ip:ip}|{host:word})> {rest}', 'web-1 is up', { ip: null, host: 'web-1', rest: 'is up' }],
    [
      '{y:int(length=4)}{m:int(length=2)}{d:int(length=2)};{v:float(decimal=",",thousands=".")}',
      '20240517;1.234,50',
      { y: 2024, m: 5, d: 17, v: 1234.5 },
    ],
    ['{tags:list(separator="|")} {n:quoted(escape="double")}', 'a|b "say ""hi"""', { tags: ['a', 'b'], n: 'say "hi"' }],
    ['<until(value="id=")>{id:word}<any>', 'noise id=77 tail', { id: '77' }],
    [
      '{*:cef}',
      'CEF:0|Acme|FW|1.0|100|Blocked|7|src=10.0.0.1 msg=a\\=b c',
      {
        cef_version: '0',
        device_vendor: 'Acme',
        device_product: 'FW',
        device_version: '1.0',
        signature_id: '100',
        name: 'Blocked',
        severity: '7',
        src: '10.0.0.1',
        msg: 'a=b c',
      },
    ],
  ])('%s on %s', (pattern, text, expected) => {
    expect(run(pattern, text)).toEqual(expected);
  });

  test('an error names code, offset and field', () => {
    expect(faultOf('{a:int}-{b:int}', '12-x')).toEqual(['PARSE_TYPE', 3, 'b']);
    expect(faultOf('{a}{b}', '')).toEqual(['PATTERN_TOUCH', 0]);
  });
});

describe('further', () => {
  test.each([
    ['{a}<optional( by {b})>', 'x by y', { a: 'x', b: 'y' }],
    ['{a}<optional( by {b})>', 'x', { a: 'x', b: null }],
    ['{*:csv(columns=["a","b"])};{c}', '1,"x;y";z', { a: '1', b: 'x;y', c: 'z' }],
    ['{k:kv(as=json)}', 'a=1 b', { k: { a: '1', b: null } }],
    ['{x:xml} {y}', '<a b="1">t&amp;u</a> z', { x: { a: { '@b': '1', '#text': 't&u' } }, y: 'z' }],
    ['{:word} {t:timestamp} {j:json}', 'x 2024-05-17T14:30:00.5+02:00 "s"', { t: '2024-05-17T12:30:00.500Z', j: 's' }],
    ['{*:grok("%{IP:client.ip} %{NUMBER:n:int}")} {rest}', '10.0.0.1 5 z', { 'client.ip': '10.0.0.1', n: 5, rest: 'z' }],
    ['{a}<newline>{b}', 'x\r\ny', { a: 'x', b: 'y' }],
    ['{ip:ip}:{port:int}', '10.0.0.1:80', { ip: '10.0.0.1', port: 80 }],
    ['[{b:bool}] {s:string(trim=true)}', '[yes]  x ', { b: true, s: 'x' }],
    ['{h:int(base=16)}\\x2c{a<skip(2)>'.replace('{a<', '{a:word(chars="ab")}<'), 'ff,abab??', { h: 255, a: 'abab' }],
  ])('%s on %s', (pattern, text, expected) => {
    expect(run(pattern, text)).toEqual(expected);
  });

  test.each([
    ['{a:int}', '12x', ['PARSE_TRAILING', 2, '']],
    ['{a} x', 'abc', ['PARSE_NO_MATCH', 3, 'a']],
    ['{*:csv(totalColumns=3)}', 'a,b', ['PARSE_COLUMNS', 3, '*']],
    ['{a:json}', '{"a":', ['PARSE_TYPE', 5, 'a']],
    ['{a:json}', '['.repeat(100), ['PARSE_LIMIT', 64, 'a']],
  ])('%s on %s fails', (pattern, text, expected) => {
    expect(faultOf(pattern, text)).toEqual(expected);
  });

  test.each([
    ['{a', 'PATTERN_SYNTAX'],
    ['{a:what}', 'PATTERN_TYPE'],
    ['{_a}', 'PATTERN_NAME'],
    ['{a:int(x=1)}', 'PATTERN_OPTION'],
    ['<nope>', 'PATTERN_SYNTAX'],
    ['{a:timestamp("%Q")}', 'PATTERN_OPTION'],
    ['{*}', 'PATTERN_NAME'],
    ['{a:csv},{b}', 'PATTERN_OPTION'],
    ['<optional('.repeat(6) + 'x' + ')>'.repeat(6), 'PATTERN_NESTING'],
    ['a>b', 'PATTERN_SYNTAX'],
    ['{a:grok("(?=x)")}', 'PATTERN_OPTION'],
  ])('%s is refused while typing', (pattern, code) => {
    expect(faultOf(pattern, '')?.[0]).toBe(code);
  });
});

test('random patterns and texts never crash', () => {
  const piece = fc.constantFrom(
    '{a}',
    '{b:int}',
    '{c:kv}',
    '{*:csv}',
    '{d:json}',
    '{e:ip}',
    '{f:xml}',
    '<space>',
    '<any>',
    '<optional(',
    '<either(',
    '|',
    ')>',
    ' ',
    ',',
    '<while(value=",")>',
    '{g:quoted}',
    '{*:syslog}',
    '{h:list}',
    '\\',
    '{',
  );
  const text = fc.string({ maxLength: 40, unit: fc.constantFrom(...'ab1 ,="{}[]<>:.|\n\\-') });
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 8 }).map((p) => p.join('')),
      text,
      (pattern, sample) => {
        const compiled = compilePattern(pattern);
        if (compiled.ok) compiled.value.parse(sample);
      },
    ),
    { numRuns: 3000 },
  );
});
