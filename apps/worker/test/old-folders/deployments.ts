import type { DeployedPipeline, Deployment } from '@acequia/pipeline';
import { fileRoot } from './life.ts';

type Document = DeployedPipeline['document'];
export type Wanted = Omit<Deployment, 'hash'>;
type Listener = Wanted['listeners'][number];
type Datasink = Wanted['datasinks'][number];

const version = '1.0.0';
const shown = { position: { x: 0, y: 0 }, name: '', comment: '' };

/** Follows `in/<name>.log` and what it is rotated to. */
export const follows = (number: number, name: string, tenantId = 't1', labels: Listener['labels'] = []): Listener => ({
  id: `LI_${number}`,
  tenantId,
  name,
  component: 'file',
  version,
  config: { include: [`in/${name}.log*`], startAt: 'beginning', poll: '50ms' },
  revision: 1,
  labels,
});

export const intoFiles = (number: number, tenantId = 't1', revision = 1): Datasink => ({
  id: `DS_${number}`,
  tenantId,
  name: 'files',
  component: 'file',
  version,
  creation: { root: 'out', sync: revision % 2 === 0 ? 'flush' : 'fsync' },
  revision,
});

/** Asks for the secret `SE_1`, and tries again soon. */
export const toHttp = (number: number, port: string): Datasink => ({
  id: `DS_${number}`,
  tenantId: 't1',
  name: 'http',
  component: 'http',
  version,
  creation: {
    baseUrl: `http://127.0.0.1:${port}`,
    plainHttp: true,
    auth: 'bearer',
    token: 'SE_1',
    order: 'strict',
    retry: { giveUpAfter: '24h', firstWait: '100ms', maxWait: '200ms' },
  },
  revision: 1,
});

export const step = (id: string, component: string, config: Readonly<Record<string, unknown>>) => ({
  kind: 'action' as const,
  id,
  ...shown,
  component,
  version,
  config,
});

const soon = { maxWait: '20ms' };

/** A line of a file for each event, with its id unless the template is another. */
export const fileNode = (datasink: number, path: string, config: Readonly<Record<string, unknown>> = {}): Document['nodes'][number] => ({
  kind: 'datasink',
  id: 'out',
  ...shown,
  datasinkId: `DS_${datasink}`,
  component: 'file',
  version,
  config: { path, content: 'template', template: '${_id} ${message}', maxSize: '1 GiB', every: '0', ...soon, ...config },
});

/** A line of a request for each event, five at most. */
export const httpNode = (datasink: number, template = '${_id} ${message}'): Document['nodes'][number] => ({
  kind: 'datasink',
  id: 'out',
  ...shown,
  datasinkId: `DS_${datasink}`,
  component: 'http',
  version,
  config: { url: '/', content: 'template', template, wrap: 'ndjson', maxEvents: 5, ...soon },
});

/** From a listener through the steps, one behind the other, into the last node. */
export function pipeline(
  number: number,
  listener: number,
  nodes: Document['nodes'],
  more: { readonly tenantId?: string; readonly startedMs?: number } = {},
): DeployedPipeline {
  const all = [{ kind: 'label' as const, id: 'in', ...shown, listenerId: `LI_${listener}`, labelId: 'all' }, ...nodes];
  return {
    id: `PL_${number}`,
    versionId: `PV_${number}`,
    tenantId: 't1',
    name: 'copy',
    version,
    document: {
      format: 1,
      nodes: all,
      links: nodes.map(({ id }, index) => ({ id: `l${index}`, from: { node: all[index]!.id, port: 'default' }, to: { node: id } })),
    },
    ...more,
  };
}

export const deploymentOf = (parts: Pick<Wanted, 'listeners' | 'datasinks' | 'pipelines'> & Partial<Wanted>): Wanted => ({
  format: 1,
  cluster: { id: 'CL_1', name: 'test', egress: { mode: 'open', allowed: [] }, fileRoots: [fileRoot] },
  ...parts,
});
