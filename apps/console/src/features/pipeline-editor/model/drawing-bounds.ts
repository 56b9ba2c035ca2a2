import { around, type Box } from './box-grid.ts';
import type { EditorView } from './editor-view.ts';

/** The box around all cards; undefined when there is none. */
export function drawingBounds({ document, shape }: EditorView): Box | undefined {
  const boxes = document.nodes.map(({ id, position }): Box => ({ ...position, width: shape(id).width, height: shape(id).height }));
  return boxes.length === 0 ? undefined : around(boxes);
}
