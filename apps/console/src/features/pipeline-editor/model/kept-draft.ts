import { documentSchema, emptyDocument } from '@acequia/pipeline';
import { draftPrefix } from '#lib/drafts/retired-drafts.ts';
import type { Unsaved } from './autosave.ts';

const keyOf = (pipelineId: string) => `${draftPrefix}document:${pipelineId}`;

/**
 * The unsaved document of one pipeline in this tab's storage; it outlives a reload and an expired session, and no log-out. Best
 * effort: a full or forbidden storage must not stop editing.
 */
export function keepDraft(storage: Storage, pipelineId: string, draft: Unsaved | undefined): void {
  try {
    if (draft) storage.setItem(keyOf(pipelineId), JSON.stringify(draft));
    else storage.removeItem(keyOf(pipelineId));
  } catch {
    storage.removeItem(keyOf(pipelineId));
  }
}

/** A draft that does not say what it began with is taken as new from the start, so that a merge asks about everything. */
export function readKeptDraft(storage: Storage, pipelineId: string): Unsaved | undefined {
  const text = storage.getItem(keyOf(pipelineId));
  if (text === null) return undefined;
  try {
    const kept = JSON.parse(text) as { revision?: unknown; document?: unknown; base?: unknown };
    const [document, base] = [documentSchema.safeParse(kept.document), documentSchema.safeParse(kept.base)];
    return typeof kept.revision === 'number' && document.success
      ? { revision: kept.revision, base: base.data ?? emptyDocument, document: document.data }
      : undefined;
  } catch {
    return undefined;
  }
}
