import { describe, expect, test } from 'vitest';
import { detectFormat } from '../detection/detect-format.ts';
import { valueToJsonText } from '../json/print-json.ts';
import { parseAccessLog } from './access-log.ts';
import { parseCef } from './cef.ts';
import { compileGrok } from './grok.ts';
import { grokNames } from './grok-names.ts';
import { parseKeyValue } from './key-value.ts';
import { parseLeef } from './leef.ts';
import type { ParseFault, ShapeResult } from './shape.ts';
import { parseSyslog } from './syslog.ts';

type Parsed = { readonly ok: true; readonly value: ShapeResult } | { readonly ok: false; readonly error: ParseFault };

function shown(result: Parsed): Record<string, unknown> {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return Object.fromEntries(result.value.members.map(([name, value]) => [name, JSON.parse(valueToJsonText(value))]));
}

const near = { nearNs: BigInt(Date.UTC(2024, 4, 17)) * 1_000_000n };

describe('syslog', () => {
  test('5424, all parts, repeated key, escaped quote, BOM', () => {
    const line = '<165>1 2003-10-11T22:14:15.003Z host app 111 ID47 [ex@1 a="1" a="2" q="x\\"]y"][b@2] \ufeffhello';
    expect(shown(parseSyslog(line))).toEqual({
      facility: 20,
      severity: 5,
      version: 1,
      facility_name: 'local4',
      severity_name: 'notice',
      timestamp: '2003-10-11T22:14:15.003Z',
      hostname: 'host',
      app_name: 'app',
      proc_id: '111',
      msg_id: 'ID47',
      structured_data: { 'ex@1': { a: ['1', '2'], q: 'x"]y' }, 'b@2': {} },
      message: 'hello',
    });
  });

  test('5424 with nothing but dashes', () => {
    expect(Object.keys(shown(parseSyslog('<0>1 - - - - - -')))).toEqual([
      'facility',
      'severity',
      'version',
      'facility_name',
      'severity_name',
    ]);
  });

  test.each(['<999>1 - - - - - -', '<1>1 - - -', '<1>1 x - - - - -', '<1>1 - - - - - [a', '<1>1 - - - - - [a b="c]', '<1>1 - - - - - -x'])(
    '5424 broken: %s',
    (line) => {
      const result = parseSyslog(line);
      expect(result.ok && line.startsWith('<1>')).toBe(false);
    },
  );

  test.each([
    [
      "<34>Oct 11 22:14:15 mymachine su[77]: 'su root' failed",
      { timestamp: '2023-10-11T22:14:15Z', hostname: 'mymachine', app_name: 'su', proc_id: '77', message: "'su root' failed" },
    ],
    ['<13>May  7 01:02:03 h app: x', { timestamp: '2024-05-07T01:02:03Z', hostname: 'h', app_name: 'app', message: 'x' }],
    ['<13>2024 May 17 01:02:03 h app: x', { timestamp: '2024-05-17T01:02:03Z', hostname: 'h', app_name: 'app', message: 'x' }],
    [
      '<13>2024-05-17T01:02:03.5+02:00 h app[1]: x',
      { timestamp: '2024-05-16T23:02:03.500Z', hostname: 'h', app_name: 'app', proc_id: '1', message: 'x' },
    ],
    ['<13>May 17 01:02:03 fe80::1 app: x', { timestamp: '2024-05-17T01:02:03Z', hostname: 'fe80::1', app_name: 'app', message: 'x' }],
    ['<13>just text', { message: 'just text' }],
    [
      '<187>45: *Mar  1 18:46:11.123: %SYS-5-CONFIG_I: Configured',
      { timestamp: '2024-03-01T18:46:11.123Z', app_name: '%SYS-5-CONFIG_I', message: 'Configured' },
    ],
  ])('3164: %s', (line, expected) => {
    const { facility: _f, severity: _s, facility_name: _fn, severity_name: _sn, ...rest } = shown(parseSyslog(line, near));
    expect(rest).toEqual(expected);
  });

  test('hostile headers stay linear', () => {
    for (const hostile of ['a:'.repeat(50_000), ':'.repeat(50_000), '['.repeat(50_000), 'a['.repeat(50_000)]) {
      expect(parseSyslog(`<13>May 17 01:02:03 ${hostile}`, near).ok).toBe(true);
      expect(parseSyslog(`<13>${hostile}`, near).ok).toBe(true);
    }
    expect(parseAccessLog(`h - - [x] "${'\\"'.repeat(50_000)}`).ok).toBe(false);
  });

  test('a line without priority is user.notice and flagged', () => {
    const result = parseSyslog('hello world');
    expect(result.ok && result.value.flags).toEqual(['no_header']);
    expect(shown(result)).toMatchObject({ facility: 1, severity: 5, message: 'hello world' });
  });
});

test('CEF: labels, escapes, broken header', () => {
  const line = 'CEF:0|A\\|B|P|1|s|n|5|cs1Label=user cs1=ana b msg=x\\=y\\nz path=C:\\\\d';
  expect(shown(parseCef(line, { labels: true }))).toMatchObject({ device_vendor: 'A|B', user: 'ana b', msg: 'x=y\nz', path: 'C:\\d' });
  expect(parseCef('CEF:0|a|b').ok).toBe(false);
  expect(parseCef('nonsense').ok).toBe(false);
});

