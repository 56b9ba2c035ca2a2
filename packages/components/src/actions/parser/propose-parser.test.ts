import { expect, test } from 'vitest';
import { compileStep } from '../../testing/run-step.ts';
import { parserAction } from './definition.ts';
import { previewParsers } from './preview-parsers.ts';
import { proposeParser } from './propose-parser.ts';
import { parserRuntime } from './runtime.ts';

const cases: Readonly<Record<string, { readonly lines: readonly string[]; readonly modes: readonly string[] }>> = {
  'syslog with JSON inside': {
    lines: [
      '<34>1 2024-05-17T14:30:00Z web app - - - {"user":"ana","q":"a=1 b=2 c=3"}',
      '<34>1 2024-05-17T14:30:01Z web app - - - {"user":"bo","q":"a=4 b=5 c=6"}',
    ],
    modes: ['syslog', 'json', 'kv'],
  },
  'old syslog': { lines: ['<13>May 17 14:30:00 host app[7]: hello there', '<13>May 17 14:30:01 host app[7]: bye'], modes: ['syslog'] },
  json: { lines: ['{"a":1}', '{"a":2,"b":[]}'], modes: ['json'] },
  access: { lines: ['192.0.2.1 - ana [17/May/2024:14:30:00 +0000] "GET / HTTP/1.1" 200 512'], modes: ['access'] },
  cef: { lines: ['CEF:0|v|p|1|100|n|5|src=10.0.0.1 msg=x'], modes: ['cef'] },
  'key and value': { lines: ['user=ana age=30 ok=true', 'user=bo age=31 ok=false'], modes: ['kv'] },
  'csv with a header': { lines: ['time;user name;n', '2024-05-17T14:30:00Z;ana;1', '2024-05-17T14:30:01Z;bo;2'], modes: ['csv'] },
  xml: { lines: ['<a><b>1</b></a>'], modes: ['xml'] },
};

test.each(Object.entries(cases))('%s: the proposal is a valid configuration that parses its own samples', (_, { lines, modes }) => {
  const proposal = proposeParser(lines);
  expect(proposal.map(({ mode }) => mode)).toEqual(modes);
  let events: readonly Readonly<Record<string, unknown>>[] = lines.map((line) => ({ text: line }));
  for (const [index, config] of proposal.entries()) {
    const result = compileStep(parserAction, parserRuntime, { ...config, ...(index === 0 ? { field: 'text' } : {}) }).run(events as never);
    const refused = result.rejected.map(({ message }) => message);
    expect(refused.length, refused.join()).toBeLessThanOrEqual(modes[0] === 'csv' ? 1 : 0);
    events = result.ports['default']!;
  }
});

test('types only where every sample converts; plain text has no proposal', () => {
  expect(proposeParser(['user=ana age=30 ok=true', 'user=bo age=31 ok=false'])).toEqual([
    {
      field: '_raw',
      mode: 'kv',
      bare: 'ignore',
      outputs: [
        { name: 'age', type: 'integer' },
        { name: 'ok', type: 'boolean' },
      ],
    },
  ]);
  expect(proposeParser(['a;1', 'b;', 'c;3'])).toEqual([{ field: '_raw', mode: 'csv', separator: ';', columns: ['column_1', 'column_2'] }]);
  expect(proposeParser(['hello there', 'nothing to see'])).toEqual([]);
  expect(proposeParser([])).toEqual([]);
});

test('JSON behind a time is not taken for a column in braces', () => {
  const lines = Array.from({ length: 4 }, (_, n) => `2026-11-24 10:00:0${n} {"door":${n},"open":true}`);
  expect(proposeParser(lines)).toMatchObject([
    { pattern: '{time:timestamp("%Y-%m-%d %H:%M:%S")} {message}' },
    { field: 'message', mode: 'json' },
  ]);
});

test('the header before cells is no part of the first cell, and the cells are read by a second parser', () => {
  const cells = (n: number) => `1,2026/11/24 10:00:0${n},0128,FLOW,10.0.0.${n},10.1.0.1,allow`;
  const syslog = '{time:timestamp("%b %e %H:%M:%S")} {host}';
  const wall = Array.from({ length: 5 }, (_, n) => `Nov 24 10:00:0${n} wall-2 ${cells(n)}`);
  expect(proposeParser(wall)).toMatchObject([
    { field: '_raw', mode: 'pattern', pattern: `${syslog} {message}` },
    { field: 'message', mode: 'csv', prefix: 'message.', separator: ',' },
  ]);
  const tagged = Array.from({ length: 5 }, (_, n) => `Nov 24 10:00:0${n} wall-2 flows[7]: ${cells(n)}`);
  expect(proposeParser(tagged)).toMatchObject([
    { pattern: `${syslog} {component}[{pid:int}]: {message}` },
    { field: 'message', mode: 'csv' },
  ]);
  const alerts = Array.from({ length: 5 }, (_, n) => `[179552930${n}] DOOR ALERT: gate;side;OPEN;HARD;${n}`);
  expect(proposeParser(alerts)).toMatchObject([{ pattern: '[{time:timestamp("%s")}] {message}' }]);
  expect(proposeParser(alerts)).toHaveLength(1);
});

