import { createKernels, createSlotTable } from '@acequia/batch';
import { expect, test } from 'vitest';
import { viewOf } from '../../testing/event-view.ts';
import { compileBulkRead } from './bulk-read.ts';
import { parserConfig } from './config.ts';
import { createOutputs } from './output-names.ts';

const usual: readonly (readonly [pattern: string, text: string, outputs?: readonly object[]])[] = [
  [
    '{ip:ip} - {user} [{ts:timestamp("%d/%b/%Y:%H:%M:%S %z")}] "{method} {path} {proto}" {status:int} {size:int(null="-")}',
    '203.0.113.9 - ana [17/May/2024:14:30:00 +0200] "GET /a?x=1 HTTP/1.1" 200 -',
  ],
  ['{ip:ip}|{ts:timestamp}', '2001:db8::a:1|2024-05-17T14:30:00.25Z'],
  ['<optional(\\<{pri:int}\\>)><either({ip:ip}|{host:word})> {rest}', '<34>web-1 is up'],
  ['<either({a:int} x|{b}=<either({c:float}|{d})>)>', 'k=v'],
  ['{path}<optional(?{query})> {ok:bool}<newline>{tail(trim=true)}', '/a yes\r\n t '],
  [
    '{day} {n}',
    '2024-05-17 7',
    [
      { name: 'day', type: 'timestamp', timeFormat: '%Y-%m-%d' },
      { name: 'n', type: 'integer' },
    ],
  ],
];

test.each(['script', 'wasm'] as const)('patterns: usual texts are not left to the row-by-row code (%s)', (form) => {
  for (const [pattern, text, outputs = []] of usual) {
    const slots = createSlotTable();
    const config = parserConfig.parse({ field: 'm', mode: 'pattern', pattern, outputs });
    const read = compileBulkRead(config, createOutputs(config), { slots, kernels: createKernels(form) }, false);
    expect(read?.(viewOf([{ m: text }], slots)), pattern).toEqual(Uint8Array.of(0));
  }
});

test.each(['{t:timestamp("%b %e %H:%M:%S")}', '{t:timestamp("%Y %Z %j")}', '{*:kv}', '{n:int(base=16)}', '{a} {a}'])(
  'a pattern that takes more than bytes is read row by row: %s',
  (pattern) => {
    const config = parserConfig.parse({ field: 'm', mode: 'pattern', pattern });
    expect(
      compileBulkRead(config, createOutputs(config), { slots: createSlotTable(), kernels: createKernels('script') }, false),
    ).toBeUndefined();
  },
);
