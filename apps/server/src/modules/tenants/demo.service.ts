import { isAppError, type Log } from '@acequia/base';
import type { PipelineDocument } from '@acequia/pipeline';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import { listClusters } from '../clusters/clusters.service.ts';
import type { DatasinksService } from '../datasinks/datasinks.service.ts';
import type { ListenersService } from '../listeners/listeners.service.ts';
import type { PipelinesService } from '../pipelines/pipelines.service.ts';
import { demoConditional, demoDatasink, demoListener, demoTag } from './demo-content.ts';

/** A small running example that leaves without a trace: everything it makes carries the tag `demo`. */
export interface DemoService {
  /** Does nothing when there is one already. */
  create(scope: TenantScope): Promise<Record<never, never>>;
  /** Does nothing when there is none. */
  remove(scope: TenantScope): Promise<Record<never, never>>;
}

export interface DemoDeps {
  readonly catalogue: Catalogue;
  readonly listeners: ListenersService;
  readonly datasinks: DatasinksService;
  readonly pipelines: PipelinesService;
  readonly log: Log;
}

export function createDemoService({ catalogue, listeners, datasinks, pipelines, log }: DemoDeps): DemoService {
  const tagged = (each: { readonly tags: readonly string[] }) => each.tags.includes(demoTag);
  return {
    create: async (scope) => {
      scope.subject('demo');
      if ((await pipelines.list(scope)).some(tagged)) return {};
      const [cluster] = await listClusters(scope);
      if (!cluster) return {};
      const listener = await listeners.create(scope, { ...demoListener, clusterId: cluster.id });
      const datasink = await datasinks.create(scope, demoDatasink);
      const document: PipelineDocument = {
        format: 1,
        nodes: [
          { id: 'label', kind: 'label', position: { x: 0, y: 0 }, name: '', comment: '', listenerId: listener.id, labelId: 'all' },
          {
            id: 'errors',
            kind: 'action',
            position: { x: 0, y: 160 },
            name: demoConditional.name,
            comment: '',
            component: 'conditional',
            version: catalogue.action('conditional')?.version ?? '1.0.0',
            config: demoConditional.config,
          },
          {
            id: 'discard',
            kind: 'datasink',
            position: { x: 0, y: 320 },
            name: '',
            comment: '',
            datasinkId: datasink.id,
            component: datasink.component,
            version: datasink.version,
            config: {},
          },
        ],
        links: [
          { id: 'label-errors', from: { node: 'label', port: 'default' }, to: { node: 'errors' } },
          ...demoConditional.ports.map((port) => ({ id: `errors-${port}`, from: { node: 'errors', port }, to: { node: 'discard' } })),
        ],
      };
      const pipeline = await pipelines.create(scope, {
        name: 'Demo',
        description: 'Web server log lines, sorted by their status. Remove it with one click.',
        tags: [demoTag],
        document,
      });
      await pipelines
        .publishVersion(scope, { id: pipeline.id, revision: 1, kind: 'release', versionName: '', clusterIds: [cluster.id] })
        .catch((error: unknown) => {
          if (!isAppError(error)) throw error;
          log.warn({ code: error.code, fields: error.fields }, 'the demo pipeline could not be published');
        });
      return {};
    },
    remove: async (scope) => {
      scope.subject('demo');
      for (const { id } of (await pipelines.list(scope)).filter(tagged)) await pipelines.remove(scope, id).catch(passGone);
      for (const { id } of (await listeners.list(scope)).filter(tagged)) await listeners.remove(scope, id, true).catch(passGone);
      for (const { id } of (await datasinks.list(scope)).filter(tagged)) await datasinks.remove(scope, id, true).catch(passGone);
      return {};
    },
  };
}

/** Somebody else has removed it since it was listed. */
function passGone(error: unknown): void {
  if (!isAppError(error) || !['WEB-10008', 'WEB-00026', 'WEB-00025'].includes(error.code)) throw error;
}
