import { useReactFlow } from '@xyflow/react';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
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
import { emptyPlace, readableFit, readableZoom, sightsOf } from '../../model/readable-fit.ts';
import { fitOptions } from './zoom-bar.tsx';

const sizeOf = (stage: HTMLElement): StageSize => ({ width: stage.clientWidth, height: stage.clientHeight });

interface Shown {
  readonly view: EditorView;
  readonly selected: string | undefined;
  /** What the panel of a step takes of the canvas once it opens. */
  readonly panelPx: number;
}

const fitOf = ({ view, selected, panelPx }: Shown, size: StageSize): Viewport => {
  const drawing = drawingBounds(view);
  return drawing ? readableFit(size, drawing, sightsOf(view, selected)) : emptyPlace(size, panelPx);
};

/**
 * The place of the canvas: kept per tab, fitted anew where the kept one would leave it half empty, and kept in the middle when the
 * window changes. The selected step is kept with it over a reload, so that the place is not left for it.
 */
export function useKeptPlace(pipelineId: string, stage: RefObject<HTMLElement | null>, shown: Shown) {
  const { selected } = shown;
  const flow = useReactFlow();
  const [first, setFirst] = useState<Viewport>();
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  });
  // The size is known once the stage is there, and nothing of the drawing is painted before.
  useLayoutEffect(() => {
    if (!stage.current) return;
    const size = sizeOf(stage.current);
    const kept = readViewport(sessionStorage, pipelineId);
    const known = latest.current;
    setFirst((kept && placeToRestore(kept, size, drawingBounds(known.view))) ?? fitOf(known, size));
  }, [pipelineId, stage]);
  useEffect(() => writeStep(sessionStorage, pipelineId, selected), [pipelineId, selected]);
  useEffect(() => () => writeStep(sessionStorage, pipelineId, undefined), [pipelineId]);
  const keep = useCallback(
    (viewport: Viewport) => {
      if (stage.current)
        writeViewport(sessionStorage, pipelineId, { ...viewport, ...sizeOf(stage.current), step: latest.current.selected });
    },
    [pipelineId, stage],
  );
  // Before a reload, too: a canvas that nobody moved stays where it is.
  useEffect(() => {
    const onLeave = () => keep(flow.getViewport());
    addEventListener('pagehide', onLeave);
    return () => removeEventListener('pagehide', onLeave);
  }, [flow, keep]);
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    let was = sizeOf(element);
    const onWindow = () => {
      const now = sizeOf(element);
      const before = flow.getViewport();
      const known = latest.current;
      const place = placeAfterResize(before, was, now, drawingBounds(known.view));
      was = now;
      if (place || before.zoom >= readableZoom) void flow.setViewport(place ?? fitOf(known, now));
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
    keep,
  };
}