test('a number that is the first cell does not keep the header in it, nor does a header that is the whole cell', () => {
  const cells = Array.from({ length: 5 }, (_, n) => `Nov 24 10:00:0${n} gate flows: 5${n},,em0,pass,10.0.0.${n},10.1.0.1,tcp`);
  expect(proposeParser(cells)).toMatchObject([
    { pattern: '{time:timestamp("%b %e %H:%M:%S")} {host} {component}: {message}' },
    { field: 'message', mode: 'csv' },
  ]);
  const bars = Array.from({ length: 5 }, (_, n) => `[GATE] 2026/11/24 - 10:00:0${n} | 20${n} | 5.${n}ms | 10.0.0.${n} | GET`);
  expect(proposeParser(bars)[0]?.pattern).toBe(
    String.raw`[{context}] {time:timestamp("%Y/%m/%d - %H:%M:%S")} \| {number:int}<space>\|<space>{text:word}<space>\|<space>{ip:ip}<space>\|<space>{text_2:word}`,
  );
});

test('a header before sentences with bars is parted, and a year behind a zone is no column', () => {
  const lines = ['ana', 'bo', 'eva'].map(
    (user, n) =>
      `2026-11-24 09:00:0${n},116 INFO [shop.audit.Trail] - Tue Nov 24 10:00:0${n} CET 2026|SHOP|asked [Name(user=${user}, age=${n})]|no|x`,
  );
  const { pattern = '' } = proposeParser(lines)[0]!;
  expect(pattern).toContain('{level} [{context}] - {time_2:timestamp("%a %b %e %H:%M:%S %Z %Y")}');
});

test('a class that ends each message is parted from it, also where parentheses stand before it', () => {
  const lines = ['tide came (at 7) (sea.gate.Pump)', 'ebb (sea.gate.Tank$Level)', '[gate 3] shut (sea.Harbour)'].map(
    (text, n) => `[2026-11-24 10:00:0${n}] INFO ${text}`,
  );
  const proposal = proposeParser(lines);
  expect(proposal).toMatchObject([
    { pattern: '[{time:timestamp("%Y-%m-%d %H:%M:%S")}] {level} {message}' },
    { field: 'message', mode: 'regex' },
  ]);
  const [first, second] = proposal;
  const header = compileStep(parserAction, parserRuntime, { ...first!, field: 'text' }).run(lines.map((text) => ({ text })) as never);
  const ended = compileStep(parserAction, parserRuntime, second!).run(header.ports['default'] as never);
  expect(ended.ports['default']).toMatchObject([
    { message: 'tide came (at 7)', component: 'sea.gate.Pump' },
    { message: 'ebb', component: 'sea.gate.Tank$Level' },
    { message: '[gate 3] shut', component: 'sea.Harbour' },
  ]);
});

test('a message in a format of its own is not torn, and what stands between it and the time of syslog is its host', () => {
  const wall = ['src=10.0.0.1\tdst=10.0.0.2\tsev=5', 'src=10.0.0.3\tdst=10.0.0.2\tsev=3'].map(
    (text) => `Nov 24 10:00:00 wall-2 LEEF:1.0|Sea|Gate|7|100|${text}`,
  );
  const pattern = '{time:timestamp("%b %e %H:%M:%S")} {host} {message}';
  expect(proposeParser(wall)).toMatchObject([{ pattern }, { field: 'message', mode: 'leef' }]);
  const pairs = ['id=gate n=1 src=10.0.0.1 msg="tide came"', 'id=gate n=2 src=10.0.0.3 msg="ebb"'].map(
    (text) => `Nov 24 10:00:00 10.0.0.9 ${text}`,
  );
  expect(proposeParser(pairs)).toMatchObject([{ pattern }, { field: 'message', mode: 'kv' }]);
});

test('pairs of a sentence, whose values have its marks on them, are not read', () => {
  const lines = ['a=1, b=(2', 'a=3, b=(4'].map((text, n) => `2026-11-24 10:00:0${n} INFO gate: c=5, ${text}) d=6`);
  expect(proposeParser(lines)).toHaveLength(1);
});

test('a time is the name of no value', () => {
  const lines = ['info: tide', 'error: no boat', 'notice: ebb'].map((text, n) => `Nov 24 10:00:0${n} gate pump [31${n}] (fill)\t${text}`);
  expect(proposeParser(lines)).toMatchObject([{ mode: 'pattern' }]);
});

test('the time and number of an audit record are columns, and its second msg is not lost', () => {
  const lines = [
    `type=USER_END msg=audit(1795529300.415:77): pid=11 uid=0 ses=4 msg='op=close acct="ana" res=success'`,
    `type=USER_ERR msg=audit(1795529301.000:78): pid=12 uid=0 ses=5 msg='op=ask acct="?" res=failed'`,
    `type=USER_END msg=audit(1795529301.001:79): pid=13 uid=9 ses=6 msg='op=close acct="bo" res=success'`,
  ];
  const proposal = proposeParser(lines);
  expect(proposal[0]).toMatchObject({
    mode: 'pattern',
    pattern: 'type={type} msg=audit({time:timestamp("%s.%L")}:{serial:int}): {message}',
  });
  const fields = new Map(previewParsers(proposal, lines, 0n)?.fields.map(({ name, value }) => [name, value]));
  expect(fields.get('time')).toBe('2026-11-24T14:08:20.415Z');
  expect(fields.get('serial')).toBe('77');
  expect(fields.get('message.pid')).toBe('11');
  expect(fields.get('message.msg')).toBe('op=close acct="ana" res=success');
  expect(proposeParser(lines.map((line) => `node=web1 ${line}`))[0]?.pattern).toContain('node={node} type={type}');
});
