import type { Cluster, Version } from '@acequia/contract';
import { Button } from '@acequia/ui';
import { useTexts } from '#i18n/index.ts';
import { placements, updateOf, type Placement } from '../../model/publish-plan.ts';
import { editorTexts } from '../../texts.ts';
import { useRollback } from '../history/use-rollback.ts';

interface PlacementListProps {
  readonly pipelineId: string;
  readonly versions: readonly Version[];
  readonly clusters: readonly Cluster[];
  readonly mayUpdate: boolean;
  /** Asks before it stops the pipeline in this cluster. */
  readonly onStop: (clusterId: string) => void;
}

/** Each cluster with the version that runs there; one that is behind can be brought to the newest, one stopped alone. */
export function PlacementList({ pipelineId, versions, clusters, mayUpdate, onStop }: PlacementListProps) {
  const t = useTexts(editorTexts);
  const { pending, run } = useRollback(pipelineId, versions);
  return (
    <ul>
      {placements(versions).map((placement) => {
        const { clusterId, version } = placement;
        const cluster = clusters.find((each) => each.id === clusterId);
        const online = cluster?.workers.filter((worker) => worker.status === 'online').length ?? 0;
        const name = cluster?.name ?? clusterId;
        const update = mayUpdate ? updateOf(placement, versions) : undefined;
        return (
          <li key={clusterId}>
            <span className="pe-placement">
              <span>
                {name} <b className="ui-num">v{version.version}</b>
              </span>
              <span className="pe-quiet">{online > 0 ? t('workersOnline', { count: online }) : t('workersNone')}</span>
            </span>
            {update && (
              <Button size="sm" loading={pending} onClick={() => run(update, { clusterId })}>
                {t('updateTo', { version: update.version })}
              </Button>
            )}
            {mayUpdate && (
              <Button size="sm" variant="ghost" icon="stop" aria-label={t('stopIn', { cluster: name })} onClick={() => onStop(clusterId)}>
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
export function RollBackButton({ pipelineId, versions }: { readonly pipelineId: string; readonly versions: readonly Version[] }) {
  const t = useTexts(editorTexts);
  const { pending, run } = useRollback(pipelineId, versions);
  const before = previousOf(placements(versions), versions);
  if (!before) return null;
  return (
    <Button size="sm" icon="history" loading={pending} onClick={() => run(before)}>
      {t('rollBack', { version: before.version })}
    </Button>
  );
}

/** The published version before the only one that runs. */
function previousOf(placed: readonly Placement[], versions: readonly Version[]): Version | undefined {
  const [first] = placed;
  if (!first || placed.some(({ version }) => version.id !== first.version.id)) return undefined;
  return versions
    .filter(({ status, kind, createdAt }) => status === 'archived' && kind !== 'pre-release' && createdAt < first.version.createdAt)
    .toSorted((a, b) => b.createdAt - a.createdAt)[0];
}
