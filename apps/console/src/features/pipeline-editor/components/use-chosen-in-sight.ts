import { useEffect, useRef, useState } from 'react';
import { readViewport } from '../model/kept-viewport.ts';
import { revealDrawn } from './canvas/reveal.ts';

/** When the panel of a step opens, its step is brought into sight; not after a reload, which keeps the place as it was left. */
export function useChosenInSight(pipelineId: string, chosen: string | undefined): void {
  const [left] = useState(() => readViewport(sessionStorage, pipelineId)?.step);
  const stays = useRef(left);
  const latest = useRef(chosen);
  useEffect(() => {
    latest.current = chosen;
  });
  const open = chosen !== undefined;
  useEffect(() => {
    if (!open) stays.current = undefined;
    else if (latest.current !== undefined && latest.current !== stays.current) revealDrawn(latest.current);
  }, [open]);
}
