import { beforeAll, describe, expect, test } from 'vitest';
import { builtConsole, pageSizes, type PageSize } from '../apps/console/build/bundle-sizes.ts';
import { buildConsoleWhenStale } from '../scripts/build-console.mjs';

let pages: readonly PageSize[];
beforeAll(async () => {
  await buildConsoleWhenStale();
  pages = pageSizes(builtConsole);
}, 180_000);

const kilobytes = (bytes: number | undefined) => Math.round((bytes ?? Number.NaN) / 100) / 10;
/** A page grows over its budget by this much before it is too large. */
const tolerance = 1.05;

/** In KB of gzipped script. */
const wholes = { login: 90, 'home.tsx': 200 } as const;
/** The code editor may be larger. The pipeline editor is still on its way to the goal of the others: it holds the language, all definitions and the canvas. */
const exceptions: Readonly<Record<string, number>> = { 'code editor': 250, 'pipeline.tsx': 345, 'pipeline-focus.tsx': 345 };
const others = 180;

describe('what a browser loads before a page shows', () => {
  test.each(Object.entries(wholes))('%s with everything: at most %d KB', (name, budget) => {
    expect(kilobytes(pages.find(({ page }) => page === name)?.bytes)).toBeLessThanOrEqual(budget * tolerance);
  });

  test('every other page beyond the frame', () => {
    expect(pages.length).toBeGreaterThan(8);
    const tooLarge = pages
      .map(({ page, beyondFrame }) => ({ page, size: kilobytes(beyondFrame), budget: exceptions[page] ?? others }))
      .filter(({ size, budget }) => !(size <= budget * tolerance));
    expect(tooLarge).toEqual([]);
  });
});
