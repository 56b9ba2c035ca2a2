import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Deployment } from '@acequia/pipeline';

/** What may change about the deployment while events flow. */
export interface Changes {
  /** Folder that data sinks write below. */
  readonly out: string;
  /** Revision of A's data sink: each stands for one edit by a person. */
  readonly edit?: number;
  /** Number of A's published version. */
  readonly version?: number;
  /** False: A's pipeline is stopped. */
  readonly running?: boolean;
  /** How long A's lines wait for their batch to fill. */
  readonly maxWait?: string;
  /** A posts JSON lines, and the file is one of many, called by their field `place`, of which two are open at once. */
  readonly manyPaths?: boolean;
  readonly ports: { readonly a: number; readonly b: number };
  /** Base URLs where nobody answers; for each, A's pipeline has another data sink, which keeps its order. */
  readonly dead?: readonly string[];
  /** Base URL of another data sink of B's, whose certificate nobody has signed. */
  readonly peer?: string;
}

const shown = { position: { x: 0, y: 0 }, name: '', comment: '' };

/** Two tenants on one worker: each posts lines to a listener, which a file takes. B's listener asks for a token that is the secret `SE_b`. */
export function twoTenants({
  out,
  edit = 1,
  version = 1,
  running = true,
  manyPaths = false,
  maxWait = '20ms',
  ports,
  dead = [],
  peer,
}: Changes): Deployment {
  const listener = (tenant: 'a' | 'b', auth: object) => ({
    tenantId: `tenant-${tenant}`,
    version: '1.0.0',
    id: `LI_${tenant}`,
    name: tenant,
    component: 'http',
    config: { bind: '127.0.0.1', port: ports[tenant], extraction: tenant === 'a' && manyPaths ? 'ndjson' : 'lines', ...auth },
    revision: 1,
    labels: [],
  });
  const datasink = (tenant: 'a' | 'b', revision: number) => ({
    tenantId: `tenant-${tenant}`,
    version: '1.0.0',
    id: `DS_${tenant}`,
    name: `files ${revision}`,
    component: 'file',
    creation: { root: 'out', sync: revision % 2 === 0 ? 'flush' : 'fsync' },
    revision,
  });
  const peers = {
    a: dead.map((baseUrl, n) => ({ id: `dead${n}`, baseUrl })),
    b: peer === undefined ? [] : [{ id: 'peer', baseUrl: peer }],
  };
  const peerSinks = (tenant: 'a' | 'b') =>
    peers[tenant].map(({ id, baseUrl }) => ({
      tenantId: `tenant-${tenant}`,
      version: '1.0.0',
      id: `DS_${id}`,
      name: id,
      component: 'http',
      creation: { baseUrl, order: 'strict', verify: false },
      revision: 1,
    }));
  const peerNodes = (tenant: 'a' | 'b') =>
    peers[tenant].map(({ id }) => ({
      kind: 'datasink' as const,
      id,
      ...shown,
      datasinkId: `DS_${id}`,
      component: 'http',
      version: '1.0.0',
      config: { url: '/', maxWait: '20ms' },
    }));
  const pipeline = (tenant: 'a' | 'b', number: number) => ({
    tenantId: `tenant-${tenant}`,
    version: `${number}.0.0`,
    id: `PL_${tenant}`,
    versionId: `PV_${tenant}${number}`,
    name: tenant,
    document: {
      format: 1 as const,
      nodes: [
        { kind: 'label' as const, id: 'in', ...shown, listenerId: `LI_${tenant}`, labelId: 'all' },
        {
          kind: 'datasink' as const,
          id: 'sink',
          ...shown,
          datasinkId: `DS_${tenant}`,
          component: 'file',
          version: '1.0.0',
          config: {
            ...(tenant === 'a' && manyPaths ? { path: 'many/${place}.log', openFiles: 2 } : { path: `${tenant}.log` }),
            format: 'text',
            content: 'field',
            field: 'message',
            maxSize: '1 GiB',
            every: '0',
            maxWait,
          },
        },
        ...peerNodes(tenant),
      ],
      links: ['sink', ...peers[tenant].map(({ id }) => id)].map((to) => ({
        id: `to ${to}`,
        from: { node: 'in', port: 'default' },
        to: { node: to },
      })),
    },
  });
  return {
    format: 1,
    hash: JSON.stringify([edit, version, running]),
    cluster: { id: 'CL_1', name: 'test', egress: { mode: 'open', allowed: [] }, fileRoots: [out] },
    listeners: [listener('a', {}), listener('b', { auth: 'bearer', tokens: [{ name: 'one', token: 'SE_b' }] })],
    datasinks: [datasink('a', edit), datasink('b', 1), ...peerSinks('a'), ...peerSinks('b')],
    pipelines: [...(running ? [pipeline('a', version)] : []), pipeline('b', 1)],
  };
}

/** Posts numbered lines one body after the other, and knows which of them were acknowledged. */
export class NumberedSender {
  readonly acknowledged: number[] = [];
  /** Those of them that were sent and acknowledged while `reader` was the same, and not undefined. */
  readonly owed: number[] = [];
  /** Stands for one run of versions without a gap that reads what is sent now; undefined: perhaps none reads it. */
  reader: number | undefined = 0;
  readonly #url: string;
  readonly #line: (number: number) => string;
  #next = 0;
  #stopped = false;
  #work: Promise<void> | undefined;

  constructor(url: string, line = (number: number) => `event ${number}`) {
    this.#url = url;
    this.#line = line;
  }

  start(): void {
    this.#stopped = false;
    this.#work = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#work;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const numbers = Array.from({ length: 500 }, () => this.#next++);
      const { reader } = this;
      // A number is sent once: what no answer came for may be there or not.
      const answer = await fetch(this.#url, { method: 'POST', body: numbers.map((n) => `${this.#line(n)}\n`).join('') }).catch(
        () => undefined,
      );
      if (answer?.ok) this.acknowledged.push(...numbers);
      if (answer?.ok && reader !== undefined && reader === this.reader) this.owed.push(...numbers);
      await answer?.arrayBuffer().catch(() => undefined);
    }
  }
}

/** How often each numbered line stands in the files called `name` below the folder. */
export function countLines(folder: string, name: string): Map<number, number> {
  const counts = new Map<number, number>();
  for (const path of existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []) {
    if (path !== name && !path.endsWith(`/${name}`)) continue;
    for (const line of readFileSync(join(folder, path), 'utf8').split('\n').slice(0, -1)) {
      const number = Number(/^event (\d+)$/.exec(line)?.[1]);
      counts.set(number, (counts.get(number) ?? 0) + 1);
    }
  }
  return counts;
}

/** What of the acknowledged lines is not there, and what stands there more than once or is no line. */
export function compare(acknowledged: readonly number[], counts: ReadonlyMap<number, number>) {
  return {
    missing: acknowledged.filter((number) => !counts.has(number)).length,
    doubled: [...counts.values()].filter((count) => count > 1).length,
    strange: counts.has(Number.NaN),
  };
}
