import { beforeEach, describe, expect, it } from 'vitest';
import { placeAfterResize, placeToRestore, readViewport, writeStep, writeViewport } from './kept-viewport.ts';

const drawing = { x: 0, y: 0, width: 400, height: 600 };
const stage = { width: 1000, height: 800 };
const kept = { x: 300, y: 100, zoom: 1, ...stage };

beforeEach(() => sessionStorage.clear());

describe('where the canvas stood', () => {
  it('comes back as it was written, and never as nonsense', () => {
    expect(readViewport(sessionStorage, 'PL_1')).toBeUndefined();
    writeViewport(sessionStorage, 'PL_1', kept);
    expect(readViewport(sessionStorage, 'PL_1')).toEqual(kept);
    sessionStorage.setItem('acequia.editor-viewport.PL_1', '{"x":1}');
    expect(readViewport(sessionStorage, 'PL_1')).toBeUndefined();
    sessionStorage.setItem('acequia.editor-viewport.PL_1', 'x');
    expect(readViewport(sessionStorage, 'PL_1')).toBeUndefined();
  });

  it('is kept with the selected step, and without a place no step is', () => {
    writeStep(sessionStorage, 'PL_1', 'a');
    expect(readViewport(sessionStorage, 'PL_1')).toBeUndefined();
    writeViewport(sessionStorage, 'PL_1', kept);
    writeStep(sessionStorage, 'PL_1', 'a');
    expect(readViewport(sessionStorage, 'PL_1')).toEqual({ ...kept, step: 'a' });
    writeStep(sessionStorage, 'PL_1', undefined);
    expect(readViewport(sessionStorage, 'PL_1')).toEqual(kept);
  });

  it('is taken up in the same window, with the whole drawing or a part that fills it', () => {
    expect(placeToRestore(kept, stage, drawing)).toBe(kept);
    const near = { ...kept, x: -200, y: -300, zoom: 2.5 };
    expect(placeToRestore(near, stage, drawing)).toBe(near);
  });

  it('is fitted anew in another window, and when the drawing has gone from under it', () => {
    expect(placeToRestore(kept, { ...stage, width: 640 }, drawing)).toBeUndefined();
    expect(placeToRestore(kept, stage, { ...drawing, x: 900, width: 3000 })).toBeUndefined();
    expect(placeToRestore(kept, stage, undefined)).toBeUndefined();
  });
});

describe('when the window becomes another size', () => {
  it('fits what was in sight as a whole', () => {
    expect(placeAfterResize(kept, stage, { width: 640, height: 500 }, drawing)).toBeUndefined();
  });

  it('keeps the middle of what was looked at closely', () => {
    const near = { x: -200, y: -300, zoom: 2.5 };
    expect(placeAfterResize(near, stage, { width: 800, height: 700 }, drawing)).toEqual({ x: -300, y: -350, zoom: 2.5 });
  });

  it('fits when that would leave half of it empty', () => {
    expect(placeAfterResize({ x: -350, y: 0, zoom: 1 }, stage, { width: 400, height: 800 }, drawing)).toBeUndefined();
  });
});
