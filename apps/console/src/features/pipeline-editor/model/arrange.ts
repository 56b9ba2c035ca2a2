import type { PipelineDocument } from '@acequia/pipeline';
import type { CardShape } from './card-shape.ts';
import type { LayoutInput, Positions } from './layout.ts';

/** Finds a place for every step of a document. */
export type Arrange = (document: PipelineDocument, shapeOf: (node: string) => CardShape) => Promise<Positions>;

/** In a thread of its own, so that a large document does not hold up the page. Rejects when the thread cannot start. */
export const arrangeAside: Arrange = (document, shapeOf) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('layout-worker.ts', import.meta.url), { type: 'module', name: 'layout' });
    worker.onmessage = ({ data }: MessageEvent<Positions>) => {
      worker.terminate();
      resolve(data);
    };
    worker.onerror = (event) => {
      worker.terminate();
      reject(new Error('the layout could not be made', { cause: event.error }));
    };
    worker.postMessage(layoutInput(document, shapeOf));
  });

export function layoutInput(document: PipelineDocument, shapeOf: (node: string) => CardShape): LayoutInput {
  return {
    nodes: document.nodes.map(({ id, kind, position }) => {
      const { width, height, ports } = shapeOf(id);
      return { id, kind, position, width, height, ports: Object.fromEntries(ports.map((port) => [port.id, port.x])) };
    }),
    links: document.links,
  };
}
