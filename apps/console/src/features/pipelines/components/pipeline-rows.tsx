import { useCallback, useMemo } from 'react';
import { Link } from '@tanstack/react-router';
import { Dot, Icon, Tile } from '@acequia/ui';
import type { LiveFrame, Pipeline, Totals } from '@acequia/contract';
import { RangeTrend } from '#blocks/charts/range-trend.tsx';
import { DeadLetterLink } from '#blocks/dead-letters/dead-letter-link.tsx';
import { ResourceCard } from '#blocks/list/resource-card.tsx';
import { CellTrend } from '#blocks/list/cell-trend.tsx';
import { ResourceTable, tableName, type Column } from '#blocks/list/resource-table.tsx';
import { listTexts } from '#blocks/list/texts.ts';
import { StateChip } from '#blocks/object-state/state-chip.tsx';
import { StateReason } from '#blocks/object-state/state-reason.tsx';
import { useLiveFrame } from '#blocks/live/live-provider.tsx';
import { Eps, totalOf } from '#blocks/page/rate.tsx';
import { PipelineChange } from '#blocks/size-change/pipeline-change.tsx';
import { sizeTexts } from '#blocks/size-change/texts.ts';
import { useTexts } from '#i18n/use-texts.ts';
import type { ListSearch } from '#lib/list-search/list-search.ts';
import { pipelineTexts } from '../texts.ts';
import { PipelineMenu } from './pipeline-menu.tsx';

export interface PipelineNumbers {
  readonly frame: LiveFrame | undefined;
  /** Of the last 24 hours. */
  readonly totals: Totals | undefined;
  readonly seriesIn: Readonly<Record<string, readonly number[]>>;
  readonly seriesOut: Readonly<Record<string, readonly number[]>>;
  readonly clusterName: (id: string) => string;
}

interface RowsProps {
  readonly pipelines: readonly Pipeline[];
  readonly numbers: PipelineNumbers;
  readonly onDetails: (id: string) => void;
}

/** Events per second in and out; undefined where nothing runs. */
export function ratesOf(
  pipeline: Pipeline,
  { frame }: Pick<PipelineNumbers, 'frame'>,
): { readonly in: number | undefined; readonly out: number | undefined } {
  if (pipeline.state === 'draft') return { in: undefined, out: undefined };
  const live = frame?.pipelines[pipeline.id];
  const none = frame ? 0 : undefined;
  return { in: live?.entered.events ?? none, out: live?.delivered.events ?? none };
}

export function PipelineCards({ pipelines, numbers, onDetails }: RowsProps) {
  const t = useTexts(pipelineTexts);
  return (
    <div className="list-cards">
      {pipelines.map((pipeline) => {
        const rates = ratesOf(pipeline, numbers);
        return (
          <ResourceCard
            key={pipeline.id}
            id={pipeline.id}
            label={pipeline.name}
            tile={
              <Tile tone="pipeline">
                <Icon name="pipeline" />
              </Tile>
            }
            name={
              <Link to="/pipelines/$pipelineId/{-$version}" params={{ pipelineId: pipeline.id, version: undefined }}>
                {pipeline.name}
              </Link>
            }
            menu={
              <span className="flex items-center gap-1.5">
                <span className="ui-hint">
                  <VersionWord pipeline={pipeline} />
                </span>
                <PipelineMenu pipeline={pipeline} onDetails={() => onDetails(pipeline.id)} />
              </span>
            }
            status={
              <>
                <StateChip status={pipeline.status} />
                <DeadLetterLink pipelineId={pipeline.id} />
              </>
            }
            tags={pipeline.tags}
          >
            {pipeline.state === 'draft' ? (
              <div className="h-11 grid place-items-center rounded-md border border-dashed border-line-strong text-xs text-muted">
                {t('notPublished')}
              </div>
            ) : (
              <div className="h-11">
                <StateReason status={pipeline.status} className="line-clamp-2">
                  <RangeTrend
                    series={[
                      { values: numbers.seriesIn[pipeline.id] ?? [], tone: 'in' },
                      { values: numbers.seriesOut[pipeline.id] ?? [], tone: 'out' },
                    ]}
                    height={44}
                  />
                </StateReason>
              </div>
            )}
            <div className="flex items-center gap-2">
              <Dot tone="in" />
              <span className="ui-hidden">{t('in')}</span>
              <Eps value={rates.in} day={totalOf(numbers.seriesIn[pipeline.id])} unit />
              <Dot tone="out" />
              <span className="ui-hidden">{t('out')}</span>
              <Eps value={rates.out} day={totalOf(numbers.seriesOut[pipeline.id])} unit />
              <span className="ml-auto min-w-0">
                <PipelineChange pipelineId={pipeline.id} totals={numbers.totals} />
              </span>
            </div>
          </ResourceCard>
        );
      })}
    </div>
  );
}

