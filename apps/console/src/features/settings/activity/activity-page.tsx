import { useState } from 'react';
import { Button, IconButton, Menu, MenuItem, Message } from '@acequia/ui';
import { DateRange } from '#blocks/date-range/date-range.tsx';
import { ListFailed, TableSkeleton } from '#blocks/list/list-states.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { errorToast } from '#lib/operations/error-toast.ts';
import { toOperationError } from '#lib/operations/operation-error.ts';
import { usePeriod } from '#lib/ranges/use-period.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { ActivityTable } from './activity-table.tsx';
import { downloadLog } from './export-log.ts';
import { FilterChip } from './filter-chip.tsx';
import { activityEntities, activityOperations } from './kinds.ts';
import { activityTexts } from './texts.ts';
import { useLogRange } from './use-log-range.ts';

interface Filters {
  readonly userId: readonly string[];
  readonly operation: readonly string[];
  readonly entity: readonly string[];
}
const noFilters: Filters = { userId: [], operation: [], entity: [] };

/** Who did what, newest first: the last 7 days unless told otherwise; another filter begins at page 1 again. */
export function ActivityPage() {
  const t = useTexts(activityTexts);
  const [range, setRange] = useLogRange();
  const { from, to } = usePeriod(range);
  const [filters, setFilters] = useState(noFilters);
  const [page, setPage] = useState(1);
  const asked = {
    from,
    to,
    userId: [...filters.userId],
    operation: [...filters.operation],
    entity: [...filters.entity],
  };
  const { data, error, refetch } = useOperation('activity:getUserActivity', { page, ...asked }, { keepPrevious: true });
  const { data: actors } = useOperation('activity:getActors', {});
  const filtered = Object.values(filters).some((chosen: readonly string[]) => chosen.length > 0);
  const change = (part: Partial<Filters>) => {
    setFilters((now) => ({ ...now, ...part }));
    setPage(1);
  };
  const download = (format: 'csv' | 'json') => downloadLog(asked, format).catch((caught: unknown) => errorToast(toOperationError(caught)));
  return (
    <div className="flex flex-col gap-3 pt-2">
      <div className="flex flex-wrap items-center gap-2">
        <FilterChip
          name={t('entityFilter')}
          options={activityEntities.map((value) => ({ value, label: t(value) }))}
          chosen={filters.entity}
          onChange={(entity) => change({ entity })}
        />
        <FilterChip
          name={t('operationFilter')}
          options={activityOperations.map((value) => ({ value, label: t(value) }))}
          chosen={filters.operation}
          onChange={(operation) => change({ operation })}
        />
        <FilterChip
          name={t('usersFilter')}
          search={t('findUser')}
          options={(actors ?? []).map(({ id, name, surname, email }) => ({ value: id, label: `${name} ${surname}`.trim() || email }))}
          chosen={filters.userId}
          onChange={(userId) => change({ userId })}
        />
        <DateRange
          value={{ ...range, from, to }}
          onChange={(next) => {
            setRange(next);
            setPage(1);
          }}
        />
        <Menu
          label={t('export')}
          trigger={
            <Button className="ml-auto" icon="publish" iconEnd="chevron-down">
              {t('export')}
            </Button>
          }
        >
          <MenuItem onSelect={() => void download('csv')}>{t('exportCsv')}</MenuItem>
          <MenuItem onSelect={() => void download('json')}>{t('exportJson')}</MenuItem>
        </Menu>
      </div>
      {error && !data && <ListFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <TableSkeleton />}
      {data?.count === 0 && (
        <div className="grid min-h-72">
          {filtered ? (
            <Message
              drawing="no-results"
              title={t('noneTitle')}
              actions={<Button onClick={() => change(noFilters)}>{t('clear')}</Button>}
            />
          ) : (
            <Message drawing="empty" title={t('emptyTitle')}>
              {t('emptyText')}
            </Message>
          )}
        </div>
      )}
      {data && data.count > 0 && (
        <>
          <ActivityTable rows={data.data} />
          <Pages page={data.page} pages={Math.ceil(data.count / data.limit)} count={data.count} onPage={setPage} />
        </>
      )}
    </div>
  );
}

function Pages({
  page,
  pages,
  count,
  onPage,
}: {
  readonly page: number;
  readonly pages: number;
  readonly count: number;
  readonly onPage: (page: number) => void;
}) {
  const t = useTexts(activityTexts);
  return (
    <div className="flex items-center gap-2 text-xs text-muted ui-num">
      <span className="flex-1">{t('count', { count })}</span>
      <IconButton icon="chevron-left" size="sm" label={t('previous')} disabled={page <= 1} onClick={() => onPage(page - 1)} />
      <span aria-live="polite">{t('page', { page, pages })}</span>
      <IconButton icon="chevron-right" size="sm" label={t('next')} disabled={page >= pages} onClick={() => onPage(page + 1)} />
    </div>
  );
}
