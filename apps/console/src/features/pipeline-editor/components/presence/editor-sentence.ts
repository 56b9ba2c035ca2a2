import type { PresentEditor } from '@acequia/contract';
import type { Translate } from '#i18n/index.ts';

export type EditorWords = Translate<'editsStep' | 'editsDraft' | 'viewsStep' | 'viewsDraft' | 'viewsVersion'>;

/** What somebody has open. `step`: the name of the step they have selected, where it is on this canvas too. */
export function editorSentence({ name, edits, version, node }: PresentEditor, step: string | undefined, t: EditorWords): string {
  if (node !== null && step !== undefined) return t(edits ? 'editsStep' : 'viewsStep', { name, step });
  if (version === 'Main') return t(edits ? 'editsDraft' : 'viewsDraft', { name });
  return t('viewsVersion', { name, version });
}
