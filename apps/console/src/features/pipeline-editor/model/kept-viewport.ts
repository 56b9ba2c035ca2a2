import * as z from 'zod';
import type { Box } from './box-grid.ts';

const viewportSchema = z.object({ x: z.number(), y: z.number(), zoom: z.number().min(0.1).max(4) });
export type Viewport = z.infer<typeof viewportSchema>;

const keptSchema = viewportSchema.extend({ width: z.number(), height: z.number(), step: z.string().optional() });
/** Where the canvas stood, how large it was, in px, and the id of the step that was selected. */
export type KeptViewport = z.infer<typeof keptSchema>;

export interface StageSize {
  readonly width: number;
  readonly height: number;
}

const keyOf = (pipelineId: string) => `acequia.editor-viewport.${pipelineId}`;

/** Where the canvas stood in this tab; undefined when nowhere yet. */
export function readViewport(storage: Storage, pipelineId: string): KeptViewport | undefined {
  try {
    return keptSchema.safeParse(JSON.parse(storage.getItem(keyOf(pipelineId)) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

export function writeViewport(storage: Storage, pipelineId: string, { x, y, zoom, width, height, step }: KeptViewport): void {
  try {
    storage.setItem(keyOf(pipelineId), JSON.stringify({ x, y, zoom, width, height, step }));
  } catch {
    storage.removeItem(keyOf(pipelineId));
  }
}

/** Keeps the selected step with the place, where one is kept. */
export function writeStep(storage: Storage, pipelineId: string, step: string | undefined): void {
  const kept = readViewport(storage, pipelineId);
  if (kept) writeViewport(storage, pipelineId, { ...kept, step });
}

/** The place to go on from: the kept one if the canvas is as large as it was and the drawing still fills it; undefined asks to fit. */
export function placeToRestore(kept: KeptViewport, stage: StageSize, drawing: Box | undefined): Viewport | undefined {
  const sameSize = Math.abs(kept.width - stage.width) <= 2 && Math.abs(kept.height - stage.height) <= 2;
  return sameSize && drawing && (showsAll(kept, stage, drawing) || fills(kept, stage, drawing)) ? kept : undefined;
}

/** After the window became another size: the same middle; undefined asks to fit, when all was in sight or the drawing would leave half empty. */
export function placeAfterResize(before: Viewport, was: StageSize, now: StageSize, drawing: Box | undefined): Viewport | undefined {
  if (!drawing || showsAll(before, was, drawing)) return undefined;
  const place = { ...before, x: before.x + (now.width - was.width) / 2, y: before.y + (now.height - was.height) / 2 };
  return fills(place, now, drawing) ? place : undefined;
}

type Axis = readonly [start: number, end: number, length: number];

const axes = ({ x, y, zoom }: Viewport, stage: StageSize, drawing: Box): readonly Axis[] => [
  [drawing.x * zoom + x, (drawing.x + drawing.width) * zoom + x, stage.width],
  [drawing.y * zoom + y, (drawing.y + drawing.height) * zoom + y, stage.height],
];

const showsAll = (viewport: Viewport, stage: StageSize, drawing: Box): boolean =>
  axes(viewport, stage, drawing).every(([start, end, length]) => start >= 0 && end <= length);

/** No half of the canvas is empty beside a drawing that goes on out of sight. */
const fills = (viewport: Viewport, stage: StageSize, drawing: Box): boolean =>
  axes(viewport, stage, drawing).every(
    ([start, end, length]) => (start >= 0 && end <= length) || (start <= length / 2 && end >= length / 2),
  );
