import type { Cluster, Pipeline, Version } from '@acequia/contract';
import { Button, DialogClose, FullDialog, Icon, IconButton, Note, Select, Skeleton } from '@acequia/ui';
import { Link } from '@tanstack/react-router';
import { describeError, useOperation } from '#lib/operations/index.ts';
import { useTexts } from '#i18n/index.ts';
import { comparedWith, versionHistory } from '../../model/history.ts';
import { startable } from '../../model/publish-plan.ts';
import { editorTexts } from '../../texts.ts';
import { DiffView } from '../dialogs/diff-view.tsx';
import { VersionTrials } from '../testing/version-trials.tsx';
import { GraphDiffView } from './graph-diff-view.tsx';
import { HistoryList } from './history-list.tsx';
import { useHistoryUrl } from './use-history-url.ts';
import { useRollback } from './use-rollback.ts';
import { useVersionName, VersionStatus } from './version-look.tsx';

export interface HistoryDialogProps {
  readonly pipeline: Pipeline;
  readonly versions: readonly Version[];
  readonly clusters: readonly Cluster[];
  readonly mayUpdate: boolean;
  readonly onStart: (version: Version) => void;
  readonly onRestore: (version: Version) => void;
}

/** Every version, the difference between any two as a drawing and in words, and the ways back. */
export function HistoryDialog({ pipeline, versions, clusters, mayUpdate, onStart, onRestore }: HistoryDialogProps) {
  const t = useTexts(editorTexts);
  const url = useHistoryUrl();
  const history = versionHistory(versions);
  const chosen = versions.find(({ version }) => version === url.version) ?? history.draft ?? history.published[0];
  return (
    <FullDialog open onOpenChange={(open) => open || url.close()} title={t('history')}>
      <div className="pe-history">
        <header>
          <h2>{t('history')}</h2>
          <span className="pe-quiet">{pipeline.name}</span>
          <span className="pe-gap" />
          <DialogClose asChild>
            <IconButton icon="x" size="sm" label={t('close')} />
          </DialogClose>
        </header>
        <HistoryList history={history} clusters={clusters} chosen={chosen?.version} onChoose={url.open} />
        {chosen && (
          <section className="pe-history-shown" aria-label={t('compare')}>
            <VersionActions
              pipelineId={pipeline.id}
              version={chosen}
              versions={versions}
              mayUpdate={mayUpdate}
              onStart={onStart}
              onRestore={onRestore}
              onLeave={url.close}
            />
            {chosen.status !== 'autosaved' && <VersionTrials pipelineId={pipeline.id} version={chosen.version} />}
            <Compare
              pipelineId={pipeline.id}
              version={chosen}
              versions={versions}
              other={url.other ?? comparedWith(chosen.version, history)}
              onOther={url.compare}
            />
          </section>
        )}
      </div>
    </FullDialog>
  );
}

function VersionActions({
  pipelineId,
  version,
  versions,
  mayUpdate,
  onStart,
  onRestore,
  onLeave,
}: Pick<HistoryDialogProps, 'versions' | 'mayUpdate' | 'onStart' | 'onRestore'> & {
  readonly pipelineId: string;
  readonly version: Version;
  /** The toast with the way back is behind the window. */
  readonly onLeave: () => void;
}) {
  const t = useTexts(editorTexts);
  const title = useVersionName();
  const rollback = useRollback(pipelineId, versions);
  return (
    <header className="pe-history-actions">
      <h3>{title(version)}</h3>
      <VersionStatus version={version} />
      {version.versionName !== '' && <span className="pe-quiet">{version.versionName}</span>}
      <span className="pe-gap" />
      <Button size="sm" asChild>
        <Link to="/pipelines/$pipelineId/{-$version}" params={{ pipelineId, version: version.version }}>
          <Icon name="eye" size={14} />
          {t('look')}
        </Link>
      </Button>
      {mayUpdate && version.status !== 'draft' && (
        <Button size="sm" icon="copy" onClick={() => onRestore(version)}>
          {t('editFromHere')}
        </Button>
      )}
      {mayUpdate && startable(version) && (
        <Button
          size="sm"
          variant="primary"
          icon={rollback.possible(version) ? 'history' : 'play'}
          loading={rollback.pending}
          onClick={() => (rollback.possible(version) ? rollback.run(version, { onDone: onLeave }) : onStart(version))}
        >
          {t(rollback.possible(version) ? 'rollBack' : 'startAgain', { version: version.version })}
        </Button>
      )}
    </header>
  );
}

function Compare({
  pipelineId,
  version,
  versions,
  other,
  onOther,
}: {
  readonly pipelineId: string;
  readonly version: Version;
  readonly versions: readonly Version[];
  readonly other: string | undefined;
  readonly onOther: (version: string) => void;
}) {
  const t = useTexts(editorTexts);
  const title = useVersionName();
  const candidates = versions.filter((each) => each.version !== version.version);
  const known = candidates.find((each) => each.version === other);
  const after = useOperation('pipelines:getVersion', { id: pipelineId, version: version.version });
  const before = useOperation('pipelines:getVersion', { id: pipelineId, version: known?.version ?? '' }, { enabled: known !== undefined });
  const failure = after.error ?? before.error;
  if (candidates.length === 0) return <p className="pe-quiet">{t('historyAlone')}</p>;
  return (
    <div className="pe-publish">
      <div className="pe-history-with">
        <span>{t('comparedWith')}</span>
        <Select
          size="sm"
          aria-label={t('comparedWith')}
          value={known?.version}
          onChange={onOther}
          options={candidates.map((each) => ({ value: each.version, label: title(each) }))}
        />
      </div>
      {failure && (
        <Note tone="danger" title={describeError(failure).title}>
          {describeError(failure).text}
        </Note>
      )}
      {!failure && !(after.data && before.data) && <Skeleton height={200} />}
      {after.data && before.data && known && (
        <>
          <GraphDiffView before={before.data.document} after={after.data.document} />
          <DiffView before={before.data.document} after={after.data.document} same={t('historySame', { version: title(known) })} />
        </>
      )}
    </div>
  );
}
