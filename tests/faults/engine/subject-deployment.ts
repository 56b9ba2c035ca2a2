import type { Deployment } from '@acequia/pipeline';
import type { SubjectSettings } from './subject-protocol.ts';

const place = { position: { x: 0, y: 0 }, name: '', comment: '' };
const link = (id: string, from: string, to: string) => ({ id, from: { node: from, port: 'default' }, to: { node: to } });

export const fileName = 'out.ndjson';

/** Lines in by HTTP, out to an HTTP destination and to a file, both in order. Versions differ in their id only. */
export function subjectDeployment(settings: SubjectSettings, version: number): Deployment {
  const deployment = straightDeployment(settings, version);
  if (settings.poison) return withPoison(deployment, settings.poison);
  return settings.dedupe ? withAction(deployment, { component: 'dedupe', config: { keys: ['message'], within: '1h' } }) : deployment;
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

/** The first pipeline goes through the action that ends the process; a second tenant has a listener, a pipeline and a datasink. */
function withPoison(deployment: Deployment, { port, destination }: { readonly port: number; readonly destination: string }): Deployment {
  const neighbour = { tenantId: 't2', name: 'neighbour' };
  const [listener] = deployment.listeners;
  const [datasink] = deployment.datasinks;
  const [pipeline] = deployment.pipelines;
  const [label, peer] = pipeline!.document.nodes;
  const poisoned = withAction(deployment, { component: 'poison', config: {} });
  return {
    ...poisoned,
    listeners: [listener!, { ...listener!, ...neighbour, id: 'LI_2', config: { ...listener!.config, port } }],
    datasinks: [
      ...deployment.datasinks,
      { ...datasink!, ...neighbour, id: 'DS_3', creation: { ...datasink!.creation, baseUrl: destination } },
    ],
    pipelines: [
      ...poisoned.pipelines,
      {
        ...pipeline!,
        ...neighbour,
        id: 'PL_2',
        versionId: 'PV_neighbour',
        document: {
          format: 1,
          nodes: [{ ...label!, listenerId: 'LI_2' } as typeof label & object, { ...peer!, datasinkId: 'DS_3' } as typeof peer & object],
          links: [link('l1', 'in', 'peer')],
        },
      },
    ],
  };
}

function straightDeployment({ port, destination, files }: SubjectSettings, version: number): Deployment {
  const tenantId = 't1';
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
              config: { path: fileName, every: '0', maxWait: '20ms' },
            },
          ],
          links: [link('l1', 'in', 'peer'), link('l2', 'in', 'file')],
        },
      },
    ],
  };
}
