import type { Totals } from '@acequia/contract';
import { sizeDifference } from '@acequia/domain';
import { useOperation } from '#lib/operations/use-operation.ts';
import { SizeChange, useSizeBasis } from './size-change.tsx';

/** Of one pipeline, the change to the data sink that gets least, by name if there are several; what each stands on is in the hint. */
export function PipelineChange({ pipelineId, totals }: { readonly pipelineId: string; readonly totals: Totals | undefined }) {
  const basisOf = useSizeBasis();
  const { data: datasinks } = useOperation('datasinks:list', {});
  const nameOf = (datasinkId: string) => datasinks?.find(({ id }) => id === datasinkId)?.name ?? datasinkId;
  const ways = (totals?.ways ?? [])
    .filter((way) => way.pipelineId === pipelineId && sizeDifference(way).kind !== 'none')
    .sort((a, b) => a.deliveredBytes - b.deliveredBytes);
  const told = ways.filter((way) => sizeDifference(way).kind !== 'few');
  const first = told[0] ?? ways[0];
  if (!first) return <span className="text-faint">—</span>;
  return (
    <span
      className="inline-flex max-w-full gap-1.5 items-baseline whitespace-nowrap"
      title={ways.map((way) => basisOf(way, nameOf(way.datasinkId))).join('\n')}
    >
      <SizeChange way={first} />
      {told.length > 1 && <span className="ui-hint truncate">{nameOf(first.datasinkId)}</span>}
      {told.length > 1 && <span className="ui-hint ui-num">+{told.length - 1}</span>}
    </span>
  );
}
