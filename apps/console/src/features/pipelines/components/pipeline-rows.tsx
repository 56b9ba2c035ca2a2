import { Link } from '@tanstack/react-router';
import { Card, Dot, Icon, SortHead, Sparkline, Tag, Tile } from '@acequia/ui';
import type { LiveFrame, Pipeline, Totals } from '@acequia/contract';
import { PipelineStatus } from '#blocks/pipeline-state.tsx';
import { ResourceCard } from '#blocks/list/resource-card.tsx';
import { Eps } from '#blocks/page/rate.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import { useFormat } from '#lib/format/use-format.ts';
import type { ListSearch } from '#lib/list-search/list-search.ts';
import { reductionOf } from '../model/reduction.ts';
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
  { frame }: PipelineNumbers,
): { readonly in: number | undefined; readonly out: number | undefined } {
  if (pipeline.state === 'draft') return { in: undefined, out: undefined };
  const live = frame?.pipelines[pipeline.id];
  const none = frame ? 0 : undefined;
  return { in: live?.entered.events ?? none, out: live?.delivered.events ?? none };
}

export function Reduction({ pipeline, numbers }: { readonly pipeline: Pipeline; readonly numbers: PipelineNumbers }) {
  const t = useTexts(pipelineTexts);
  const format = useFormat();
  const day = numbers.totals?.pipelines[pipeline.id];
  const fraction = day && reductionOf(day.enteredBytes, day.deliveredBytes);
  if (fraction === undefined) return <span className="text-faint">—</span>;
  return (
    <span className="ui-c-success ui-ink ui-num font-semibold" title={`${t('reduction')}, ${t('lastDay')}`}>
      {format.percent(fraction)}
    </span>
  );
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
                <span className="ui-hint">{pipeline.runningVersion === null ? t('main') : `v${pipeline.runningVersion}`}</span>
                <PipelineMenu pipeline={pipeline} onDetails={() => onDetails(pipeline.id)} />
              </span>
            }
            status={<PipelineStatus state={pipeline.state} />}
            tags={pipeline.tags}
          >
            {pipeline.state === 'draft' ? (
              <div className="h-11 grid place-items-center rounded-md border border-dashed border-line-strong text-xs text-muted">
                {t('notPublished')}
              </div>
            ) : (
              <Sparkline
                series={[
                  { values: numbers.seriesIn[pipeline.id] ?? [], tone: 'in' },
                  { values: numbers.seriesOut[pipeline.id] ?? [], tone: 'out' },
                ]}
                height={44}
              />
            )}
            <div className="flex items-center gap-2">
              <Dot tone="in" />
              <span className="ui-hidden">{t('in')}</span>
              <Eps value={rates.in} />
              <Dot tone="out" />
              <span className="ui-hidden">{t('out')}</span>
              <Eps value={rates.out} />
              <span className="ui-hint">EPS</span>
              <span className="ml-auto">
                <Reduction pipeline={pipeline} numbers={numbers} />
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
  const sort = search.sort ?? 'name';
  return (
    <Card className="overflow-x-auto">
      <table className="ui-table">
        <thead>
          <tr>
            <SortHead
              label={t('name')}
              direction={sort === 'name' ? 'ascending' : sort === '-name' ? 'descending' : 'none'}
              onSort={() => onSearch({ sort: sort === 'name' ? '-name' : undefined })}
            />
            <th scope="col">{t('state')}</th>
            <SortHead
              right
              label={t('rateIn')}
              direction={sort === '-in' ? 'descending' : 'none'}
              onSort={() => onSearch({ sort: sort === '-in' ? undefined : '-in' })}
            />
            <th scope="col" aria-label={`${t('in')}, ${t('lastDay')}`} />
            <SortHead
              right
              label={t('rateOut')}
              direction={sort === '-out' ? 'descending' : 'none'}
              onSort={() => onSearch({ sort: sort === '-out' ? undefined : '-out' })}
            />
            <th scope="col" aria-label={`${t('out')}, ${t('lastDay')}`} />
            <th scope="col" className="ui-right">
              {t('reduction')}
            </th>
            <th scope="col">{t('tags')}</th>
            <th scope="col">{t('clusters')}</th>
            <th scope="col">{t('version')}</th>
            <SortHead
              label={t('updated')}
              direction={sort === '-updated' ? 'descending' : sort === 'updated' ? 'ascending' : 'none'}
              onSort={() => onSearch({ sort: sort === '-updated' ? 'updated' : '-updated' })}
            />
            <td aria-hidden />
          </tr>
        </thead>
        <tbody>
          {pipelines.map((pipeline) => {
            const rates = ratesOf(pipeline, numbers);
            return (
              <tr key={pipeline.id}>
                <td>
                  <Link
                    to="/pipelines/$pipelineId/{-$version}"
                    params={{ pipelineId: pipeline.id, version: undefined }}
                    className="font-medium hover:underline"
                  >
                    {pipeline.name}
                  </Link>
                </td>
                <td>
                  <PipelineStatus state={pipeline.state} />
                </td>
                <td className="ui-right">
                  <Eps value={rates.in} />
                </td>
                <td>
                  <span className="block w-16">
                    <Sparkline series={[{ values: numbers.seriesIn[pipeline.id] ?? [], tone: 'in' }]} height={16} width={64} />
                  </span>
                </td>
                <td className="ui-right">
                  <Eps value={rates.out} />
                </td>
                <td>
                  <span className="block w-16">
                    <Sparkline series={[{ values: numbers.seriesOut[pipeline.id] ?? [], tone: 'out' }]} height={16} width={64} />
                  </span>
                </td>
                <td className="ui-right">
                  <Reduction pipeline={pipeline} numbers={numbers} />
                </td>
                <td>
                  <span className="flex gap-1">
                    {pipeline.tags.slice(0, 2).map((tag) => (
                      <Tag key={tag}>{tag}</Tag>
                    ))}
                  </span>
                </td>
                <td className="text-muted">
                  {pipeline.clusters.length === 0
                    ? '—'
                    : `${numbers.clusterName(pipeline.clusters[0]!)}${pipeline.clusters.length > 1 ? ` +${pipeline.clusters.length - 1}` : ''}`}
                </td>
                <td className="text-muted ui-num">{pipeline.runningVersion === null ? t('main') : `v${pipeline.runningVersion}`}</td>
                <td className="text-muted">
                  <TimeAgo atMs={pipeline.updatedAt} />
                </td>
                <td className="ui-right">
                  <PipelineMenu pipeline={pipeline} onDetails={() => onDetails(pipeline.id)} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}
