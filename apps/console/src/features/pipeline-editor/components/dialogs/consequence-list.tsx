import type { Cluster } from '@acequia/contract';
import { useLanguage, useTexts } from '#i18n/index.ts';
import type { Consequence, OpenElsewhere } from '../../model/publish-plan.ts';
import { editorTexts } from '../../texts.ts';

export interface ConsequenceListProps {
  readonly consequence: Consequence;
  readonly opened: readonly OpenElsewhere[];
  readonly clusters: readonly Cluster[];
}

/** Where something starts, is replaced, goes on, and which listeners open there: one sentence each. */
export function ConsequenceList({ consequence, opened, clusters }: ConsequenceListProps) {
  const t = useTexts(editorTexts);
  const names = useClusterNames(clusters);
  const { starts, replaces, stays } = consequence;
  if (starts.length + replaces.length === 0) return <p className="pe-quiet">{t('consequenceNone')}</p>;
  return (
    <ul className="pe-consequence">
      {starts.length > 0 && <li>{t('consequenceStarts', { clusters: names(starts) })}</li>}
      {replaces.map(({ version, clusterIds }) => (
        <li key={`replaces ${version}`}>{t('consequenceReplaces', { version, clusters: names(clusterIds) })}</li>
      ))}
      {stays.map(({ version, clusterIds }) => (
        <li key={`stays ${version}`}>{t('consequenceStays', { version, clusters: names(clusterIds) })}</li>
      ))}
      {opened.map(({ listener, clusterIds }) => (
        <li key={`opened ${listener}`}>{t('consequenceListener', { listener, clusters: names(clusterIds) })}</li>
      ))}
    </ul>
  );
}

/** Names of clusters as a list in the language of the page. */
export function useClusterNames(clusters: readonly Cluster[]): (ids: readonly string[]) => string {
  const language = useLanguage();
  return (ids) =>
    new Intl.ListFormat(language, { type: 'conjunction' }).format(
      ids.map((id) => clusters.find((cluster) => cluster.id === id)?.name ?? id),
    );
}
