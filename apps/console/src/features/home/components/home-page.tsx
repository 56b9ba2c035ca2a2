import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Button, Icon, LiveDot, Menu, MenuItem, Segmented, Select, type IconName } from '@acequia/ui';
import type { Permission } from '@acequia/domain';
import { useLiveState } from '#blocks/live/live-provider.tsx';
import { PageHeader } from '#blocks/page/page-header.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { ranges, type Range } from '#lib/ranges/ranges.ts';
import { may, useSession } from '#lib/session/index.ts';
import { checklistOf } from '../model/checklist.ts';
import { homeTexts } from '../texts.ts';
import { RecentPipelines } from './recent-pipelines.tsx';
import { Tiles } from './tiles.tsx';

const Checklist = lazy(() => import('./checklist.tsx').then((module) => ({ default: module.Checklist })));

const creations = [
  { to: '/listeners/create/type', word: 'newListener', icon: 'listener', permission: 'listener:create' },
  { to: '/pipelines/create', word: 'newPipeline', icon: 'pipeline', permission: 'pipeline:create' },
  { to: '/datasinks/create/type', word: 'newDatasink', icon: 'datasink', permission: 'datasink:create' },
] as const satisfies readonly { readonly to: string; readonly word: string; readonly icon: IconName; readonly permission: Permission }[];

export function HomePage({
  range = '24h',
  measure = 'events',
}: {
  readonly range: Range | undefined;
  readonly measure: 'events' | 'bytes' | undefined;
}) {
  const t = useTexts(homeTexts);
  const navigate = useNavigate({ from: '/home' });
  const session = useSession();
  const live = useLiveState();
  const dismissedKey = `acequia:first-water:${session.tenant.id}`;
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(dismissedKey) === 'hidden');
  const { data: listeners } = useOperation('listeners:list', {});
  const { data: datasinks } = useOperation('datasinks:list', {});
  const { data: pipelines } = useOperation('pipelines:list', {});
  const offered = creations.filter((creation) => may(session, creation.permission));
  const known = listeners && datasinks && pipelines;
  const showChecklist =
    known && !dismissed && offered.length > 0 && (checklistOf(listeners, datasinks, pipelines).next !== undefined || pipelines.length <= 1);
  return (
    <>
      <PageHeader title={t('title')}>
        {offered.length > 0 && (
          <Menu
            label={t('create')}
            trigger={
              <Button variant="primary" icon="plus">
                {t('create')}
              </Button>
            }
          >
            {offered.map((creation) => (
              <MenuItem key={creation.to} asChild>
                <Link to={creation.to}>
                  <Icon name={creation.icon} size={14} />
                  {t(creation.word)}
                </Link>
              </MenuItem>
            ))}
          </Menu>
        )}
      </PageHeader>
      <div className="frame-chips">
        <Select<Range>
          size="sm"
          className="w-auto!"
          aria-label={t('range')}
          value={range}
          onChange={(next) =>
            void navigate({ search: (search) => ({ ...search, range: next === '24h' ? undefined : next }), replace: true })
          }
          options={ranges.map((value) => ({ value, label: t(value) }))}
        />
        <span className="flex-1" />
        <span className="text-xs text-muted flex items-center gap-1.5" role="status">
          <LiveDot on={live === 'live'} />
          {live === 'live' ? t('live') : live === 'connecting' ? t('connecting') : t('paused')}
        </span>
        <Segmented
          label={t('measure')}
          value={measure}
          onChange={(next) =>
            void navigate({ search: (search) => ({ ...search, measure: next === 'events' ? undefined : next }), replace: true })
          }
          options={[
            { value: 'events', label: t('events') },
            { value: 'bytes', label: t('bytes') },
          ]}
        />
      </div>
      <main className="frame-body flex flex-col gap-3">
        <Tiles range={range} measure={measure} />
        {showChecklist && (
          <Suspense>
            <Checklist
              listeners={listeners}
              datasinks={datasinks}
              pipelines={pipelines}
              onDismiss={() => {
                localStorage.setItem(dismissedKey, 'hidden');
                setDismissed(true);
              }}
            />
          </Suspense>
        )}
        {pipelines && <RecentPipelines pipelines={pipelines} />}
      </main>
    </>
  );
}
