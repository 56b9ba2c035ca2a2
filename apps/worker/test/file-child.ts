/**
 * A process to be killed: `file-child.ts <directory> [<tenant>[:<log>] …]`. Follows `<directory>/in/app.log*` into the file `all`
 * of the tenant t1 below `<directory>/out`, through a disk journal. With tenants: a pipeline from each `<directory>/in/<log>.log*`,
 * where the log is called like the tenant unless it has a name, into the file `all` of the tenant, rotated often, with two lanes.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { silentLog, systemClock } from '@acequia/base';
import { createEngine } from '@acequia/engine';
import { openJournal } from '@acequia/journal';
import { testLog } from '@acequia/journal/testing';
import { components } from '../src/supervisor/components.ts';

const [directory = '', ...tenants] = process.argv.slice(2);
const single = tenants.length === 0;
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
  ...(single ? {} : { lanes: { count: 2, componentsModule: import.meta.resolve('../src/supervisor/components.ts') } }),
});
const version = '1.0.0';
const places = (single ? ['t1:app'] : tenants).map((place) => {
  const [tenantId = '', log = tenantId] = place.split(':');
  return { tenantId, version, log };
});
const shown = { position: { x: 0, y: 0 }, name: '', comment: '' };
const report = await engine.apply({
  format: 1,
  hash: 'one',
  cluster: { id: 'CL_1', name: 'test', egress: { mode: 'open', allowed: [] }, fileRoots: [join(directory, 'out')] },
  listeners: places.map(({ tenantId, log }, index) => ({
    tenantId,
    version,
    id: `LI_${index}`,
    name: 'files',
    component: 'file',
    config: { include: [`${directory}/in/${log}.log*`], startAt: 'beginning', poll: '50ms' },
    revision: 1,
    labels: [],
  })),
  datasinks: places.map(({ tenantId }, index) => ({
    tenantId,
    version,
    id: `DS_${index}`,
    name: 'out',
    component: 'file',
    creation: { root: 'out' },
    revision: 1,
  })),
  pipelines: places.map(({ tenantId }, index) => ({
    tenantId,
    version,
    id: `PL_${index}`,
    versionId: `PV_${index}`,
    name: 'copy',
    document: {
      format: 1,
      nodes: [
        { kind: 'label', id: 'in', ...shown, listenerId: `LI_${index}`, labelId: 'all' },
        {
          kind: 'datasink',
          id: 'sink',
          ...shown,
          datasinkId: `DS_${index}`,
          component: 'file',
          version,
          config: {
            path: 'all',
            content: 'template',
            template: '${_id} ${message}',
            maxSize: single ? '1 GiB' : '64 KiB',
            every: '0',
            maxWait: '20ms',
          },
        },
      ],
      links: [{ id: 'l1', from: { node: 'in', port: 'default' }, to: { node: 'sink' } }],
    },
  })),
});
const fault = [...report.listeners, ...report.pipelines].find(({ error }) => error)?.error;
if (fault) throw new Error(`${fault.code}: ${fault.message ?? ''}`);
