import { expect, test } from 'vitest';
import { compileStep } from '../../testing/run-step.ts';
import { parserAction } from './definition.ts';
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
