import type { Cluster, Version } from '@acequia/contract';
import { Button } from '@acequia/ui';
import { useTexts } from '#i18n/index.ts';
import { placements, updateOf, versionBefore } from '../../model/publish-plan.ts';
import { editorTexts } from '../../texts.ts';
import { useRollback } from '../history/use-rollback.ts';

interface PlacementListProps {
  readonly pipelineId: string;
  readonly versions: readonly Version[];
  readonly clusters: readonly Cluster[];
  readonly mayUpdate: boolean;
  /** Asks before it stops the pipeline in this cluster. */
  readonly onStop: (clusterId: string) => void;
  /** One of these was chosen, and is under way. */
  readonly onChosen: () => void;
}

/** Each cluster with the version that runs there; of several, each one can be brought to the newest, rolled back or stopped alone. */
export function PlacementList({ pipelineId, versions, clusters, mayUpdate, onStop, onChosen }: PlacementListProps) {
  const t = useTexts(editorTexts);
  const { pending, run } = useRollback(pipelineId, versions);
  const placed = placements(versions);
  return (
    <ul>
      {placed.map((placement) => {
        const { clusterId, version } = placement;
        const cluster = clusters.find((each) => each.id === clusterId);
        const online = cluster?.workers.filter((worker) => worker.status === 'online').length ?? 0;
        const name = cluster?.name ?? clusterId;
        const update = mayUpdate ? updateOf(placement, versions) : undefined;
        const before = mayUpdate && placed.length > 1 ? versionBefore(version, versions) : undefined;
        return (
          <li key={clusterId}>
            <span className="pe-placement">
              <span>
                {name} <b className="ui-num">v{version.version}</b>
              </span>
              <span className="pe-quiet">{online > 0 ? t('workersOnline', { count: online }) : t('workersNone')}</span>
            </span>
            {update && (
              <Button size="sm" loading={pending} onClick={() => run(update, { clusterId, onDone: onChosen })}>
                {t('updateTo', { version: update.version })}
              </Button>
            )}
            {before && (
              <Button
                size="sm"
                variant="ghost"
                icon="history"
                disabled={pending}
                aria-label={t('rollBackIn', { version: before.version, cluster: name })}
                onClick={() => run(before, { clusterId, onDone: onChosen })}
              >
                {t('running', { version: before.version })}
              </Button>
            )}
            {mayUpdate && (
              <Button
                size="sm"
                variant="ghost"
                icon="stop"
                aria-label={t('stopIn', { cluster: name })}
                onClick={() => {
                  onChosen();
                  onStop(clusterId);
                }}
              >
                {t('stop')}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The version that took the last one's place can give it back: the one before, in all its clusters. */
export function RollBackButton({ pipelineId, versions, onChosen }: Pick<PlacementListProps, 'pipelineId' | 'versions' | 'onChosen'>) {
  const t = useTexts(editorTexts);
  const { pending, run } = useRollback(pipelineId, versions);
  const [first, ...others] = placements(versions);
  const before =
    first && others.every(({ version }) => version.id === first.version.id) ? versionBefore(first.version, versions) : undefined;
  if (!before) return null;
  return (
    <Button size="sm" icon="history" loading={pending} onClick={() => run(before, { onDone: onChosen })}>
      {t('rollBack', { version: before.version })}
    </Button>
  );
}
