import { expect, test } from 'vitest';
import type { Measurement } from './measure/measurement.ts';
import { markLoadBound, ratioToBestPeer, summarise } from './results.ts';
import { printTable } from './result-table.ts';
import type { SystemId } from './systems/system.ts';

const run = (cpuSecondsPerMillion: number, fault?: string): Measurement => ({
  seconds: 1,
  eventsPerSecond: 1e6 / cpuSecondsPerMillion,
  cpuSecondsPerMillion,
  rssMb: 100,
  fault,
});
const result = (system: SystemId, cpu: number, fault?: string) => summarise('W1', system, [run(cpu, fault)]);

test('one lucky round does not become the figure', () => {
  expect(summarise('W1', 'acequia', [run(5), run(1), run(4)])).toMatchObject({
    cpuSecondsPerMillion: 4,
    rounds: 3,
    cpuSpread: 1,
    valid: true,
  });
});

test('one wrong output makes the whole result invalid, and the table says so', () => {
  const wrong = summarise('W1', 'acequia', [run(1), run(1, 'event 7 is missing'), run(1)]);
  expect(wrong).toMatchObject({ valid: false, fault: 'event 7 is missing' });
  expect(printTable([wrong])).toContain('INVALID: event 7 is missing');
  expect(ratioToBestPeer([wrong, result('rsyslog', 3)], 'W1')).toBeUndefined();
});

test('the ratio is taken against the best peer that was right, not the slowest', () => {
  const results = [result('acequia', 2), result('rsyslog', 9), result('syslog-ng', 6), result('fluent-bit', 1, 'lost')];
  expect(ratioToBestPeer(results, 'W1')).toEqual({ ratio: 3, peer: 'syslog-ng' });
});

test('our two forms are each held against the peers, never against each other', () => {
  const results = [result('acequia', 2), result('acequia-floor', 3), result('rsyslog', 9), result('syslog-ng', 6)];
  expect(ratioToBestPeer(results, 'W1')).toEqual({ ratio: 3, peer: 'syslog-ng' });
  expect(ratioToBestPeer(results, 'W1', 'acequia-floor')).toEqual({ ratio: 2, peer: 'syslog-ng' });
  expect(printTable(results)).toMatch(/acequia-floor .* 2× syslog-ng \(floor 1\.1×\)/);
});

test('a rate near the generator’s own is marked', () => {
  const [marked] = markLoadBound([result('acequia', 1)], () => 1.2e6);
  expect(marked).toMatchObject({ loadBound: true });
  expect(markLoadBound([result('acequia', 1)], () => 2e6)[0]).not.toHaveProperty('loadBound');
});

test('what was not measured says why', () => {
  expect(printTable([{ id: 'W6', system: 'rsyslog', notMeasured: 'it cannot' }])).toContain('not measured: it cannot');
});
