import type { PipelineDocument } from '@acequia/pipeline';
import type { CardShape } from './card-shape.ts';
import type { LayoutInput, Positions } from './layout.ts';

/** Finds a place for every step of a document. */
export type Arrange = (document: PipelineDocument, shapeOf: (node: string) => CardShape) => Promise<Positions>;

/** A thread that has started already, while one is kept. */
let ready: Worker | undefined;
let keeping = false;

const start = () => new Worker(new URL('layout-worker.ts', import.meta.url), { type: 'module', name: 'layout' });

/** Has a thread ready until the function that is returned is called: a large document does not wait for its start then. */
export function keepArrangeReady(): () => void {
  keeping = true;
  ready ??= start();
  return () => {
    keeping = false;
    ready?.terminate();
    ready = undefined;
  };
}

/** In a thread of its own, so that a large document does not hold up the page. Rejects when the thread cannot start. */
export const arrangeAside: Arrange = (document, shapeOf) =>
  new Promise((resolve, reject) => {
    const worker = ready ?? start();
    ready = undefined;
    worker.onmessage = ({ data }: MessageEvent<Positions>) => {
      if (keeping && !ready) ready = worker;
      else worker.terminate();
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
