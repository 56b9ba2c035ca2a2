import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomEvents } from '../../testing/random-events.ts';
import { compileStep } from '../../testing/run-step.ts';
import { accountOf } from '../../testing/step-account.ts';
import { parserAction } from './definition.ts';
import { parserRuntime } from './runtime.ts';

const modes: Readonly<Record<string, object>> = {
  pattern: { pattern: '{user} {n:int}' },
  json: {},
  kv: {},
  csv: { columns: ['a', 'b', 'c'] },
  xml: {},
  syslog: {},
  cef: {},
  leef: {},
  access: {},
  grok: { grok: '%{IP:ip} %{WORD:verb}' },
  regex: { regex: '(?P<first>\\w+)\\W+(?P<second>\\w+)' },
};
const mutated = fc
  .tuple(
    fc.constantFrom(
      '<34>1 2024-05-17T14:30:00Z host app 1 ID [a@1 b="c\\"d"] hello',
      '<13>May 17 14:30:00 host app[7]: hi',
      'CEF:0|v|p|1|100|n|5|src=10.0.0.1 msg=a\\=b',
      'LEEF:2.0|v|p|1|e|^|a=b^c=d',
      '192.0.2.1 - ana [17/May/2024:14:30:00 +0000] "GET / HTTP/1.1" 200 512 "-" "x"',
      '<a b="c"><d/>&amp;<![CDATA[x]]></a>',
      '{"a":{"b":[1,2.5,null]}}',
      'a=1 b="x y" c',
      '1;"a;b";3',
      'ana 30',
    ),
    fc.nat({ max: 60 }),
    fc.nat({ max: 60 }),
    fc.string({ unit: 'binary', maxLength: 3 }),
  )
  .map(([line, at, until, put]) => line.slice(0, at) + put + line.slice(Math.max(at, until)));

test.each(Object.entries(modes))('%s: any text is parsed or refused with its reason, the same twice', (mode, more) => {
  const compiled = () => compileStep(parserAction, parserRuntime, { field: 'text', mode, ...more });
  fc.assert(
    fc.property(randomEvents(['text'], 4), fc.array(mutated, { maxLength: 4 }), (events, lines) => {
      const all = [...events, ...lines.map((text) => ({ text }))];
      const account = accountOf(compiled(), all);
      expect(account.faults).toEqual([]);
      expect(account.sent + account.rejected).toBe(all.length);
      expect(accountOf(compiled(), all).printed).toBe(account.printed);
    }),
    { numRuns: 40 },
  );
});
