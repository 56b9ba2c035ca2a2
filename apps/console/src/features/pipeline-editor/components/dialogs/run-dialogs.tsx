import type { Cluster, Pipeline, Version } from '@acequia/contract';
import { CheckboxRow, ConfirmDialog, toast } from '@acequia/ui';
import { useState } from 'react';
import { useCommand, useOperation } from '#lib/operations/index.ts';
import { useTexts } from '#i18n/index.ts';
import { consequence, openElsewhere, placements, runningVersion } from '../../model/publish-plan.ts';
import { editorTexts } from '../../texts.ts';
import { useView } from '../editor-context.ts';
import { ConsequenceList, useClusterNames } from './consequence-list.tsx';
import { DiffView } from './diff-view.tsx';

interface RunDialogProps {
  readonly pipeline: Pipeline;
  readonly versions: readonly Version[];
  readonly clusters: readonly Cluster[];
  readonly onClose: () => void;
}

/** Stops what runs in the chosen clusters: `only` one, or all of them to begin with. */
export function StopDialog({ pipeline, versions, clusters, only, onClose }: RunDialogProps & { readonly only?: string | undefined }) {
  const t = useTexts(editorTexts);
  const names = useClusterNames(clusters);
  const placed = placements(versions);
  const [chosen, setChosen] = useState<readonly string[]>(() => (only === undefined ? placed.map(({ clusterId }) => clusterId) : [only]));
  const stop = useCommand('pipelines:stopVersion');
  const stopping = placed.filter(({ clusterId }) => chosen.includes(clusterId));
  const run = async () => {
    for (const [version, each] of Map.groupBy(stopping, (placement) => placement.version.version)) {
      await stop.mutateAsync({ id: pipeline.id, version, clusterIds: each.map(({ clusterId }) => clusterId) });
      toast({ title: t('stopped', { version }) });
    }
    onClose();
  };
  const list = [...new Set(stopping.map(({ version }) => `v${version.version}`))].join(', ');
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={(open) => open || onClose()}
      title={t('stopTitle', { name: pipeline.name })}
      description={stopping.length === 0 ? t('consequenceNone') : t('stopWhy', { versions: list, clusters: names(chosen) })}
      cancel={t('cancel')}
      confirm={t('stopNow')}
      loading={stop.isPending}
      disabled={stopping.length === 0}
      onConfirm={() => void run().catch(() => undefined)}
    >
      {placed.length > 1 && (
        <div className="pe-publish">
          <fieldset>
            <legend>{t('clusters')}</legend>
            {placed.map(({ clusterId, version }) => (
              <CheckboxRow
                key={clusterId}
                label={names([clusterId])}
                hint={`v${version.version}`}
                checked={chosen.includes(clusterId)}
                onChange={(checked) => setChosen(checked ? [...chosen, clusterId] : chosen.filter((id) => id !== clusterId))}
              />
            ))}
          </fieldset>
        </div>
      )}
    </ConfirmDialog>
  );
}

/** Rollback: an earlier version takes the place of what runs, in the same clusters. */
export function StartDialog({ pipeline, version, versions, clusters, onClose }: RunDialogProps & { readonly version: Version }) {
  const t = useTexts(editorTexts);
  const view = useView();
  const running = runningVersion(versions);
  const placed = placements(versions).map(({ clusterId }) => clusterId);
  const chosen = placed.length > 0 ? placed : clusters.map((cluster) => cluster.id);
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
          <ConsequenceList
            consequence={consequence(versions, chosen)}
            opened={then.data ? openElsewhere(then.data.document, view.catalogue.listeners, chosen) : []}
            clusters={clusters}
          />
        </section>
      </div>
    </ConfirmDialog>
  );
}
