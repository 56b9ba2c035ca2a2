import { AppError, dayMs, isAppError, type Random } from '@acequia/base';
import { defaultOf, rootNames } from '@acequia/component-sdk/definition';
import type { Cluster, Datasink, Listener, StartSetup, StartSource } from '@acequia/contract';
import { freeName } from '@acequia/domain';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import { listClusters } from '../clusters/clusters.service.ts';
import type { DatasinksService } from '../datasinks/datasinks.service.ts';
import type { ListenersService } from '../listeners/listeners.service.ts';
import type { PipelinesService } from '../pipelines/pipelines.service.ts';
import type { SecretsService } from '../secrets/secrets.service.ts';
import { chainOf, documentOf, fileNameOf, listenerConfig, namesFor, parserComponent, startTag, type StartLanguage } from './first-chain.ts';
import { attempt, lockSetUp } from './get-started.store.ts';

interface Wish {
  readonly source: StartSource;
  readonly path?: string | undefined;
  readonly language: StartLanguage;
  readonly newToken: boolean;
}

/** Something the set-up made, for the activity log. */
export interface Made {
  readonly entity: 'secret' | 'listener' | 'datasink' | 'pipeline';
  readonly operation: 'create' | 'update' | 'start';
  readonly name: string;
}

export interface GetStartedService {
  /** Makes what is missing; all of it or, when it throws, nothing. */
  setUp(scope: TenantScope, wish: Wish): Promise<{ readonly setup: StartSetup; readonly made: readonly Made[] }>;
}

export interface GetStartedDeps {
  readonly catalogue: Catalogue;
  readonly listeners: ListenersService;
  readonly datasinks: DatasinksService;
  readonly pipelines: PipelinesService;
  readonly secrets: SecretsService;
  readonly random: Random;
}

/** As long as what a person makes by hand. */
const tokenLifeMs = 365 * dayMs;
/** Ports that are tried one after the other. */
const portTries = 50;

const tagged = ({ tags }: { readonly tags: readonly string[] }): boolean => tags.includes(startTag);
const ownNames = (all: readonly { readonly name: string }[]): string[] => all.map(({ name }) => name);

