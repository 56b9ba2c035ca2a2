import type { PresentEditor } from '@acequia/contract';

/** `pipelineId` undefined: of every pipeline. */
type Hearer = (editors: readonly PresentEditor[], pipelineId?: string) => void;

const hearers = new Set<Hearer>();

/** What the server tells of who else has the editor of a pipeline open; of nobody once it cannot be heard. */
export const tellEditors: Hearer = (...told) => hearers.forEach((hear) => hear(...told));

export function onToldEditors(hear: Hearer): () => void {
  hearers.add(hear);
  return () => void hearers.delete(hear);
}
