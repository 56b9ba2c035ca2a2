import { useReactFlow } from '@xyflow/react';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
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
import { readableFit, readableZoom, sightsOf } from '../../model/readable-fit.ts';
import { fitOptions } from './zoom-bar.tsx';

const sizeOf = (stage: HTMLElement): StageSize => ({ width: stage.clientWidth, height: stage.clientHeight });

const fitOf = (view: EditorView, size: StageSize, selected: string | undefined): Viewport => {
  const drawing = drawingBounds(view);
  return drawing ? readableFit(size, drawing, sightsOf(view, selected)) : { x: 0, y: 0, zoom: 1 };
};

/**
 * The place of the canvas: kept per tab, fitted anew where the kept one would leave it half empty, and kept in the middle when the
 * window changes. The selected step is kept with it over a reload, so that the place is not left for it.
 */
export function useKeptPlace(pipelineId: string, view: EditorView, stage: RefObject<HTMLElement | null>, selected: string | undefined) {
  const flow = useReactFlow();
  const [first, setFirst] = useState<Viewport>();
  const latest = useRef({ view, selected });
  useEffect(() => {
    latest.current = { view, selected };
  }, [view, selected]);
  // The size is known once the stage is there, and nothing of the drawing is painted before.
  useLayoutEffect(() => {
    if (!stage.current) return;
    const size = sizeOf(stage.current);
    const kept = readViewport(sessionStorage, pipelineId);
    const known = latest.current;
    setFirst((kept && placeToRestore(kept, size, drawingBounds(known.view))) ?? fitOf(known.view, size, known.selected));
  }, [pipelineId, stage]);
  useEffect(() => writeStep(sessionStorage, pipelineId, selected), [pipelineId, selected]);
  useEffect(() => () => writeStep(sessionStorage, pipelineId, undefined), [pipelineId]);
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    let was = sizeOf(element);
    const onWindow = () => {
      const now = sizeOf(element);
      const before = flow.getViewport();
      const { view: shown, selected: chosen } = latest.current;
      const place = placeAfterResize(before, was, now, drawingBounds(shown));
      was = now;
      if (place || before.zoom >= readableZoom) void flow.setViewport(place ?? fitOf(shown, now, chosen));
      else void flow.fitView(fitOptions);
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
    /** Undefined until the size of the stage is known. */
    first,
    keep: (viewport: Viewport) => {
      if (stage.current) writeViewport(sessionStorage, pipelineId, { ...viewport, ...sizeOf(stage.current), step: selected });
    },
  };
}
