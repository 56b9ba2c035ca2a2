import type { Deployment } from '@acequia/pipeline';
import type { SideLine, SubjectSettings } from './subject-protocol.ts';
import { keyInTable, lookupAt, lookupId } from './subject-tables.ts';

const place = { position: { x: 0, y: 0 }, name: '', comment: '' };
const link = (id: string, from: string, to: string) => ({ id, from: { node: from, port: 'default' }, to: { node: to } });

export const fileName = 'out.ndjson';
export const subjectTenant = 't1';

/** Lines in by HTTP, out to an HTTP destination and to a file that is rotated often, both in order. Versions differ in their id only. */
export function subjectDeployment(settings: SubjectSettings, version: number, activation = settings.activation): Deployment {
  const deployment = settings.sideLines.reduce(withSideLine, straightDeployment(settings, version));
  if (settings.poison) return withAction(deployment, { component: 'poison', config: {} });
  if (activation !== undefined) {
    const config = { lookup: lookupId, key: keyInTable, columns: [{ column: 'version', type: 'integer' }] };
    return { ...withAction(deployment, { component: 'lookup', config }), lookups: [lookupAt(activation)] };
  }
  return settings.dedupe ? withAction(deployment, { component: 'dedupe', config: { keys: ['message'], within: '1h' } }) : deployment;
}

const listenerConfig = {
  http: (port: number) => ({ bind: '127.0.0.1', port, extraction: 'lines' }),
  opentelemetry: (httpPort: number) => ({ bind: '127.0.0.1', httpPort, protocols: ['json'], signals: ['logs'] }),
  tcp: (port: number) => ({ bind: '127.0.0.1', port, reply: '${count}\n', maxConnections: 20_000 }),
};

/** In by a listener of its own, out to an HTTP destination of its own. */
function withSideLine(deployment: Deployment, { tenantId, listener, port, destination }: SideLine, index: number): Deployment {
  const [first] = deployment.listeners;
  const [datasink] = deployment.datasinks;
  const [pipeline] = deployment.pipelines;
  const [label, peer] = pipeline!.document.nodes.filter(({ kind }) => kind !== 'action');
  const [listenerId, datasinkId] = [`LI_side_${index}`, `DS_side_${index}`];
  return {
    ...deployment,
    listeners: [
      ...deployment.listeners,
      { ...first!, tenantId, id: listenerId, component: listener, config: listenerConfig[listener](port) },
    ],
    datasinks: [
      ...deployment.datasinks,
      { ...datasink!, tenantId, id: datasinkId, creation: { ...datasink!.creation, baseUrl: destination } },
    ],
    pipelines: [
      ...deployment.pipelines,
      {
        ...pipeline!,
        tenantId,
        id: `PL_side_${index}`,
        versionId: `PV_side_${index}`,
        document: {
          format: 1,
          nodes: [{ ...label!, listenerId } as typeof label & object, { ...peer!, datasinkId } as typeof peer & object],
          links: [link('l1', 'in', 'peer')],
        },
      },
    ],
  };
}

/** The first pipeline goes through an action first. */
function withAction(deployment: Deployment, action: { readonly component: string; readonly config: Record<string, unknown> }): Deployment {
  const [pipeline, ...others] = deployment.pipelines;
  const [label, peer, file] = pipeline!.document.nodes;
  const node = { id: action.component, kind: 'action' as const, ...place, version: '1.0.0', ...action };
  return {
    ...deployment,
    pipelines: [
      {
        ...pipeline!,
        document: {
          format: 1,
          nodes: [label!, node, peer!, file!],
          links: [link('l0', 'in', node.id), link('l1', node.id, 'peer'), link('l2', node.id, 'file')],
        },
      },
      ...others,
    ],
  };
}

function straightDeployment({ port, destination, files }: SubjectSettings, version: number): Deployment {
  const tenantId = subjectTenant;
  return {
    format: 1,
    hash: `version ${version}`,
    cluster: { id: 'CL_1', name: 'faults', egress: { mode: 'open', allowed: [] }, fileRoots: [`files=${files}`] },
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
      {
        id: 'DS_1',
        tenantId,
        name: 'peer',
        component: 'http',
        version: '1.0.0',
        creation: {
          baseUrl: destination,
          order: 'strict',
          timeout: '2s',
          retry: { giveUpAfter: '24h', firstWait: '50ms', maxWait: '200ms' },
        },
        revision: 1,
      },
      { id: 'DS_2', tenantId, name: 'archive', component: 'file', version: '1.0.0', creation: { root: 'files' }, revision: 1 },
    ],
    pipelines: [
      {
        id: 'PL_1',
        versionId: `PV_${version}`,
        tenantId,
        name: 'faults',
        version: `1.${version}.0`,
        document: {
          format: 1,
          nodes: [
            { id: 'in', kind: 'label', ...place, listenerId: 'LI_1', labelId: 'all' },
            {
              id: 'peer',
              kind: 'datasink',
              ...place,
              datasinkId: 'DS_1',
              component: 'http',
              version: '1.0.0',
              config: { url: '/in', maxWait: '20ms', maxEvents: 200, perItem: { itemsPath: 'items', statusPath: 'status' } },
            },
            {
              id: 'file',
              kind: 'datasink',
              ...place,
              datasinkId: 'DS_2',
              component: 'file',
              version: '1.0.0',
              config: { path: fileName, maxSize: '64 KiB', every: '0', maxWait: '20ms' },
            },
          ],
          links: [link('l1', 'in', 'peer'), link('l2', 'in', 'file')],
        },
      },
    ],
  };
}
