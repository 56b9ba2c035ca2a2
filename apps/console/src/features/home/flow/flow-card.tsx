import type { ReactNode } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Button, Card, Icon, Message, Segmented } from '@acequia/ui';
import { ListFailed } from '#blocks/list/list-states.tsx';
import { fewInDay } from '#blocks/page/rate.tsx';
import { rateTexts } from '#blocks/page/rate-texts.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import type { ChosenRange } from '#lib/ranges/chosen-range.ts';
import { useMay } from '#lib/session/index.ts';
import { FlowSkeleton } from '../components/home-skeletons.tsx';
import { columns, type Column } from './flow-graph.ts';
import { ColumnHeads } from './column-heads.tsx';
import { FlowTable } from './flow-table.tsx';
import { MetricsDrawer } from './metrics-drawer.tsx';
import { NodeMenu } from './node-menu.tsx';
import { Sankey } from './sankey.tsx';
import { flowTexts } from './texts.ts';
import { useFlow } from './use-flow.ts';

export interface FlowCardProps {
  readonly range: ChosenRange;
  readonly unit: 'events' | 'bytes';
  readonly of: 'now' | 'range';
  readonly view: 'table' | undefined;
  readonly hide: readonly string[];
  /** Key of the node whose metrics are open. */
  readonly metrics: string | undefined;
  readonly excluded: readonly string[];
  /** What stands under the flow: it comes with it, as nobody knows before how high the flow is. */
  readonly children: ReactNode;
}

/** Where the water comes from and where it goes: listeners, clusters, labels, pipelines, data sinks. */
export function FlowCard({ range, unit, of, view, hide, metrics, excluded, children }: FlowCardProps) {
  const t = useTexts(flowTexts);
  const tr = useTexts(rateTexts);
  const format = useFormat();
  const navigate = useNavigate({ from: '/home' });
  const mayExclude = useMay('datasink:update');
  const mayCreate = useMay('listener:create');
  const exclude = useCommand('metrics:setExclusion');
  const hidden = columns.filter((column) => hide.includes(column));
  const { graph, things, day, error, retry } = useFlow({ range, unit, of, hidden });
  const setSearch = (next: { flow?: 'range' | undefined; hide?: readonly Column[] | undefined; metrics?: string | undefined }) =>
    void navigate({ search: (search) => ({ ...search, ...next }), replace: true });
  if (error)
    return (
      <>
        <Card className="grid min-h-[420px]">
          <ListFailed error={error} onRetry={retry} />
        </Card>
        {children}
      </>
    );
  if (!graph || !things) return <FlowSkeleton />;
  if (things.listeners.length === 0 && things.pipelines.length === 0)
    return (
      <>
        <Card className="grid py-8 min-h-[420px]">
          <Message
            drawing="empty"
            title={t('emptyTitle')}
            actions={
              mayCreate && (
                <Button asChild>
                  <Link to="/listeners/create/type">
                    <Icon name="plus" />
                    {t('newListener')}
                  </Link>
                </Button>
              )
            }
          >
            {t('emptyText')}
          </Message>
        </Card>
        {children}
      </>
    );
  const say = (value: number, key: string): string => {
    const few = fewInDay(value, day.get(key));
    if (few !== undefined) return `${format.compact(few)} ${tr('inDay', { count: few })}`;
    if (unit === 'events') return of === 'now' ? `${format.compact(value)} EPS` : format.compact(value);
    const { value: number, unit: name } = format.bytes(value);
    return `${number} ${name}${of === 'now' ? '/s' : ''}`;
  };
  const opened = metrics === undefined ? undefined : graph.nodes.find(({ key }) => key === metrics);
  return (
    <>
      <Card data-tour="flow">
        <header className="flex flex-wrap items-center gap-2 px-3.5 pt-2.5">
          <h2 className="font-medium flex-1">{t('title')}</h2>
          {hidden.map((column) => (
            <button
              key={column}
              type="button"
              className="ui-chip ui-chip-dashed"
              onClick={() => setSearch({ hide: withoutColumn(hidden, column) })}
            >
              <Icon name="plus" size={14} />
              {t('show', { column: t(column) })}
            </button>
          ))}
          <Segmented
            label={t('period')}
            value={of}
            onChange={(next) => setSearch({ flow: next === 'range' ? 'range' : undefined })}
            options={[
              { value: 'now', label: t('now') },
              { value: 'range', label: t('range') },
            ]}
          />
        </header>
        <ColumnHeads graph={graph} hidden={hidden} onHide={(next) => setSearch({ hide: next })} />
        {view === 'table' ? (
          <FlowTable graph={graph} say={say} />
        ) : (
          <>
            <Sankey
              graph={graph}
              say={say}
              excluded={new Set(excluded.map((id) => `datasink:${id}`))}
              menu={(node) => (
                <NodeMenu
                  node={node}
                  onMetrics={() => setSearch({ metrics: node.key })}
                  exclusion={
                    node.column === 'datasink' && mayExclude
                      ? {
                          excluded: excluded.includes(node.id),
                          change: (next) => exclude.mutate({ datasinkId: node.id, excluded: next }),
                        }
                      : undefined
                  }
                />
              )}
            />
            <p className="flow-legend">
              <span>{t(of === 'now' ? 'heightNow' : 'heightRange')}</span>
            </p>
          </>
        )}
        {metrics !== undefined && <MetricsDrawer node={opened} onClose={() => setSearch({ metrics: undefined })} />}
      </Card>
      {children}
    </>
  );
}

function withoutColumn(hidden: readonly Column[], column: Column): readonly Column[] | undefined {
  const left = hidden.filter((each) => each !== column);
  return left.length === 0 ? undefined : left;
}
