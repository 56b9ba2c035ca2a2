import { Link } from '@tanstack/react-router';
import { Icon, IconButton, Kbd, LiveDot, Logo } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { useLastEventAt, useLiveFrame, useLiveState } from '#blocks/live/live-provider.tsx';
import { useFormat } from '#lib/format/use-format.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { paletteKey, useCommandPalette } from '#lib/command-palette/command-palette.ts';
import { useMay, useSession } from '#lib/session/index.ts';
import { appTexts } from '../texts.ts';
import { AlertCount } from './alert-count.tsx';
import type { NavigationEntry } from './navigation.ts';

export function Sidebar({ entries, onCollapse }: { readonly entries: readonly NavigationEntry[]; readonly onCollapse: () => void }) {
  const t = useTexts(appTexts);
  return (
    <nav className="frame-side" aria-label={t('navigation')}>
      <div className="frame-brand">
        <Logo />
        Acequia
        <span className="flex-1" />
        <IconButton icon="panel" size="sm" label={t('collapse')} onClick={onCollapse} />
      </div>
      <PaletteButton />
      {entries.map((entry) => (
        <Link key={entry.to} to={entry.to} className="frame-link">
          <Icon name={entry.icon} />
          {t(entry.word)}
          {entry.to === '/alerts' && <AlertCount />}
        </Link>
      ))}
      <span className="flex-1" />
      <ClusterState />
    </nav>
  );
}

/** The way to the command palette for the pointer; names its key while keys are on. */
function PaletteButton() {
  const t = useTexts(appTexts);
  const { open, fetchAhead } = useCommandPalette();
  const { preferences } = useSession();
  return (
    <button type="button" className="frame-search" onPointerEnter={fetchAhead} onClick={() => open()}>
      <Icon name="search" size={14} />
      {t('palette')}
      {preferences.shortcuts && (
        <span className="ml-auto">
          <Kbd>{paletteKey()}</Kbd>
        </span>
      )}
    </button>
  );
}

/** Whether anything runs at all, and when data last arrived. */
function ClusterState() {
  const t = useTexts(appTexts);
  const format = useFormat();
  const mayRead = useMay('cluster:read');
  const { data: clusters } = useOperation('clusters:list', {}, { enabled: mayRead, refetchMs: 30_000 });
  const last = useLastEventAt();
  const live = useLiveState();
  const frame = useLiveFrame();
  if (!clusters) return null;
  const up = clusters.filter((cluster) => cluster.workers.some((worker) => worker.status === 'online')).length;
  return (
    <div className="px-2 pb-1 text-xs">
      <div className="flex items-center gap-2 font-medium">
        <LiveDot on={up > 0} />
        {up > 0 ? t('clustersUp', { count: up }) : t('noWorker')}
      </div>
      <div className="text-muted mt-0.5 pl-0.5 ui-num">
        {live === 'waiting'
          ? t('livePaused')
          : last !== undefined
            ? t('lastEvent', { when: format.ago(last) })
            : frame
              ? t('noEvents')
              : '\u00A0'}
      </div>
    </div>
  );
}
