import { dateMsMax } from '@acequia/base/bounded';
import type { HeldEvent } from '@acequia/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { operationQuery, useOperation } from '#lib/operations/use-operation.ts';

export interface DemoStop {
  readonly name: 'flow' | 'diff' | 'xray' | 'outage' | 'versions';
  /** What it is about: the first of these that is there. */
  readonly selectors: readonly string[];
  /** Aborted once another stop is gone to. */
  readonly go: (signal: AbortSignal) => void;
}

/** A request that every step of the pipeline has something to do with: neither an asset nor a health check. */
const followed = '/checkout';

/**
 * The five stops of the tour; undefined until it is known where they are. What somebody has removed from the demo leaves its stop
 * without anything to point at.
 */
export function useDemoStops(): readonly DemoStop[] | undefined {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: pipelines, error: noPipelines } = useOperation('pipelines:list', {});
  const { data: datasinks, error: noDatasinks } = useOperation('datasinks:list', {});
  const tried = pipelines?.find(({ tags }) => tags.includes('shadow-run'));
  const pipelineId = tried?.id;
  const { data: draft, error: noDraft } = useOperation(
    'pipelines:getVersion',
    { id: pipelineId ?? '', version: 'Main' },
    { enabled: pipelineId !== undefined },
  );
  if (!(pipelines ?? noPipelines) || !(datasinks ?? noDatasinks) || (tried && !(draft ?? noDraft))) return undefined;
  const failing = datasinks?.find(({ config }) => config['outageEvery'] !== undefined);
  const mask = draft?.document.nodes.find((node) => node.kind === 'action' && node.id === 'mask');
  /** The newest that has come. */
  const findFollowed = async (): Promise<HeldEvent | undefined> => {
    const label = draft?.document.nodes.find((node) => node.kind === 'label');
    if (label?.kind !== 'label') return undefined;
    const question = { listenerId: label.listenerId, from: 0, to: dateMsMax, text: followed, count: 1 };
    return (await client.fetchQuery(operationQuery('dataHistory:search', question)).catch(() => undefined))?.events[0];
  };
  const toEditor = (event?: HeldEvent) => {
    const version = 'Main';
    const search = event && { xray: event.id, xrayAt: String(event.receivedAt), xrayVersion: tried?.runningVersion ?? version };
    if (pipelineId === undefined) void navigate({ to: '/pipelines' });
    else if (mask?.kind !== 'action')
      void navigate({ to: '/pipelines/$pipelineId/{-$version}', params: { pipelineId, version }, search: { ...search } });
    else
      void navigate({
        to: '/pipelines/$pipelineId/{-$version}/action/$actionId/$actionVersion',
        params: { pipelineId, version, actionId: mask.id, actionVersion: mask.version },
        search: { ...search },
      });
  };
  return [
    { name: 'flow', selectors: ['[data-tour=destinations]', '[data-tour=flow]'], go: () => void navigate({ to: '/home' }) },
    { name: 'diff', selectors: ['.pe-event-table', '.pe-dock'], go: () => toEditor() },
    {
      name: 'xray',
      selectors: ['.pe-xray', '.pe-dock'],
      go: (signal) => void findFollowed().then((event) => signal.aborted || toEditor(event)),
    },
    {
      name: 'outage',
      selectors: failing ? [`tr:has(a[href*="${failing.id}"])`] : [],
      go: () => void navigate({ to: '/datasinks', search: { view: 'table' } }),
    },
    { name: 'versions', selectors: ['[data-tour=versions]'], go: () => toEditor() },
  ];
}
