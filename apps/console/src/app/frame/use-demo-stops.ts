import { useNavigate } from '@tanstack/react-router';
import { useOperation } from '#lib/operations/use-operation.ts';

export interface DemoStop {
  readonly name: 'flow' | 'diff' | 'xray' | 'outage' | 'versions';
  /** What it is about: the first of these that is there. */
  readonly selectors: readonly string[];
  readonly go: () => void;
}

/** The five stops of the tour. What somebody has removed from the demo leaves its stop without anything to point at. */
export function useDemoStops(): readonly DemoStop[] {
  const navigate = useNavigate();
  const { data: pipelines } = useOperation('pipelines:list', {});
  const { data: datasinks } = useOperation('datasinks:list', {});
  const pipelineId = pipelines?.find(({ tags }) => tags.includes('shadow-run'))?.id;
  const { data: draft } = useOperation(
    'pipelines:getVersion',
    { id: pipelineId ?? '', version: 'Main' },
    { enabled: pipelineId !== undefined },
  );
  const failing = datasinks?.find(({ config }) => config['outageEvery'] !== undefined);
  const mask = draft?.document.nodes.find((node) => node.kind === 'action' && node.id === 'mask');
  const toEditor = (version: string) => {
    if (pipelineId === undefined) void navigate({ to: '/pipelines' });
    else if (mask?.kind !== 'action' || version !== 'Main')
      void navigate({ to: '/pipelines/$pipelineId/{-$version}', params: { pipelineId, version } });
    else
      void navigate({
        to: '/pipelines/$pipelineId/{-$version}/action/$actionId/$actionVersion',
        params: { pipelineId, version, actionId: mask.id, actionVersion: mask.version },
      });
  };
  return [
    { name: 'flow', selectors: ['[data-tour=flow]'], go: () => void navigate({ to: '/home' }) },
    { name: 'diff', selectors: ['.pe-event-table', '.pe-dock'], go: () => toEditor('Main') },
    { name: 'xray', selectors: ['.pe-event-table', '.pe-dock'], go: () => toEditor('Main') },
    {
      name: 'outage',
      selectors: failing ? [`tr:has(a[href*="${failing.id}"])`] : [],
      go: () => void navigate({ to: '/datasinks', search: { view: 'table' } }),
    },
    { name: 'versions', selectors: ['[data-tour=versions]'], go: () => toEditor('Main') },
  ];
}
