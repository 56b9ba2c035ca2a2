/**
 * A worker's engine whose syslog data sink over TCP gets no proof before it is told:
 * `syslog-child.ts <port in> <port out> <events of a batch> [relp] [resilient]`.
 */
import { randomBytes } from 'node:crypto';
import { silentLog, systemClock, type Clock } from '@acequia/base';
import { createEngine } from '@acequia/engine';
import { createMemoryJournal } from '@acequia/journal';
import type { Deployment } from '@acequia/pipeline';
import { components } from '../src/supervisor/components.ts';

export type Order = 'look' | 'let go' | 'end';

/** What the data sink shows. */
export interface Look {
  readonly waiting: number;
  readonly error: string | undefined;
}

/** A batch sent over TCP waits so long for its proof. */
const proofMs = 200;

/** No proof comes before `letGo`. */
function heldProofs(): { readonly clock: Clock; letGo(): void } {
  const gone = Promise.withResolvers<void>();
  const sleep: Clock['sleep'] = async (ms, signal) => {
    if (ms !== proofMs) return systemClock.sleep(ms, signal);
    await Promise.race([gone.promise, systemClock.sleep(3_600_000, signal)]);
  };
  return { clock: { ...systemClock, sleep }, letGo: () => gone.resolve() };
}

const shown = { position: { x: 0, y: 0 }, name: '', comment: '' };

/** Lines posted to a port leave as lines to a syslog receiver over one connection. */
const httpToSyslog = (from: number, to: number, batchEvents: number, forms: readonly string[]): Deployment => ({
  format: 1,
  hash: 'one',
  cluster: { id: 'CL_1', name: 'test', egress: { mode: 'open', allowed: [] }, fileRoots: [] },
  listeners: [
    {
      tenantId: 't1',
      version: '1.0.0',
      id: 'LI_1',
      name: 'in',
      component: 'http',
      config: { bind: '127.0.0.1', port: from, extraction: 'lines' },
      revision: 1,
      labels: [],
    },
  ],
  datasinks: [
    {
      tenantId: 't1',
      version: '1.0.0',
      id: 'DS_1',
      name: 'out',
      component: 'syslog',
      creation: {
        protocol: 'tcp',
        host: '127.0.0.1',
        port: to,
        ...(forms.includes('relp') ? { relp: true } : { framing: 'non-transparent', trailerCode: 10 }),
      },
      revision: 1,
    },
  ],
  pipelines: [
    {
      tenantId: 't1',
      version: '1.0.0',
      id: 'PL_1',
      versionId: 'PV_1',
      name: 'copy',
      document: {
        format: 1,
        nodes: [
          { kind: 'label', id: 'in', ...shown, listenerId: 'LI_1', labelId: 'all' },
          {
            kind: 'datasink',
            id: 'sink',
            ...shown,
            datasinkId: 'DS_1',
            component: 'syslog',
            version: '1.0.0',
            config: {
              standard: 'none',
              message: '${message}',
              maxEvents: batchEvents,
              // A batch that closed by its age, on a busy machine, would hold fewer events.
              maxWait: '1h',
              resilient: forms.includes('resilient'),
            },
          },
        ],
        links: [{ id: 'l1', from: { node: 'in', port: 'default' }, to: { node: 'sink' } }],
      },
    },
  ],
});

const [from = 0, to = 0, batchEvents = 0] = process.argv.slice(2).map(Number);
const { clock, letGo } = heldProofs();
const engine = createEngine({
  journal: createMemoryJournal({ clock }),
  components,
  clock,
  random: { bytes: (n) => randomBytes(n) },
  log: silentLog,
  worker: 'w1',
  secret: () => undefined,
});
const report = await engine.apply(httpToSyslog(from, to, batchEvents, process.argv.slice(5)));
const failed = [...report.listeners, ...report.pipelines].find(({ error }) => error)?.error;
if (failed) throw new Error(`${failed.code}: ${failed.message ?? ''}`);

process.on('message', (order: Order) => {
  if (order === 'let go') letGo();
  if (order === 'end') void engine.stop({ deadlineMs: 100 }).then(() => process.exit(0));
  const { waitingEvents, error } = engine.status().pipelines[0]!.branches[0]!;
  process.send!({ waiting: waitingEvents, error: error?.code } satisfies Look);
});
process.on('disconnect', () => process.exit(1));
process.send!('ready');
