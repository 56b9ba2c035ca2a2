import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { assert, dayMs, minuteMs, silentLog, type Clock } from '@acequia/base';
import { findAction, findDatasink, findListener } from '@acequia/components/definitions';
import { createEngine, type Engine } from '@acequia/engine';
import { createMemoryJournal } from '@acequia/journal';
import { buildTable } from '@acequia/lookup';
import type { Deployment } from '@acequia/pipeline';
import {
  demoDatasinks,
  demoListeners,
  demoLookup,
  demoLookupFile,
  demoPipelines,
  documentOf,
  type DemoIds,
} from '../../apps/server/src/modules/tenants/demo-content.ts';
import {
  demoDefinition,
  recordedMinutes,
  recordingFile,
  type DemoRecording,
  type RecordedLine,
} from '../../apps/server/src/modules/tenants/demo-recording.ts';
import { components } from './parts/shipped-components.ts';
import { RushingClock } from './parts/rushing-clock.ts';

/**
 * Runs the demo in the engine for one day of a clock that waits for nothing, and stores what the engine counted by minute.
 * `npm run record-demo`. `node tests/load/record-demo.ts 6` runs six minutes, and stores nothing.
 */
const tenantId = 'demo';
const minutes = Number(process.argv[2] ?? recordedMinutes);

const ids: DemoIds = {
  listeners: new Map(demoListeners.map(({ key }) => [key, key])),
  datasinks: new Map(demoDatasinks.map(({ key, component }) => [key, { id: key, component, version: findDatasink(component)!.version }])),
  lookup: 'services',
  versionOf: (component) => findAction(component)!.version,
};
const thing = { tenantId, revision: 1 };
const deployment: Deployment = {
  format: 1,
  hash: demoDefinition(),
  cluster: { id: 'local', name: 'local', egress: { mode: 'open', allowed: [] }, fileRoots: [] },
  listeners: demoListeners.map(({ key, name: { en: name }, component, config }) => {
    const definition = findListener(component)!;
    const parsed = definition.config.parse(config) as Record<string, unknown>;
    return { ...thing, id: key, name, component, version: definition.version, config: parsed, labels: [] };
  }),
  datasinks: demoDatasinks.map(({ key, name: { en: name }, component, config }) => {
    const definition = findDatasink(component)!;
    const creation = definition.creation.parse(config) as Record<string, unknown>;
    return { ...thing, id: key, name, component, version: definition.version, creation };
  }),
  pipelines: demoPipelines.map((pipeline) => ({
    tenantId,
    id: pipeline.key,
    versionId: pipeline.key,
    name: pipeline.name.en,
    version: '1.0.0',
    document: documentOf(pipeline, ids, 'en'),
  })),
  lookups: [
    {
      id: ids.lookup,
      tenantId,
      format: demoLookup.format,
      separator: demoLookup.separator,
      keyColumn: demoLookup.keyColumn,
      activeNumber: 1,
      versions: [{ id: 'v1', number: 1, bytes: demoLookupFile.length, sha256: '0'.repeat(64) }],
    },
  ],
};

type Counted = { -readonly [K in keyof RecordedLine]: RecordedLine[K] } & { counts: Record<string, number[]> };

/** Takes what the ledger has to say; counts are absolute, so that what is said again counts once. */
function take(engine: Engine, lines: Map<string, Counted>, beganMs: number): void {
  const rows = engine.ledger();
  for (const { subject, node, datasinkId, minute, counts } of rows) {
    assert(subject.kind !== 'replay', 'nothing is replayed here');
    const scope = subject.kind === 'listener' ? 'listener' : node === '' ? 'pipeline' : 'node';
    const of = subject.kind === 'listener' ? subject.id : subject.pipelineId;
    const key = JSON.stringify([scope, of, node]);
    const line: Counted = lines.get(key) ?? { scope, of, node, datasink: datasinkId, counts: {} };
    lines.set(key, line);
    const at = (minute - beganMs) / minuteMs;
    for (const [counter, count] of Object.entries(counts))
      (line.counts[counter] ??= Array.from({ length: recordedMinutes + 1 }, () => 0))[at] = count;
  }
  engine.ledgerTold(rows);
}

/** What was delivered after midnight belongs to the last minute: the day is whole. */
function endAtMidnight({ counts, ...line }: Counted): RecordedLine {
  const day = ([counter, counted]: [string, number[]]) => {
    for (const after of counted.splice(recordedMinutes)) counted[recordedMinutes - 1]! += after;
    return [counter, counted] as const;
  };
  return { ...line, counts: Object.fromEntries(Object.entries(counts).map(day)) };
}

async function record(): Promise<DemoRecording> {
  const beganMs = Date.UTC(2026, 0, 1);
  const clock: Clock & { pass(ms: number): Promise<void> } = new RushingClock(beganMs);
  const table = buildTable(Buffer.from(demoLookupFile), demoLookup);
  assert(table.ok, 'the table of the demo can be read');
  const engine = createEngine({
    journal: createMemoryJournal({ clock }),
    components,
    clock,
    random: { bytes: (count) => randomBytes(count) },
    log: silentLog,
    worker: 'demo',
    secret: () => undefined,
    lookup: () => table.value,
    limits: { retentionMs: 0, madeBytes: 0, deadLetterMs: minuteMs },
  });
  const wait = async <T>(work: Promise<T>): Promise<T> => {
    let done = false;
    const ended = work.finally(() => (done = true));
    while (!done) await clock.pass(10);
    return ended;
  };
  const { listeners, pipelines } = await wait(engine.apply(deployment));
  const fault = [...listeners, ...pipelines].find(({ error }) => error)?.error;
  if (fault) throw new Error(`${fault.code}: ${fault.message ?? ''}`);
  const lines = new Map<string, Counted>();
  for (let minute = 0; minute < minutes; minute += 1) {
    await clock.pass(beganMs + (minute + 1) * minuteMs - clock.now());
    take(engine, lines, beganMs);
    if (minute % 60 === 59) process.stderr.write(`${(minute + 1) / 60} h\n`);
  }
  const drained = await wait(engine.drain({ deadlineMs: 10 * minuteMs }));
  assert(drained, 'everything is delivered after the last outage');
  await wait(engine.stop({ deadlineMs: minuteMs / 4 }));
  take(engine, lines, beganMs);
  return { definition: deployment.hash, lines: [...lines.values()].map(endAtMidnight) };
}

assert(minutes * minuteMs <= dayMs, 'a day at most is recorded');
const recording = await record();
const bytes = brotliCompressSync(JSON.stringify(recording));
if (minutes === recordedMinutes) writeFileSync(recordingFile, bytes);
const sum = (counted: readonly number[]) => counted.reduce((all, count) => all + count, 0);
for (const { scope, of, node, counts } of recording.lines)
  process.stdout.write(
    `${scope} ${of} ${node} ${JSON.stringify(Object.fromEntries(Object.entries(counts).map(([name, counted]) => [name, sum(counted)])))}\n`,
  );
process.stdout.write(`${bytes.length} bytes\n`);
