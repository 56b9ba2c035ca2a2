import type { PipelineDocument } from './document.ts';

/** Undo and redo of a document; each step carries a name for the button's tooltip (a key of the console's texts). */
export interface History {
  readonly present: PipelineDocument;
  readonly past: readonly HistoryStep[];
  readonly future: readonly HistoryStep[];
}

export interface HistoryStep {
  readonly title: string;
  readonly document: PipelineDocument;
}

/** Steps kept; quality check 16 asks for at least 50. */
export const undoStepsMax = 200;

export const createHistory = (present: PipelineDocument): History => ({ present, past: [], future: [] });

/** A new present. Successive steps with the same `merge` key (typing into one field, dragging one node) become one; a document that is the present one makes no step. */
export function record(history: History, document: PipelineDocument, title: string, merge?: string): History {
  if (document === history.present) return history;
  const last = history.past.at(-1);
  if (merge !== undefined && last?.title === `${title}\n${merge}` && history.future.length === 0) return { ...history, present: document };
  const step = { title: merge === undefined ? title : `${title}\n${merge}`, document: history.present };
  return { present: document, past: [...history.past, step].slice(-undoStepsMax), future: [] };
}

export function undo(history: History): History {
  const step = history.past.at(-1);
  if (!step) return history;
  return {
    present: step.document,
    past: history.past.slice(0, -1),
    future: [{ title: step.title, document: history.present }, ...history.future],
  };
}

export function redo(history: History): History {
  const step = history.future[0];
  if (!step) return history;
  return {
    present: step.document,
    past: [...history.past, { title: step.title, document: history.present }],
    future: history.future.slice(1),
  };
}

/** The name of a step without its merge key. */
export const stepTitle = (step: HistoryStep | undefined): string | undefined => step?.title.split('\n', 1)[0];
