import type { Cluster, Pipeline, Version } from '@acequia/contract';
import { startBlockers, type PipelineDocument } from '@acequia/pipeline';
import { CheckboxRow, ConfirmDialog, toast } from '@acequia/ui';
import { useMemo, useState } from 'react';
import { useCommand, useOperation } from '#lib/operations/index.ts';
import { useLanguage, useTexts } from '#i18n/index.ts';
import { createViewer, type EditorView } from '../../model/editor-view.ts';
import { consequence, openElsewhere, placements, runningVersion } from '../../model/publish-plan.ts';
import { editorTexts } from '../../texts.ts';
import { useView, ViewContext } from '../editor-context.ts';
import { BlockerList } from './blocker-list.tsx';
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

/** Everything that follows from a document that is not the one on the page. */
function useViewOf(document: PipelineDocument | undefined): EditorView | undefined {
  const t = useTexts(editorTexts);
  const language = useLanguage();
  const { catalogue } = useView();
  return useMemo(
    () => document && createViewer()(document, catalogue, language, (id) => t(id === 'all' ? 'builtin.all' : 'builtin.unlabelled')),
    [document, catalogue, language, t],
  );
}

/** Rollback: an earlier version takes the place of what runs, in the same clusters. What keeps it from running is named first. */
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
  const seen = useViewOf(then.data?.document);
  const blockers = seen ? startBlockers(seen.validation) : [];
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('startTitle', { version: version.version })}
      cancel={t('cancel')}
      confirm={t('startNow', { version: version.version })}
      loading={start.isPending}
      disabled={seen === undefined || blockers.length > 0}
      onConfirm={() => start.mutate({ id: pipeline.id, version: version.version, clusterIds: [...chosen] })}
    >
      <div className="pe-publish">
        {seen && blockers.length > 0 && (
          <ViewContext value={seen}>
            <BlockerList tone="danger" title={t('startBlocked', { version: version.version })} problems={blockers} />
            <p className="pe-quiet">{t('startBlockedWhy')}</p>
          </ViewContext>
        )}
        {running && before && then.data && (
          <section>
            <h3>{t('changesSince', { version: running.version })}</h3>
            <DiffView before={before} after={then.data.document} same={t('noChanges', { version: running.version })} />
          </section>
        )}
        {!running && blockers.length === 0 && (
          <p className="pe-quiet">{t('firstPublicationWhy', { count: then.data?.document.nodes.length ?? view.document.nodes.length })}</p>
        )}
        {blockers.length === 0 && (
          <section>
            <h3>{t('consequenceTitle')}</h3>
            <ConsequenceList
              consequence={consequence(versions, chosen)}
              opened={then.data ? openElsewhere(then.data.document, view.catalogue.listeners, chosen) : []}
              clusters={clusters}
            />
          </section>
        )}
      </div>
    </ConfirmDialog>
  );
}
