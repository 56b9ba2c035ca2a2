import type { Version } from '@acequia/contract';
import { toast } from '@acequia/ui';
import { useTexts } from '#i18n/index.ts';
import { useCommand } from '#lib/operations/index.ts';
import { placements } from '../../model/publish-plan.ts';
import { editorTexts } from '../../texts.ts';

/**
 * One click: a version takes the place of whatever runs, or of what runs in one cluster, and the toast takes it back. `possible`
 * is false while nothing else runs.
 */
export function useRollback(pipelineId: string, versions: readonly Version[]) {
  const t = useTexts(editorTexts);
  const start = useCommand('pipelines:startVersion');
  const others = (version: Version, clusterId?: string) =>
    placements(versions).filter((each) => each.version.id !== version.id && (clusterId === undefined || each.clusterId === clusterId));
  return {
    pending: start.isPending,
    possible: (version: Version) => others(version).length > 0,
    /** In one cluster, or wherever another version runs. */
    run: (version: Version, { clusterId, onDone }: { readonly clusterId?: string; readonly onDone?: () => void } = {}) => {
      const before = others(version, clusterId);
      const back = () => {
        for (const [id, each] of Map.groupBy(before, (placement) => placement.version.version))
          start.mutate({ id: pipelineId, version: id, clusterIds: each.map((placement) => placement.clusterId) });
      };
      start.mutate(
        { id: pipelineId, version: version.version, clusterIds: before.map((each) => each.clusterId) },
        {
          onSuccess: () => {
            onDone?.();
            toast({
              title: t('started', { version: version.version }),
              content: t('startedInstead', { versions: [...new Set(before.map((each) => `v${each.version.version}`))].join(', ') }),
              action: { text: t('undoIt'), command: back },
              time: 9000,
            });
          },
        },
      );
    },
  };
}
