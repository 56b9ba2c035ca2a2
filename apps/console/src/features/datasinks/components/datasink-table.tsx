import { Link } from '@tanstack/react-router';
import { Card, SortHead, Sparkline, Tag } from '@acequia/ui';
import { findDatasink } from '@acequia/components/definitions';
import { ComponentTile } from '#blocks/component-icon.tsx';
import { Eps } from '#blocks/page/rate.tsx';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import type { ListSearch } from '#lib/list-search/list-search.ts';
import { datasinkTexts } from '../texts.ts';
import { UsedBy, type DatasinkRowsProps } from './datasink-cards.tsx';
import { DatasinkMenu } from './datasink-menu.tsx';

export function DatasinkTable({
  datasinks,
  frame,
  series,
  search,
  onSearch,
}: DatasinkRowsProps & { readonly search: ListSearch; readonly onSearch: (next: Partial<ListSearch>) => void }) {
  const t = useTexts(datasinkTexts);
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
            <th scope="col">{t('type')}</th>
            <SortHead
              right
              label={t('rateOut')}
              direction={sort === '-out' ? 'descending' : 'none'}
              onSort={() => onSearch({ sort: sort === '-out' ? undefined : '-out' })}
            />
            <th scope="col" aria-label={t('lastDay')} />
            <th scope="col" className="ui-right">
              {t('queued')}
            </th>
            <th scope="col">{t('usedBy')}</th>
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
          {datasinks.map((datasink) => (
            <tr key={datasink.id}>
              <td>
                <span className="flex items-center gap-2.5">
                  <ComponentTile kind="datasink" id={datasink.component} size={20} />
                  <Link
                    to="/datasinks/$datasinkId"
                    params={{ datasinkId: datasink.id }}
                    search={(now) => now}
                    className="font-medium hover:underline"
                  >
                    {datasink.name}
                  </Link>
                </span>
              </td>
              <td className="text-muted">{findDatasink(datasink.component)?.text.title[language] ?? datasink.component}</td>
              <td className="ui-right">
                <Eps value={frame ? (frame.datasinks[datasink.id]?.delivered.events ?? 0) : undefined} />
              </td>
              <td>
                <span className="block w-16">
                  <Sparkline series={[{ values: series[datasink.id] ?? [], tone: 'out' }]} height={16} width={64} />
                </span>
              </td>
              <td className="ui-right">
                <Eps value={frame ? (frame.datasinks[datasink.id]?.queuedEvents ?? 0) : undefined} />
              </td>
              <td>
                <UsedBy datasink={datasink} />
              </td>
              <td>
                <span className="flex gap-1">
                  {datasink.tags.slice(0, 2).map((tag) => (
                    <Tag key={tag}>{tag}</Tag>
                  ))}
                </span>
              </td>
              <td className="text-muted">
                <TimeAgo atMs={datasink.updatedAt} />
              </td>
              <td className="ui-right">
                <DatasinkMenu datasink={datasink} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
