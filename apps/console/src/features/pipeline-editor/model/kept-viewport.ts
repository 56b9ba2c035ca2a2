import * as z from 'zod';

const viewportSchema = z.object({ x: z.number(), y: z.number(), zoom: z.number().min(0.1).max(4) });
export type KeptViewport = z.infer<typeof viewportSchema>;

const keyOf = (pipelineId: string) => `acequia.editor-viewport.${pipelineId}`;

/** Where the canvas stood in this tab; undefined when nowhere yet. */
export function readViewport(storage: Storage, pipelineId: string): KeptViewport | undefined {
  try {
    return viewportSchema.safeParse(JSON.parse(storage.getItem(keyOf(pipelineId)) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

export function writeViewport(storage: Storage, pipelineId: string, viewport: KeptViewport): void {
  try {
    storage.setItem(keyOf(pipelineId), JSON.stringify({ x: viewport.x, y: viewport.y, zoom: viewport.zoom }));
  } catch {
    storage.removeItem(keyOf(pipelineId));
  }
}
