import { conflictKey, mergeDocuments, type Merge, type PipelineDocument, type Side } from '@acequia/pipeline';

/** Whose a conflict becomes, by its key; mine where nothing is said. */
export type Choices = ReadonlyMap<string, Side>;

/** Both drafts in one. Where a step stands on the canvas is nothing to ask a person about: it stays where they see it. */
export function mergeDrafts(base: PipelineDocument, mine: PipelineDocument, theirs: PipelineDocument, choices: Choices = new Map()): Merge {
  const merge = mergeDocuments(base, mine, theirs, (conflict) => choices.get(conflictKey(conflict)) ?? 'mine');
  return { ...merge, conflicts: merge.conflicts.filter(({ path }) => path !== 'position') };
}