export function PipelineTable({
  pipelines,
  numbers,
  onDetails,
  search,
  onSearch,
}: RowsProps & { readonly search: ListSearch; readonly onSearch: (next: Partial<ListSearch>) => void }) {
  const t = useTexts(pipelineTexts);
  const tl = useTexts(listTexts);
  const ts = useTexts(sizeTexts);
  const { totals, seriesIn, seriesOut, clusterName } = numbers;
  const columns = useMemo(
    (): readonly Column<Pipeline>[] => [
      { id: 'status', head: tl('status'), cell: statusOf },
      {
        id: 'rate-in',
        head: t('rateIn'),
        right: true,
        sorts: ['-in'],
        cell: (pipeline) => <Rate pipeline={pipeline} way="in" counts={seriesIn[pipeline.id]} />,
      },
      {
        id: 'trend-in',
        head: `${t('in')}, ${tl('lastDay')}`,
        unnamed: true,
        cell: ({ id }) => <CellTrend values={seriesIn[id]} tone="in" />,
      },
      {
        id: 'rate-out',
        head: t('rateOut'),
        right: true,
        sorts: ['-out'],
        cell: (pipeline) => <Rate pipeline={pipeline} way="out" counts={seriesOut[pipeline.id]} />,
      },
      {
        id: 'trend-out',
        head: `${t('out')}, ${tl('lastDay')}`,
        unnamed: true,
        cell: ({ id }) => <CellTrend values={seriesOut[id]} tone="out" />,
      },
      { id: 'difference', head: ts('difference'), right: true, cell: ({ id }) => <PipelineChange pipelineId={id} totals={totals} /> },
      { id: 'clusters', head: t('clusters'), muted: true, cell: ({ clusters }) => clustersOf(clusters, clusterName) },
      { id: 'version', head: t('version'), muted: true, cell: (pipeline) => <VersionWord pipeline={pipeline} /> },
    ],
    [t, tl, ts, totals, seriesIn, seriesOut, clusterName],
  );
  const menu = useCallback(
    (pipeline: Pipeline) => <PipelineMenu pipeline={pipeline} onDetails={() => onDetails(pipeline.id)} />,
    [onDetails],
  );
  return <ResourceTable items={pipelines} search={search} onSearch={onSearch} name={nameOf} columns={columns} menu={menu} />;
}

const nameOf = ({ id, name }: Pipeline) => (
  <Link to="/pipelines/$pipelineId/{-$version}" params={{ pipelineId: id, version: undefined }} className={tableName}>
    {name}
  </Link>
);
const statusOf = (pipeline: Pipeline) => (
  <>
    <span className="flex items-center gap-2">
      <StateChip status={pipeline.status} />
      <DeadLetterLink pipelineId={pipeline.id} />
    </span>
    <StateReason status={pipeline.status} className="line-clamp-1 min-w-[220px] max-w-[320px] whitespace-normal" />
  </>
);
const clustersOf = ([first, ...rest]: readonly string[], nameOfCluster: (id: string) => string) =>
  first === undefined ? '—' : `${nameOfCluster(first)}${rest.length > 0 ? ` +${rest.length}` : ''}`;

function Rate({
  pipeline,
  way,
  counts,
}: {
  readonly pipeline: Pipeline;
  readonly way: 'in' | 'out';
  readonly counts: readonly number[] | undefined;
}) {
  const frame = useLiveFrame();
  return <Eps value={ratesOf(pipeline, { frame })[way]} day={totalOf(counts)} />;
}

/** The running version, or that there is only a draft. */
function VersionWord({ pipeline: { runningVersion } }: { readonly pipeline: Pipeline }) {
  const t = useTexts(pipelineTexts);
  return <span className="ui-num whitespace-nowrap">{runningVersion === null ? t('main') : `v${runningVersion}`}</span>;
}
