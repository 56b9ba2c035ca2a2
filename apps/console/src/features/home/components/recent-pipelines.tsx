import { Link } from '@tanstack/react-router';
import { Button, Card, Icon, Message } from '@acequia/ui';
import type { Pipeline } from '@acequia/contract';
import { CellTrend } from '#blocks/list/cell-trend.tsx';
import { useLiveFrame } from '#blocks/live/live-provider.tsx';
import { useSeries } from '#blocks/live/use-series.ts';
import { StateChip } from '#blocks/object-state/state-chip.tsx';
import { StateReason } from '#blocks/object-state/state-reason.tsx';
import { Eps, totalOf } from '#blocks/page/rate.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import { useMay } from '#lib/session/index.ts';
import { homeTexts } from '../texts.ts';

const shownMax = 8;

/** The pipelines that run, then those last worked on, with what flows through them now. */
export function RecentPipelines({ pipelines }: { readonly pipelines: readonly Pipeline[] }) {
  const t = useTexts(homeTexts);
  const frame = useLiveFrame();
  const seriesIn = useSeries('pipeline', 'eventsIn');
  const seriesOut = useSeries('pipeline', 'eventsOut');
  const mayCreate = useMay('pipeline:create');
  const shown = [...pipelines]
    .sort((a, b) => Number(b.runningVersion !== null) - Number(a.runningVersion !== null) || b.updatedAt - a.updatedAt)
    .slice(0, shownMax);
  const rate = (pipeline: Pipeline, side: 'entered' | 'delivered') =>
    pipeline.state === 'draft' || !frame ? undefined : (frame.pipelines[pipeline.id]?.[side].events ?? 0);
  return (
    <Card className="overflow-hidden">
      <header className="flex items-center gap-2 px-3 h-9 border-b">
        <h2 className="font-medium flex-1">{t('recent')}</h2>
        <Link to="/pipelines" className="ui-link text-xs">
          {t('all')}
        </Link>
      </header>
      {shown.length === 0 ? (
        <div className="grid py-4">
          <Message
            drawing="empty"
            title={t('noPipelines')}
            actions={
              mayCreate && (
                <Button asChild>
                  <Link to="/pipelines/create">
                    <Icon name="plus" />
                    {t('newPipelineLong')}
                  </Link>
                </Button>
              )
            }
          >
            {t('noPipelinesText')}
          </Message>
        </div>
      ) : (
        <div className="overflow-x-auto">
          <table className="ui-table" aria-label={t('recent')}>
            <thead>
              <tr>
                <th scope="col">{t('name')}</th>
                <th scope="col">{t('status')}</th>
                <th scope="col" className="ui-right">
                  {t('rateIn')}
                </th>
                <th scope="col" aria-label={`${t('rateIn')}, ${t('lastDay')}`} />
                <th scope="col" className="ui-right">
                  {t('rateOut')}
                </th>
                <th scope="col" aria-label={`${t('rateOut')}, ${t('lastDay')}`} />
                <th scope="col">{t('updated')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((pipeline) => (
                <tr key={pipeline.id}>
                  <td className="w-1/2 max-w-0">
                    <span className="flex items-center gap-1">
                      <Link
                        to="/pipelines/$pipelineId/{-$version}"
                        params={{ pipelineId: pipeline.id, version: undefined }}
                        className="font-medium truncate hover:underline"
                        title={pipeline.name}
                      >
                        {pipeline.name}
                      </Link>
                      {pipeline.runningVersion !== null && (
                        <Link
                          to="/home/focus/$pipelineId/$versionId"
                          params={{ pipelineId: pipeline.id, versionId: pipeline.runningVersion }}
                          className="ui-btn ui-btn-ghost ui-btn-sm ui-btn-icon"
                          aria-label={t('focus', { name: pipeline.name })}
                          title={t('focus', { name: pipeline.name })}
                        >
                          <Icon name="eye" size={14} />
                        </Link>
                      )}
                    </span>
                  </td>
                  <td>
                    <StateChip status={pipeline.status} />
                    <StateReason status={pipeline.status} className="line-clamp-1 min-w-[220px] max-w-[320px] whitespace-normal" />
                  </td>
                  <td className="ui-right">
                    <Eps value={rate(pipeline, 'entered')} day={totalOf(seriesIn[pipeline.id])} />
                  </td>
                  <td>
                    <CellTrend values={seriesIn[pipeline.id]} tone="in" />
                  </td>
                  <td className="ui-right">
                    <Eps value={rate(pipeline, 'delivered')} day={totalOf(seriesOut[pipeline.id])} />
                  </td>
                  <td>
                    <CellTrend values={seriesOut[pipeline.id]} tone="out" />
                  </td>
                  <td className="text-muted">
                    <TimeAgo atMs={pipeline.updatedAt} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
