import type { PresentEditor } from '@acequia/contract';
import { useEffect, useState } from 'react';
import { onToldEditors } from '#lib/editors/told-editors.ts';

/** The others in the editor of a pipeline, in the order in which they came to where they are. The server tells once this window reports itself. */
export function usePresentEditors(pipelineId: string): readonly PresentEditor[] {
  const [editors, setEditors] = useState<readonly PresentEditor[]>([]);
  useEffect(
    () =>
      onToldEditors((told, of = pipelineId) => {
        if (of === pipelineId) setEditors(told);
      }),
    [pipelineId],
  );
  return editors;
}
