import { CopyCode, Note, Skeleton } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { length } from '#lib/format/length.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { replayTexts } from '../texts.ts';
import type { WholeTarget } from './replay-target.tsx';

/** How much it is, and what follows from it, in plain words. */
export function ReplayEstimate({
  target,
  from,
  to,
  eventsPerSecond,
  keys,
}: {
  readonly target: WholeTarget;
  readonly from: number;
  readonly to: number;
  readonly eventsPerSecond: number;
  readonly keys: 'same' | 'new';
}) {
  const t = useTexts(replayTexts);
  const format = useFormat();
  const { data, error } = useOperation('replays:estimate', { listenerId: target.listenerId, from, to }, { keepPrevious: true });
  const { data: version } = useOperation('pipelines:getVersion', { id: target.pipelineId, version: target.version });
  const { data: datasinks } = useOperation('datasinks:list', {});
  if (error)
    return (
      <Note tone="warning" title={t('estimateFailed')}>
        {describeError(error).text} <CopyCode text={error.code} />
      </Note>
    );
  if (!data)
    return (
      <div role="status" aria-busy aria-label={t('estimating')}>
        <Skeleton height={64} />
      </div>
    );
  if (data.records === 0) return <Note tone="warning">{t('estimateNone')}</Note>;
  const size = format.bytes(data.bytes);
  const sinkIds = new Set(version?.document.nodes.flatMap((node) => (node.kind === 'datasink' ? [node.datasinkId] : [])));
  const sinks = (datasinks ?? []).filter(({ id }) => sinkIds.has(id)).map(({ name }) => name);
  return (
    <div className="flex flex-col gap-2" aria-live="polite">
      {data.keptFrom !== null && data.keptFrom > from && (
        <Note tone="warning">{t('keptFrom', { time: format.moment(data.keptFrom) })}</Note>
      )}
      {data.answered < data.workers && <Note tone="warning">{t('partly', { answered: data.answered, workers: data.workers })}</Note>}
      <Note tone="in">
        <p className="font-medium">
          {t('estimate', {
            count: data.records,
            size: `${size.value} ${size.unit}`,
            time: length((data.records / eventsPerSecond) * 1000),
          })}
        </p>
        <p>
          {t('consequence', { sinks: sinks.join(', ') || '—', version: `v${target.version}` })}{' '}
          {keys === 'same' ? t('consequenceSame') : t('consequenceNew')}
        </p>
      </Note>
    </div>
  );
}
