import type { PresentEditor } from '@acequia/contract';
import { createContext, use } from 'react';

/** Who else has the pipeline open, and which version of it is open here. */
export interface Others {
  readonly editors: readonly PresentEditor[];
  readonly shown: string;
}

export const OthersContext = createContext<Others>({ editors: [], shown: '' });

/** Those of the others who have this step of the same version selected. */
export function useEditorsOfStep(node: string): readonly PresentEditor[] {
  const { editors, shown } = use(OthersContext);
  return editors.filter((editor) => editor.version === shown && editor.node === node);
}
