import { useReactFlow } from '@xyflow/react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import {
  placeAfterResize,
  placeToRestore,
  readViewport,
  writeStep,
  writeViewport,
  type StageSize,
  type Viewport,
} from '../../model/kept-viewport.ts';
import { drawingBounds } from '../../model/drawing-bounds.ts';
import type { EditorView } from '../../model/editor-view.ts';
import { reveal } from './reveal.ts';
import { firstFit, fitOptions } from './zoom-bar.tsx';

const sizeOf = (stage: HTMLElement): StageSize => ({ width: stage.clientWidth, height: stage.clientHeight });

/**
 * The place of the canvas: kept per tab, fitted anew where the kept one would leave it half empty, and kept in the middle when the
 * window changes. The selected step is kept with it over a reload, so that the place is not left for it.
 */
export function useKeptPlace(pipelineId: string, view: EditorView, stage: RefObject<HTMLElement | null>, selected: string | undefined) {
  const flow = useReactFlow();
  const [kept] = useState(() => readViewport(sessionStorage, pipelineId));
  const drawn = useRef(view);
  useEffect(() => {
    drawn.current = view;
  }, [view]);
  useEffect(() => writeStep(sessionStorage, pipelineId, selected), [pipelineId, selected]);
  useEffect(() => () => writeStep(sessionStorage, pipelineId, undefined), [pipelineId]);
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    let was = sizeOf(element);
    const onWindow = () => {
      const now = sizeOf(element);
      const place = placeAfterResize(flow.getViewport(), was, now, drawingBounds(drawn.current));
      was = now;
      void (place ? flow.setViewport(place) : flow.fitView(fitOptions));
    };
    const observer = new ResizeObserver(() => (was = sizeOf(element)));
    observer.observe(element);
    addEventListener('resize', onWindow);
    return () => {
      observer.disconnect();
      removeEventListener('resize', onWindow);
    };
  }, [flow, stage]);
  return {
    /** Undefined until a place was kept: the canvas begins with a fit. */
    first: kept,
    begin: () => {
      if (!kept || !stage.current || placeToRestore(kept, sizeOf(stage.current), drawingBounds(drawn.current))) return;
      void flow.fitView(firstFit(view)).then(() => selected !== undefined && reveal(selected));
    },
    keep: (viewport: Viewport) => {
      if (stage.current) writeViewport(sessionStorage, pipelineId, { ...viewport, ...sizeOf(stage.current), step: selected });
    },
  };
}
