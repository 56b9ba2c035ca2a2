import type { Deployment } from '@acequia/pipeline';

/** A pipeline of its own from the listener to one datasink. */
export interface Branch {
  readonly name: string;
  readonly component: string;
  readonly creation: Readonly<Record<string, unknown>>;
  readonly node: Readonly<Record<string, unknown>>;
}

const common = { position: { x: 0, y: 0 }, name: '', comment: '' };

/** One HTTP listener of JSON lines on loopback and a pipeline `PL_<name>` for each branch. */
export function straightDeployment(
  hash: string,
  listener: Readonly<Record<string, unknown>> & { readonly port: number },
  branches: readonly Branch[],
): Deployment {
  const place = { tenantId: 't1', version: '1.0.0' };
  return {
    format: 1,
    hash,
    cluster: { id: 'CL_1', name: 'load', egress: { mode: 'open', allowed: [] }, fileRoots: [] },
    listeners: [
      {
        ...place,
        id: 'LI_1',
        name: 'in',
        component: 'http',
        config: { bind: '127.0.0.1', extraction: 'ndjson', ...listener },
        revision: 1,
        labels: [],
      },
    ],
    datasinks: branches.map(({ name, component, creation }) => ({ ...place, id: `DS_${name}`, name, component, creation, revision: 1 })),
    pipelines: branches.map(({ name, component, node }) => ({
      ...place,
      id: `PL_${name}`,
      versionId: `PV_${name}`,
      name,
      document: {
        format: 1,
        nodes: [
          { kind: 'label', id: 'in', ...common, listenerId: 'LI_1', labelId: 'all' },
          { kind: 'datasink', id: 'out', ...common, datasinkId: `DS_${name}`, component, version: '1.0.0', config: node },
        ],
        links: [{ id: 'l1', from: { node: 'in', port: 'default' }, to: { node: 'out' } }],
      },
    })),
  };
}

/** The same branches as datasink nodes of the first pipeline. */
export function inOnePipeline(deployment: Deployment): Deployment {
  const [first, ...others] = deployment.pipelines;
  if (!first) return deployment;
  const added = others.flatMap(({ document }) => document.nodes.filter(({ kind }) => kind === 'datasink'));
  const nodes = [...first.document.nodes, ...added.map((node, index) => ({ ...node, id: `out${index + 2}` }))];
  const links = nodes
    .filter(({ kind }) => kind === 'datasink')
    .map(({ id }) => ({ id: `to-${id}`, from: { node: 'in', port: 'default' }, to: { node: id } }));
  return { ...deployment, pipelines: [{ ...first, document: { ...first.document, nodes, links } }] };
}
