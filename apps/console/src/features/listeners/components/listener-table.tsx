import { Link } from '@tanstack/react-router';
import { Card, SortHead, Sparkline, Tag } from '@acequia/ui';
import { ComponentTile } from '#blocks/component-icon.tsx';
import { Eps } from '#blocks/page/rate.tsx';
import { findListener } from '@acequia/components/definitions';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import type { ListSearch } from '#lib/list-search/list-search.ts';
import { listenerTexts } from '../texts.ts';
import type { ListenerRowsProps } from './listener-cards.tsx';
import { ListenerMenu } from './listener-menu.tsx';
import { ListenerStatus } from './listener-status.tsx';

export function ListenerTable({
  listeners,
  frame,
  series,
  search,
  onSearch,
}: ListenerRowsProps & { readonly search: ListSearch; readonly onSearch: (next: Partial<ListSearch>) => void }) {
  const t = useTexts(listenerTexts);
  const language = useLanguage();
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
            <th scope="col">{t('type')}</th>
            <SortHead
              right
              label={t('rateIn')}
              direction={sort === '-in' ? 'descending' : 'none'}
              onSort={() => onSearch({ sort: sort === '-in' ? undefined : '-in' })}
            />
            <th scope="col" aria-label={t('lastDay')} />
            <th scope="col" className="ui-right">
              {t('labels')}
            </th>
            <th scope="col">{t('tags')}</th>
            <SortHead
              label={t('updated')}
              direction={sort === '-updated' ? 'descending' : sort === 'updated' ? 'ascending' : 'none'}
              onSort={() => onSearch({ sort: sort === '-updated' ? 'updated' : '-updated' })}
            />
            <td aria-hidden />
          </tr>
        </thead>
        <tbody>
          {listeners.map((listener) => (
            <tr key={listener.id}>
              <td>
                <span className="flex items-center gap-2.5">
                  <ComponentTile kind="listener" id={listener.component} size={20} />
                  <Link
                    to="/listeners/$listenerId"
                    params={{ listenerId: listener.id }}
                    search={(now) => now}
                    className="font-medium hover:underline"
                  >
                    {listener.name}
                  </Link>
                </span>
              </td>
              <td>
                <ListenerStatus state={listener.state} />
              </td>
              <td className="text-muted">{findListener(listener.component)?.text.title[language] ?? listener.component}</td>
              <td className="ui-right">
                <Eps
                  value={
                    listener.state === 'created' ? (frame?.listeners[listener.id]?.received.events ?? (frame ? 0 : undefined)) : undefined
                  }
                />
              </td>
              <td>
                <span className="block w-16">
                  <Sparkline series={[{ values: series[listener.id] ?? [], tone: 'in' }]} height={16} width={64} />
                </span>
              </td>
              <td className="ui-right ui-num">{listener.labels}</td>
              <td>
                <span className="flex gap-1">
                  {listener.tags.slice(0, 2).map((tag) => (
                    <Tag key={tag}>{tag}</Tag>
                  ))}
                </span>
              </td>
              <td className="text-muted">
                <TimeAgo atMs={listener.updatedAt} />
              </td>
              <td className="ui-right">
                <ListenerMenu listener={listener} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
