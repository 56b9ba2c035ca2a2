import { documentOf, label } from '@acequia/pipeline/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { arrangeAside, keepArrangeReady } from './arrange.ts';
import { cardShape } from './card-shape.ts';

class Thread {
  static readonly started: Thread[] = [];
  onmessage: ((message: { readonly data: unknown }) => void) | undefined;
  ended = false;
  constructor() {
    Thread.started.push(this);
  }
  postMessage(): void {
    queueMicrotask(() => this.onmessage?.({ data: { in: { x: 0, y: 0 } } }));
  }
  terminate(): void {
    this.ended = true;
  }
}

const arrange = () => arrangeAside(documentOf([label()], []), () => cardShape('label', []));
const threads = () => Thread.started.map(({ ended }) => (ended ? 'ended' : 'there'));

beforeEach(() => {
  Thread.started.length = 0;
  vi.stubGlobal('Worker', Thread);
});
afterEach(() => void vi.unstubAllGlobals());

it('a thread that is kept ready is used, and is ready again afterwards', async () => {
  const end = keepArrangeReady();
  await arrange();
  await arrange();
  expect(threads()).toEqual(['there']);
  end();
  expect(threads()).toEqual(['ended']);
});

it('no thread is left behind by a document that keeps none, and none by two layouts at once', async () => {
  await arrange();
  expect(threads()).toEqual(['ended']);
  const end = keepArrangeReady();
  await Promise.all([arrange(), arrange()]);
  end();
  expect(threads()).toEqual(['ended', 'ended', 'ended']);
});
