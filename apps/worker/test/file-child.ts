/** A process to be killed: `file-child.ts <directory>`. Follows `<directory>/in/app.log*` into `<directory>/out/all`, through a disk journal. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { silentLog, systemClock } from '@acequia/base';
import { createEngine } from '@acequia/engine';
import { openJournal } from '@acequia/journal';
import { testLog } from '@acequia/journal/testing';
import { components } from '../src/supervisor/components.ts';

const directory = process.argv[2]!;
const journal = await openJournal({ identity: testLog(), directory: join(directory, 'journal'), clock: systemClock, log: silentLog });
const engine = createEngine({
  journal,
  components,
  clock: systemClock,
  random: { bytes: (n) => randomBytes(n) },
  log: silentLog,
  worker: 'w1',
  secret: () => undefined,
  readRoots: [join(directory, 'in')],
});
const place = { tenantId: 't1', version: '1.0.0' };
const shown = { position: { x: 0, y: 0 }, name: '', comment: '' };
const report = await engine.apply({
  format: 1,
  hash: 'one',
  cluster: { id: 'CL_1', name: 'test', egress: { mode: 'open', allowed: [] }, fileRoots: [join(directory, 'out')] },
  listeners: [
    {
      ...place,
      id: 'LI_1',
      name: 'files',
      component: 'file',
      config: { include: [`${directory}/in/app.log*`], startAt: 'beginning', poll: '50ms' },
      revision: 1,
      labels: [],
    },
  ],
  datasinks: [{ ...place, id: 'DS_1', name: 'out', component: 'file', creation: { root: 'out' }, revision: 1 }],
  pipelines: [
    {
      ...place,
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
            component: 'file',
            version: '1.0.0',
            config: { path: 'all', content: 'template', template: '${_id} ${message}', maxSize: '1 GiB', every: '0', maxWait: '20ms' },
          },
        ],
        links: [{ id: 'l1', from: { node: 'in', port: 'default' }, to: { node: 'sink' } }],
      },
    },
  ],
});
const fault = [...report.listeners, ...report.pipelines].find(({ error }) => error)?.error;
if (fault) throw new Error(`${fault.code}: ${fault.message ?? ''}`);
