import type { Totals } from '@acequia/contract';
import { sizeDifference } from '@acequia/domain';
import { useOperation } from '#lib/operations/use-operation.ts';
import { SizeChange, useSizeBasis } from './size-change.tsx';

const shownMax = 3;

/** Of one pipeline, the change to each of its data sinks, the largest saving first; what each stands on is in its hint. */
export function PipelineChange({ pipelineId, totals }: { readonly pipelineId: string; readonly totals: Totals | undefined }) {
  const basisOf = useSizeBasis();
  const { data: datasinks } = useOperation('datasinks:list', {});
  const ways = (totals?.ways ?? [])
    .filter((way) => way.pipelineId === pipelineId && sizeDifference(way).kind !== 'none')
    .sort((a, b) => sizeDifference(a).sentBytes - sizeDifference(b).sentBytes);
  if (ways.length === 0) return <span className="text-faint">—</span>;
  return (
    <span className="inline-flex gap-2 whitespace-nowrap">
      {ways.slice(0, shownMax).map((way) => (
        <span key={way.datasinkId} title={basisOf(way, datasinks?.find(({ id }) => id === way.datasinkId)?.name ?? way.datasinkId)}>
          <SizeChange way={way} />
        </span>
      ))}
      {ways.length > shownMax && <span className="text-faint ui-num">+{ways.length - shownMax}</span>}
    </span>
  );
}
