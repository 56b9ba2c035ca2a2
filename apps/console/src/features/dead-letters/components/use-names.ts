import { useQueries } from '@tanstack/react-query';
import type { Letter, LetterCause } from '@acequia/contract';
import { titleOf } from '#blocks/components/cards.ts';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { operationQuery, useOperation } from '#lib/operations/use-operation.ts';
import { deadLetterTexts } from '../texts.ts';

type Place = Pick<LetterCause | Letter, 'pipelineId' | 'node' | 'listenerId'>;

/** Names of pipelines, steps and listeners, for where letters come from. What is gone is shown by its id. */
export function useNames(places: readonly Place[]): { readonly source: (place: Place) => string; readonly step: (place: Place) => string } {
  const t = useTexts(deadLetterTexts);
  const language = useLanguage();
  const { data: pipelines } = useOperation('pipelines:list', {});
  const { data: listeners } = useOperation('listeners:list', {});
  const { data: datasinks } = useOperation('datasinks:list', {});
  const ids = new Set(places.map(({ pipelineId }) => pipelineId));
  const running =
    pipelines?.flatMap(({ id, runningVersion }) => (ids.has(id) && runningVersion !== null ? [{ id, version: runningVersion }] : [])) ?? [];
  const documents = useQueries({ queries: running.map((version) => operationQuery('pipelines:getVersion', version)) });
  const stepName = (pipelineId: string, nodeId: string): string => {
    const index = running.findIndex(({ id }) => id === pipelineId);
    const node = documents[index]?.data?.document.nodes.find(({ id }) => id === nodeId);
    if (!node || node.name !== '') return node?.name ?? nodeId;
    if (node.kind === 'datasink')
      return datasinks?.find(({ id }) => id === node.datasinkId)?.name ?? titleOf('datasink', node.component, language);
    return node.kind === 'action' ? node.component : nodeId;
  };
  return {
    source: ({ pipelineId, listenerId }) =>
      pipelineId === ''
        ? (listeners?.find(({ id }) => id === listenerId)?.name ?? listenerId)
        : (pipelines?.find(({ id }) => id === pipelineId)?.name ?? pipelineId),
    step: ({ pipelineId, node }) => (pipelineId === '' ? t('undecoded') : stepName(pipelineId, node)),
  };
}
