/** An engine with an HTTP listener over a journal in the folder given, as a process. It keeps what it has delivered, so nothing is freed. */
import { randomBytes } from 'node:crypto';
import { MiB, silentLog, systemClock } from '@acequia/base';
import { createEngine } from '@acequia/engine';
import { openJournal } from '@acequia/journal';
import { testLog } from '@acequia/journal/testing';
import type { Deployment } from '@acequia/pipeline';
import { components } from './subject-components.ts';

const place = { position: { x: 0, y: 0 }, name: '', comment: '' };

const deploymentOn = (port: number): Deployment => ({
  format: 1,
  hash: 'one',
  cluster: { id: 'CL_1', name: 'test', egress: { mode: 'open', allowed: [] }, fileRoots: [] },
  listeners: [
    {
      id: 'LI_1',
      tenantId: 't1',
      name: 'in',
      component: 'http',
      version: '1.0.0',
      config: { bind: '127.0.0.1', port, extraction: 'lines' },
      revision: 1,
      labels: [],
    },
  ],
  datasinks: [{ id: 'DS_1', tenantId: 't1', name: 'out', component: 'null', version: '1.0.0', creation: {}, revision: 1 }],
  pipelines: [
    {
      id: 'PL_1',
      versionId: 'PV_1',
      tenantId: 't1',
      name: 'PL_1',
      version: '1.0.0',
      document: {
        format: 1,
        nodes: [
          { ...place, id: 'start', kind: 'label', listenerId: 'LI_1', labelId: 'all' },
          { ...place, id: 'out', kind: 'datasink', datasinkId: 'DS_1', component: 'null', version: '1.0.0', config: {} },
        ],
        links: [{ id: 'l1', from: { node: 'start', port: 'default' }, to: { node: 'out' } }],
      },
    },
  ],
});

const [directory, port] = process.argv.slice(2);
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
});
const { listeners } = await engine.apply(deploymentOn(Number(port)));
process.send!(listeners[0]!.result);
process.on('disconnect', () => process.exit(0));
