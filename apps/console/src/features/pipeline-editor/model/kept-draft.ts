import { documentSchema, type PipelineDocument } from '@acequia/pipeline';
import { draftPrefix } from '#lib/drafts/retired-drafts.ts';

/** The unsaved document of one pipeline in this tab's storage; it outlives a reload and an expired session, and no log-out. */
export interface KeptDraft {
  readonly revision: number;
  readonly document: PipelineDocument;
}

const keyOf = (pipelineId: string) => `${draftPrefix}document:${pipelineId}`;

/** Best effort: a full or forbidden storage must not stop editing. */
export function keepDraft(storage: Storage, pipelineId: string, draft: KeptDraft | undefined): void {
  try {
    if (draft) storage.setItem(keyOf(pipelineId), JSON.stringify(draft));
    else storage.removeItem(keyOf(pipelineId));
  } catch {
    storage.removeItem(keyOf(pipelineId));
  }
}

export function readKeptDraft(storage: Storage, pipelineId: string): KeptDraft | undefined {
  const text = storage.getItem(keyOf(pipelineId));
  if (text === null) return undefined;
  try {
    const kept = JSON.parse(text) as { revision?: unknown; document?: unknown };
    const document = documentSchema.safeParse(kept.document);
    return typeof kept.revision === 'number' && document.success ? { revision: kept.revision, document: document.data } : undefined;
  } catch {
    return undefined;
  }
}
