import type { EditorView } from './editor-view.ts';

/** The uppermost card that covers a point of the canvas. */
export function nodeAt(view: EditorView, point: { readonly x: number; readonly y: number }): string | undefined {
  return view.document.nodes.findLast((node) => {
    const { width, height } = view.shape(node.id);
    return (
      point.x >= node.position.x && point.x <= node.position.x + width && point.y >= node.position.y && point.y <= node.position.y + height
    );
  })?.id;
}
