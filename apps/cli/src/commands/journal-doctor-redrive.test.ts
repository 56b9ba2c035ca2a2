import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog, systemClock } from '@acequia/base';
import { createEngine, type Engine } from '@acequia/engine';
import { openJournal, type DiskJournal } from '@acequia/journal';
import { testLog } from '@acequia/journal/testing';
import { expect, test } from 'vitest';
import { createToys, submitLines } from '../../../../packages/engine/test/toy-components.ts';
import { until } from '../../../../packages/engine/test/harness.ts';
import { deployment, label, links, pipeline, sink } from '../../../../packages/engine/test/deployments.ts';
import { journalDoctorCommand } from './journal-doctor.ts';
import { testFolder } from './test-files.ts';

const toys = createToys();
const wanted = deployment([pipeline('PL_1', 'PV_1', [label(), sink('out', 'a')], links('start > out'))]);

async function startWorker(directory: string): Promise<{ journal: DiskJournal; engine: Engine; stop(): Promise<void> }> {
  const journal = await openJournal({ identity: testLog(), directory, clock: systemClock, log: silentLog });
  const engine = createEngine({
    journal,
    components: toys.components,
    clock: systemClock,
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    log: silentLog,
    worker: 'w1',
    secret: () => undefined,
    limits: { commitIntervalMs: 20 },
  });
  await engine.apply(wanted);
  const stop = async (): Promise<void> => {
    expect(await engine.drain({ deadlineMs: 20_000 })).toBe(true);
    await engine.stop({ deadlineMs: 1000 });
    await journal.close();
  };
  return { journal, engine, stop };
}

async function doctor(...args: readonly string[]): Promise<{ code: number; lines: readonly string[] }> {
  const lines: string[] = [];
  return { code: await journalDoctorCommand(args, (line) => lines.push(line)), lines };
}

test('redrive: letters of a stopped worker are delivered at its next start, once, and an audit line says who and why', async () => {
  const directory = testFolder();
  const peer = toys.destination('a');
  peer.answer = (_batch, lines) => ({
    rejected: lines.flatMap((line, record) => (line.includes('no') ? [{ record, code: 'HTTP_400' }] : [])),
  });
  const first = await startWorker(directory);
  await submitLines(toys.peer('LI_1'), ['yes', 'no 1', 'no 2']);
  await first.stop();
  expect(peer.lines).toEqual(['yes']);

  const order = ['redrive', directory, '--stream', 'dl/t1', '--who', 'ana', '--why', 'the field is accepted now'];
  expect(await doctor(...order)).toEqual({ code: 0, lines: [expect.stringContaining('2 dead letters are resent') as string] });
  const audit = JSON.parse(readFileSync(join(directory, 'audit.ndjson'), 'utf8')) as object;
  expect(audit).toMatchObject({ action: 'redrive', stream: 'dl/t1', into: 'node', who: 'ana', why: 'the field is accepted now' });
  expect((await doctor(...order)).lines[0]).toContain('0 dead letters');

  peer.answer = undefined;
  const second = await startWorker(directory);
  await until(() => peer.lines.length === 3);
  await second.stop();
  expect(peer.lines.toSorted()).toEqual(['no 1', 'no 2', 'yes']);
});

test('redrive: without a reason, or into somewhere else, nothing is changed', async () => {
  const directory = testFolder();
  await (await openJournal({ identity: testLog(), directory, clock: systemClock, log: silentLog })).close();
  for (const args of [
    ['--stream', 'dl/t1'],
    ['--stream', 'li/t1/LI_1/0', '--why', 'x'],
    ['--stream', 'dl/t1', '--why', 'x', '--into', 'nowhere'],
  ])
    expect(await doctor('redrive', directory, ...args)).toMatchObject({ code: 2 });
  expect(() => readFileSync(join(directory, 'audit.ndjson'))).toThrow('ENOENT');
});
