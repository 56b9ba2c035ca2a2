import type { Cluster, Pipeline, Version } from '@acequia/contract';
import { ConfirmDialog, toast } from '@acequia/ui';
import { useCommand, useOperation } from '#lib/operations/index.ts';
import { useTexts } from '#i18n/index.ts';
import { consequence, runningVersion } from '../../model/publish-plan.ts';
import { editorTexts } from '../../texts.ts';
import { useView } from '../editor-context.ts';
import { ConsequenceList, useClusterNames } from './consequence-list.tsx';
import { DiffView } from './diff-view.tsx';

interface RunDialogProps {
  readonly pipeline: Pipeline;
  readonly version: Version;
  readonly clusters: readonly Cluster[];
  readonly onClose: () => void;
}

export function StopDialog({ pipeline, version, clusters, onClose }: RunDialogProps) {
  const t = useTexts(editorTexts);
  const names = useClusterNames(clusters);
  const stop = useCommand('pipelines:stopVersion', {
    onSuccess: () => {
      toast({ title: t('stopped', { version: version.version }) });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={(open) => open || onClose()}
      title={t('stopTitle', { name: pipeline.name })}
      description={t('stopWhy', { version: version.version, clusters: names(version.clusters) })}
      cancel={t('cancel')}
      confirm={t('stopNow')}
      loading={stop.isPending}
      onConfirm={() => stop.mutate({ id: pipeline.id, version: version.version, clusterIds: version.clusters })}
    />
  );
}

/** Rollback: an earlier version takes the place of what runs, in the same clusters. */
export function StartDialog({
  pipeline,
  version,
  versions,
  clusters,
  onClose,
}: RunDialogProps & { readonly versions: readonly Version[] }) {
  const t = useTexts(editorTexts);
  const view = useView();
  const running = runningVersion(versions);
  const chosen =
    running && running.clusters.length > 0
      ? running.clusters
      : version.clusters.length > 0
        ? version.clusters
        : clusters.map((cluster) => cluster.id);
  const now = useOperation(
    'pipelines:getVersion',
    { id: pipeline.id, version: running?.version ?? '' },
    { enabled: running !== undefined },
  );
  const then = useOperation('pipelines:getVersion', { id: pipeline.id, version: version.version });
  const start = useCommand('pipelines:startVersion', {
    onSuccess: () => {
      toast({ title: t('started', { version: version.version }) });
      onClose();
    },
  });
  const before = running ? now.data?.document : undefined;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('startTitle', { version: version.version })}
      cancel={t('cancel')}
      confirm={t('startNow', { version: version.version })}
      loading={start.isPending}
      onConfirm={() => start.mutate({ id: pipeline.id, version: version.version, clusterIds: [...chosen] })}
    >
      <div className="pe-publish">
        {running && before && then.data && (
          <section>
            <h3>{t('changesSince', { version: running.version })}</h3>
            <DiffView before={before} after={then.data.document} same={t('noChanges', { version: running.version })} />
          </section>
        )}
        {!running && (
          <p className="pe-quiet">{t('firstPublicationWhy', { count: then.data?.document.nodes.length ?? view.document.nodes.length })}</p>
        )}
        <section>
          <h3>{t('consequenceTitle')}</h3>
          <ConsequenceList consequence={consequence(running, chosen)} running={running} clusters={clusters} />
        </section>
      </div>
    </ConfirmDialog>
  );
}
