import type { Cluster, Pipeline, Version } from '@acequia/contract';
import { ConfirmDialog } from '@acequia/ui';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '#i18n/index.ts';
import { invalidateEntities } from '#lib/operations/index.ts';
import type { Autosave, SaveConflict } from '../../model/autosave.ts';
import type { EditorProblem } from '../../model/editor-problems.ts';
import { editorTexts } from '../../texts.ts';
import { useHistoryUrl } from '../history/use-history-url.ts';
import type { useRestore } from '../history/use-restore.ts';
import { useVersionName } from '../history/version-look.tsx';
import type { DraftConflict } from '../use-draft-sync.ts';

const PublishDialog = lazy(() => import('./publish-dialog.tsx').then((module) => ({ default: module.PublishDialog })));
const StartDialog = lazy(() => import('./run-dialogs.tsx').then((module) => ({ default: module.StartDialog })));
const StopDialog = lazy(() => import('./run-dialogs.tsx').then((module) => ({ default: module.StopDialog })));
const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx').then((module) => ({ default: module.ShortcutsDialog })));
const ConflictDialog = lazy(() => import('./conflict-dialog.tsx').then((module) => ({ default: module.ConflictDialog })));
const HistoryDialog = lazy(() => import('../history/history-dialog.tsx').then((module) => ({ default: module.HistoryDialog })));

export type OpenDialog =
  | { readonly type: 'publish' | 'conflict' | 'shortcuts' }
  | { readonly type: 'stop'; readonly clusterId: string | undefined }
  | { readonly type: 'start' | 'restore'; readonly version: Version };

export interface EditorDialogsProps {
  readonly pipeline: Pipeline;
  readonly versions: readonly Version[];
  readonly clusters: readonly Cluster[];
  readonly mayUpdate: boolean;
  readonly running: boolean;
  readonly open: OpenDialog | undefined;
  readonly onOpen: (dialog: OpenDialog | undefined) => void;
  readonly onShowProblem: (problem: EditorProblem) => void;
  readonly flush: Autosave['flush'];
  readonly restore: ReturnType<typeof useRestore>;
  readonly onRestore: (version: Version) => void;
  readonly saveConflict: SaveConflict | undefined;
  readonly conflict: DraftConflict | undefined;
}

/** Everything the editor asks in a window of its own. */
export function EditorDialogs({
  pipeline,
  versions,
  clusters,
  mayUpdate,
  running,
  open: dialog,
  onOpen,
  onShowProblem,
  flush,
  restore,
  onRestore,
  saveConflict,
  conflict,
}: EditorDialogsProps) {
  const t = useTexts(editorTexts);
  const client = useQueryClient();
  const history = useHistoryUrl();
  const versionName = useVersionName();
  const [putOff, setPutOff] = useState<SaveConflict>();
  const conflictOpen = conflict !== undefined && (dialog?.type === 'conflict' || putOff !== saveConflict);
  const close = () => onOpen(undefined);
  return (
    <Suspense>
      {dialog?.type === 'publish' && (
        <PublishDialog
          pipeline={pipeline}
          versions={versions}
          clusters={clusters}
          flush={flush}
          onClose={close}
          onConflict={() => {
            void invalidateEntities(client, ['version']);
            close();
          }}
          onShowProblem={(problem) => {
            close();
            onShowProblem(problem);
          }}
        />
      )}
      {dialog?.type === 'stop' && running && (
        <StopDialog pipeline={pipeline} versions={versions} clusters={clusters} only={dialog.clusterId} onClose={close} />
      )}
      {dialog?.type === 'start' && (
        <StartDialog pipeline={pipeline} version={dialog.version} versions={versions} clusters={clusters} onClose={close} />
      )}
      {dialog?.type === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {history.version !== undefined && (
        <HistoryDialog
          pipeline={pipeline}
          versions={versions}
          clusters={clusters}
          mayUpdate={mayUpdate}
          onStart={(version) => onOpen({ type: 'start', version })}
          onRestore={onRestore}
        />
      )}
      {dialog?.type === 'restore' && (
        <ConfirmDialog
          open
          onOpenChange={(open) => open || close()}
          title={t('editFromHereTitle', { version: versionName(dialog.version) })}
          description={t('editFromHereWhy')}
          cancel={t('cancel')}
          confirm={t('editFromHere')}
          loading={restore.pending}
          onConfirm={() => void restore.run(dialog.version).then((done) => done && close())}
        />
      )}
      {conflictOpen && (
        <ConflictDialog
          savedBy={saveConflict?.savedBy}
          conflict={conflict}
          onLater={() => {
            setPutOff(saveConflict);
            close();
          }}
        />
      )}
    </Suspense>
  );
}