export function createGetStartedService({
  catalogue,
  listeners,
  datasinks,
  pipelines,
  secrets,
  random,
}: GetStartedDeps): GetStartedService {
  const common = { description: '', tags: [startTag] };

  /** Saves with the first port from the usual one on that is free; each try leaves the transaction as it was. */
  const withPorts = async (
    scope: TenantScope,
    { component, ports, cluster, above }: { component: string; ports: readonly string[]; cluster: Cluster; above: number },
    save: (inside: TenantScope, config: Record<string, number>) => Promise<Listener>,
  ): Promise<Listener> => {
    const usual = ports.map((name) => Number(defaultOf(catalogue.listener(component)!.config.shape[name]!)));
    const { from, to } = cluster.portRange;
    const lowest = Math.min(...usual);
    const first = Math.max(above + 1, lowest, from);
    for (let step = 0; ; step += ports.length) {
      const begin = first + step + Math.max(...usual) - lowest <= to ? first + step : from + step;
      const config = Object.fromEntries(ports.map((name, index) => [name, begin + usual[index]! - lowest]));
      try {
        return await attempt(scope.tx, (tx) => save({ ...scope, tx }, config));
      } catch (error) {
        if (!isAppError(error) || error.code !== 'ACQ-PORT-TAKEN' || step >= portTries * ports.length) throw error;
      }
    }
  };

  const renewToken = async (scope: TenantScope, listener: Listener, value: string): Promise<Made | undefined> => {
    const [{ token: id = '' } = {}] = (listener.config['tokens'] ?? []) as readonly { readonly token?: string }[];
    const secret = (await secrets.list(scope)).find((each) => each.id === id);
    if (!secret) return undefined;
    await secrets.update(scope, { ...secret, active: true, expirationDate: scope.now + tokenLifeMs, value });
    return { entity: 'secret', operation: 'update', name: secret.name };
  };

  return {
    setUp: async (scope, { source, path = '', language, newToken }) => {
      await lockSetUp(scope.tx, scope.tenantId);
      const clusters = await listClusters(scope, { folders: 'paths', machines: false });
      const cluster = clusters.find(({ workers }) => workers.some(({ status }) => status === 'online')) ?? clusters[0];
      if (!cluster) throw new AppError('ACQ-NO-CLUSTER');
      const chain = chainOf(source, path);
      if (!catalogue.listener(chain.component)) throw new AppError('ACQ-COMPONENT-MISSING', { fields: { component: chain.component } });
      const names = namesFor(source, path, language);
      const [root] = rootNames(cluster.fileRoots);
      if (root === undefined)
        throw new AppError('ACQ-FILE-ROOT', { fields: { name: names.datasink, root: 'files', cluster: cluster.name } });
      const made: Made[] = [];
      const note = <T extends { readonly name: string }>(entity: Made['entity'], thing: T): T => {
        made.push({ entity, operation: 'create', name: thing.name });
        return thing;
      };
      const newValue = `acq_${Buffer.from(random.bytes(20)).toString('hex')}`;
      let token: string | null = null;

      const all = await listeners.list(scope);
      const same = ({ component, config }: Listener) =>
        component === chain.component && (source !== 'file' || (config['include'] as readonly string[] | undefined)?.[0] === path);
      let listener = all.find((each) => tagged(each) && same(each));
      const at = { component: chain.component, ports: chain.ports, cluster };
      if (!listener) {
        const name = freeName(names.listener, ownNames(all));
        const config = listenerConfig(source, path);
        if (chain.token) {
          const secret = await secrets.create(scope, {
            ...common,
            name: freeName(names.token(name), ownNames(await secrets.list(scope))),
            description: names.token(name),
            value: newValue,
            expirationDate: scope.now + tokenLifeMs,
          });
          note('secret', secret);
          token = newValue;
          config['auth'] = 'bearer';
          config['tokens'] = [{ name: startTag, token: secret.id }];
        }
        listener = note(
          'listener',
          await withPorts(scope, { ...at, above: 0 }, (inside, ports) =>
            listeners.create(inside, {
              ...common,
              name,
              component: chain.component,
              clusterId: cluster.id,
              config: { ...config, ...ports },
            }),
          ),
        );
      } else {
        if (newToken && chain.token) {
          const renewed = await renewToken(scope, listener, newValue);
          if (renewed) {
            made.push(renewed);
            token = newValue;
          }
        }
        if (listener.state === 'error' && listener.reason?.code === 'PORT_IN_USE' && chain.ports.length > 0) {
          const before = listener;
          const above = Math.max(...chain.ports.map((name) => Number(before.config[name])));
          listener = await withPorts(scope, { ...at, above }, (inside, ports) =>
            listeners.update(inside, { ...before, config: { ...before.config, ...ports } }),
          );
          made.push({ entity: 'listener', operation: 'update', name: listener.name });
        }
      }

      const sinks = await datasinks.list(scope);
      const datasink: Datasink =
        sinks.find((each) => tagged(each) && each.component === 'file') ??
        note(
          'datasink',
          await datasinks.create(scope, {
            ...common,
            name: freeName(names.datasink, ownNames(sinks)),
            component: 'file',
            config: { root },
          }),
        );

      const known = await pipelines.list(scope);
      const { usedBy } = listener;
      let pipeline = known.find((each) => tagged(each) && usedBy.some(({ id }) => id === each.id));
      let version = pipeline?.runningVersion ?? null;
      if (pipeline && version === null) {
        const stopped = (await pipelines.listVersions(scope, pipeline.id)).find(({ kind }) => kind !== null && kind !== 'pre-release');
        if (stopped) {
          version = (await pipelines.startVersion(scope, { id: pipeline.id, version: stopped.version, clusterIds: [cluster.id] })).version;
          made.push({ entity: 'pipeline', operation: 'start', name: pipeline.name });
        }
      }
      const file = fileNameOf(listener.name);
      if (!pipeline || version === null) {
        pipeline = note(
          'pipeline',
          await pipelines.create(scope, {
            ...common,
            name: freeName(names.pipeline(listener.name), ownNames(known)),
            document: documentOf({
              listenerId: listener.id,
              parser: { version: catalogue.action(parserComponent)?.version ?? '1.0.0', config: chain.parser },
              datasink,
              path: file,
            }),
          }),
        );
        const publication = { id: pipeline.id, revision: 1, kind: 'release', versionName: '', clusterIds: [cluster.id] } as const;
        version = (await pipelines.publishVersion(scope, publication)).version;
      }
      scope.subject(pipeline.name);
      const setup: StartSetup = {
        source,
        listenerId: listener.id,
        pipelineId: pipeline.id,
        version,
        datasinkId: datasink.id,
        file: { root: String(datasink.config['root']), path: file },
        token,
      };
      return { setup, made };
    },
  };
}