test('LEEF 1 and 2 with their delimiters and time', () => {
  expect(shown(parseLeef('LEEF:1.0|V|P|1|e|src=1.1.1.1\tdevTime=May 17 2024 14:30:00'))).toMatchObject({
    event_id: 'e',
    src: '1.1.1.1',
    devTime: '2024-05-17T14:30:00Z',
  });
  expect(shown(parseLeef('LEEF:2.0|V|P|1|e|^|a=1^b=2'))).toMatchObject({ a: '1', b: '2' });
  expect(shown(parseLeef('LEEF:2.0|V|P|1|e|x7C|a=1|b=2'))).toMatchObject({ a: '1', b: '2' });
  expect(shown(parseLeef('LEEF:2.0|V|P|1|e|^|devTime=17/05/2024 14^devTimeFormat=dd/MM/yyyy HH'))).toMatchObject({
    devTime: '2024-05-17T14:00:00Z',
  });
});

test('access lines', () => {
  const line = '1.2.3.4 - ana [17/May/2024:14:30:00 +0200] "GET /a?x=1 HTTP/1.1" 200 - "-" "curl \\"x\\""';
  expect(shown(parseAccessLog(line))).toEqual({
    client_ip: '1.2.3.4',
    ident: null,
    user: 'ana',
    timestamp: '2024-05-17T12:30:00Z',
    method: 'GET',
    path: '/a',
    query: 'x=1',
    protocol: 'HTTP/1.1',
    status: 200,
    bytes: null,
    referer: null,
    user_agent: 'curl "x"',
  });
  expect(shown(parseAccessLog('h - - [17/May/2024:14:30:00 +0200] "\\x16\\x03" 400 5'))).toMatchObject({ request: '\\x16\\x03', bytes: 5 });
  const timed = (rest: string) => shown(parseAccessLog(`h - - [17/May/2024:14:30:00 +0200] "GET /a HTTP/1.1" 200 5${rest}`));
  expect(timed(' "-" "x" 0.123 "10.0.0.1"')).toMatchObject({ user_agent: 'x', rest: '0.123 "10.0.0.1"' });
  expect(timed(' 0.123')).toMatchObject({ bytes: 5, rest: '0.123' });
  expect(timed(' "-" "x"')).not.toHaveProperty('rest');
});

test('every grok name compiles; types convert; unknown names are refused', () => {
  expect(Object.keys(grokNames).length).toBeGreaterThanOrEqual(70);
  for (const name of Object.keys(grokNames)) expect(compileGrok(`%{${name}:x}`).ok, name).toBe(true);
  const grok = compileGrok('%{COMBINEDAPACHELOG}');
  if (!grok.ok) throw new Error(grok.error.code);
  expect(shown(grok.value.parse('1.2.3.4 - - [17/May/2024:14:30:00 +0200] "GET /a HTTP/1.1" 200 5 "-" "x"'))).toMatchObject({
    clientip: '1.2.3.4',
    verb: 'GET',
    response: '200',
    agent: '"x"',
  });
  const own = compileGrok('%{ID:id:int}', { ID: '[0-9]+' });
  expect(own.ok && shown(own.value.parse('n 77'))).toEqual({ id: 77 });
  expect(compileGrok('%{NOPE}')).toMatchObject({ error: { code: 'GROK_UNKNOWN' } });
  expect(compileGrok('%{A}', { A: '%{B}', B: '%{A}' })).toMatchObject({ error: { code: 'GROK_LOOP' } });
});

test('key-value: quotes, bare words, own separators', () => {
  expect(parseKeyValue('a="x \\"y\\"" b= c')).toEqual([
    ['a', 'x "y"'],
    ['b', ''],
    ['c', null],
  ]);
  expect(parseKeyValue('a: 1; b: 2', { pairs: ';', values: ':' })).toEqual([
    ['a', '1'],
    ['b', '2'],
  ]);
  expect(parseKeyValue('a=1 b', { bare: 'true', keys: ['b'] })).toEqual([['b', true]]);
});

describe('detection', () => {
  test.each([
    ['cef', ['CEF:0|a|b|c|d|e|5|x=1']],
    ['syslog-5424', ['<1>1 - h a - - - m']],
    ['syslog-3164', ['<34>Oct 11 22:14:15 h su: x']],
    ['json', ['{"a":1}', '{"a":2}']],
    ['xml', ['<a/>']],
    ['access-combined', ['h - - [17/May/2024:14:30:00 +0200] "GET / HTTP/1.1" 200 5 "-" "x"']],
    ['access-common', ['h - - [17/May/2024:14:30:00 +0200] "GET / HTTP/1.1" 200 5']],
    ['kv', ['a=1 b=2 c=3']],
    ['csv', ['name;age', 'ana;30', 'eva;31']],
    ['text', ['hello', 'there is text']],
    ['text', []],
  ])('%s', (format, lines) => {
    expect(detectFormat(lines).format).toBe(format);
  });

  test('types, header and what lies inside', () => {
    const csv = detectFormat(['name,age,on,ip', 'ana,30,true,10.0.0.1', 'eva,31,false,10.0.0.2']);
    expect(csv.csv).toEqual({ separator: ',', header: true, columns: ['name', 'age', 'on', 'ip'] });
    expect(csv.fields.map((f) => f.type)).toEqual(['string', 'integer', 'boolean', 'ip']);
    const nested = detectFormat(['<1>1 - h a - - - {"m":"CEF:0|a|b|c|d|e|5|x=1"}']);
    const message = nested.fields.find((f) => f.name === 'message');
    expect(message?.inside?.format).toBe('json');
    expect(message?.inside?.fields[0]?.inside?.format).toBe('cef');
  });
});
