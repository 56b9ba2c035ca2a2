import { useReactFlow } from '@xyflow/react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { placeAfterResize, placeToRestore, readViewport, writeViewport, type StageSize, type Viewport } from '../../model/kept-viewport.ts';
import { drawingBounds } from '../../model/drawing-bounds.ts';
import type { EditorView } from '../../model/editor-view.ts';
import { firstFit, fitOptions } from './zoom-bar.tsx';

const sizeOf = (stage: HTMLElement): StageSize => ({ width: stage.clientWidth, height: stage.clientHeight });

/** The place of the canvas: kept per tab, fitted anew where the kept one would leave it half empty, and kept in the middle when the window changes. */
export function useKeptPlace(pipelineId: string, view: EditorView, stage: RefObject<HTMLElement | null>) {
  const flow = useReactFlow();
  const [kept] = useState(() => readViewport(sessionStorage, pipelineId));
  const drawing = useRef(drawingBounds(view));
  useEffect(() => {
    drawing.current = drawingBounds(view);
  }, [view]);
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    let was = sizeOf(element);
    const onWindow = () => {
      const now = sizeOf(element);
      const place = placeAfterResize(flow.getViewport(), was, now, drawing.current);
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
      if (kept && stage.current && !placeToRestore(kept, sizeOf(stage.current), drawing.current)) void flow.fitView(firstFit(view));
    },
    keep: (viewport: Viewport) => {
      if (stage.current) writeViewport(sessionStorage, pipelineId, { ...viewport, ...sizeOf(stage.current) });
    },
  };
}
