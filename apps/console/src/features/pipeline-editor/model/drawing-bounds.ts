import type { EditorView } from './editor-view.ts';
import type { Box } from './box-grid.ts';

/** The box around all cards; undefined when there is none. */
export function drawingBounds(view: EditorView): Box | undefined {
  const { nodes } = view.document;
  if (nodes.length === 0) return undefined;
  const [left, top] = [Math.min(...nodes.map((node) => node.position.x)), Math.min(...nodes.map((node) => node.position.y))];
  const right = Math.max(...nodes.map((node) => node.position.x + view.shape(node.id).width));
  const bottom = Math.max(...nodes.map((node) => node.position.y + view.shape(node.id).height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}
