import '../data-history.css';
import { Link, useNavigate } from '@tanstack/react-router';
import { Button, Card, Icon, Message } from '@acequia/ui';
import { MetricsTab } from '#blocks/charts/metrics-tab.tsx';
import { HiddenContent } from '#blocks/content/hidden-content.tsx';
import { ListFailed, TableSkeleton } from '#blocks/list/list-states.tsx';
import { PageHeader } from '#blocks/page/page-header.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { dataHistoryTexts } from '../texts.ts';
import { AwayTable } from './away-table.tsx';
import { HeldTable } from './held-table.tsx';
import { newestQuestion } from './newest-events.tsx';
import { SearchPanel } from './search-panel.tsx';

const refetchMs = 10_000;

/** What the journals hold of each listener, how much came in over time, and what one of them keeps, searched and replayed. */
export function DataHistoryPage({ chosen }: { readonly chosen: string | undefined }) {
  const t = useTexts(dataHistoryTexts);
  const navigate = useNavigate();
  const { data: held, error: unheld, refetch } = useOperation('dataHistory:held', {}, { refetchMs });
  const { data: listeners, error: unlisted, refetch: refetchListeners } = useOperation('listeners:list', {});
  const mayReadSinks = useMay('datasink:read');
  const { data: sinks } = useOperation('datasinks:list', {}, { enabled: mayReadSinks });
  const mayCreate = useMay('listener:create');
  const mayMeasure = useMay('pipeline:read');
  const mayReadContent = useMay('content:read');
  const listener = listeners?.find(({ id }) => id === chosen) ?? listeners?.find(({ id }) => id === held?.journals[0]?.listenerId);
  // Asked for by the list below; the figures above know only the minute.
  const { data: newest } = useOperation('dataHistory:search', newestQuestion(listener?.id ?? ''), { enabled: false });
  const known = held !== undefined && listeners !== undefined;
  const error = unheld ?? unlisted;
  const nameOf = (id: string) => listeners?.find((each) => each.id === id)?.name ?? id;
  const sinkOf = (id: string) => sinks?.find((each) => each.id === id)?.name ?? id;
  const choose = (id: string) =>
    void navigate({ to: '/datahistory', search: (now: Record<string, unknown>) => ({ ...now, listener: id }), replace: true });
  return (
    <>
      <PageHeader title={t('title')} />
      <main className="frame-body history">
        {error && !known && <ListFailed error={error} onRetry={() => void Promise.all([refetch(), refetchListeners()])} />}
        {!error && !known && <TableSkeleton />}
        {known && held.journals.length === 0 && (
          <div className="grid min-h-72">
            <Message
              drawing="empty"
              title={t('emptyTitle')}
              actions={
                mayCreate && (
                  <Button variant="primary" asChild>
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
          </div>
        )}
        {known && listener && (
          <>
            <div className={held.destinations.length > 0 ? 'history-top' : undefined}>
              <HeldTable
                journals={held.journals}
                chosen={listener.id}
                newestAt={newest?.events[0]?.receivedAt}
                nameOf={nameOf}
                onChoose={choose}
              />
              {held.destinations.length > 0 && <AwayTable destinations={held.destinations} nameOf={nameOf} sinkOf={sinkOf} />}
            </div>
            {mayReadContent ? (
              <SearchPanel key={listener.id} listener={listener} />
            ) : (
              <Card>
                <HiddenContent />
              </Card>
            )}
            {mayMeasure && (
              <Card>
                <h2 className="history-heading">{t('volume', { name: listener.name })}</h2>
                <div className="history-part">
                  <p className="ui-hint">{t('volumeText')}</p>
                  <MetricsTab key={listener.id} scope="listener" ids={[listener.id]} title={t('volume', { name: listener.name })} />
                </div>
              </Card>
            )}
          </>
        )}
      </main>
    </>
  );
}
