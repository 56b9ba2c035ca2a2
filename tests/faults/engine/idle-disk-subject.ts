/**
 * An engine with an HTTP listener over a journal in the first folder given, as a process; lines go to the file `out` below the second
 * one, and to nowhere. It keeps what it has delivered, so nothing is freed, and spills what a data sink does not take soon.
 */
import { randomBytes } from 'node:crypto';
import { KiB, MiB, silentLog, systemClock } from '@acequia/base';
import { createEngine } from '@acequia/engine';
import { openJournal } from '@acequia/journal';
import { testLog } from '@acequia/journal/testing';
import type { Deployment } from '@acequia/pipeline';
import { components } from './subject-components.ts';

const place = { position: { x: 0, y: 0 }, name: '', comment: '' };

const tenantId = 't1';

const deploymentOn = (port: number, out: string): Deployment => ({
  format: 1,
  hash: 'one',
  cluster: { id: 'CL_1', name: 'test', egress: { mode: 'open', allowed: [] }, fileRoots: [`files=${out}`] },
  listeners: [
    {
      id: 'LI_1',
      tenantId,
      name: 'in',
      component: 'http',
      version: '1.0.0',
      config: { bind: '127.0.0.1', port, extraction: 'lines' },
      revision: 1,
      labels: [],
    },
  ],
  datasinks: [
    { id: 'DS_1', tenantId, name: 'nowhere', component: 'null', version: '1.0.0', creation: {}, revision: 1 },
    { id: 'DS_2', tenantId, name: 'out', component: 'file', version: '1.0.0', creation: { root: 'files' }, revision: 1 },
  ],
  pipelines: [
    {
      id: 'PL_1',
      versionId: 'PV_1',
      tenantId,
      name: 'PL_1',
      version: '1.0.0',
      document: {
        format: 1,
        nodes: [
          { ...place, id: 'start', kind: 'label', listenerId: 'LI_1', labelId: 'all' },
          { ...place, id: 'nowhere', kind: 'datasink', datasinkId: 'DS_1', component: 'null', version: '1.0.0', config: {} },
          { ...place, id: 'out', kind: 'datasink', datasinkId: 'DS_2', component: 'file', version: '1.0.0', config: { path: 'out' } },
        ],
        links: ['nowhere', 'out'].map((node) => ({ id: node, from: { node: 'start', port: 'default' }, to: { node } })),
      },
    },
  ],
});

const [directory, port, out] = process.argv.slice(2);
const journal = await openJournal({
  identity: testLog(),
  directory: directory!,
  clock: systemClock,
  log: silentLog,
  segmentBytes: MiB,
  reserveBytes: MiB / 4,
});
const engine = createEngine({
  journal,
  components,
  clock: systemClock,
  random: { bytes: (n) => randomBytes(n) },
  log: silentLog,
  worker: 'w1',
  secret: () => undefined,
  limits: { branchMemoryBytes: 64 * KiB },
});
const { listeners } = await engine.apply(deploymentOn(Number(port), out!));
process.send!(listeners[0]!.result);
process.on('disconnect', () => process.exit(0));
