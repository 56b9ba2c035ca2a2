import type { Cluster, Version } from '@acequia/contract';
import { classNames } from '@acequia/ui';
import { TimeAgo } from '#lib/format/index.ts';
import { useTexts } from '#i18n/index.ts';
import type { VersionHistory } from '../../model/history.ts';
import { editorTexts } from '../../texts.ts';
import { useClusterNames } from '../dialogs/consequence-list.tsx';
import { useVersionName, VersionStatus } from './version-look.tsx';

interface HistoryListProps {
  readonly history: VersionHistory;
  readonly clusters: readonly Cluster[];
  readonly chosen: string | undefined;
  readonly onChoose: (version: string) => void;
}

/** Each version with its state, name, author, time, and where it runs. */
export function HistoryList({ history: { draft, published, autosaved }, clusters, chosen, onChoose }: HistoryListProps) {
  const t = useTexts(editorTexts);
  const rows = (list: readonly Version[]) => (
    <ul>
      {list.map((version) => (
        <HistoryRow key={version.id} version={version} clusters={clusters} on={version.version === chosen} onChoose={onChoose} />
      ))}
    </ul>
  );
  return (
    <nav className="pe-history-list" aria-label={t('versions')}>
      {draft && rows([draft])}
      <h3>{t('published')}</h3>
      {published.length === 0 ? <p className="pe-quiet">{t('noVersions')}</p> : rows(published)}
      {autosaved.length > 0 && (
        <>
          <h3>{t('autosavedTitle')}</h3>
          {rows(autosaved)}
        </>
      )}
    </nav>
  );
}

function HistoryRow({
  version,
  clusters,
  on,
  onChoose,
}: {
  readonly version: Version;
  readonly clusters: readonly Cluster[];
  readonly on: boolean;
  readonly onChoose: (version: string) => void;
}) {
  const names = useClusterNames(clusters);
  const title = useVersionName();
  const saved =
    version.status === 'draft' ? { atMs: version.updatedAt, by: version.updatedBy } : { atMs: version.createdAt, by: version.createdBy };
  return (
    <li>
      <button
        type="button"
        className={classNames('pe-history-row', on && 'pe-history-on')}
        aria-current={on ? 'true' : undefined}
        onClick={() => onChoose(version.version)}
      >
        <span>
          <b className="ui-num">{title(version)}</b>
          {version.status !== 'draft' && version.status !== 'autosaved' && <VersionStatus version={version} />}
        </span>
        {version.versionName !== '' && <span className="pe-history-name">{version.versionName}</span>}
        <span className="pe-quiet">
          {saved.by} · <TimeAgo atMs={saved.atMs} />
          {version.clusters.length > 0 && ` · ${names(version.clusters)}`}
        </span>
      </button>
    </li>
  );
}
