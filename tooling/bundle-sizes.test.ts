import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { reasonText } from '@acequia/component-sdk/text';
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
const wholes = { login: 87, 'home.tsx': 192 } as const;
/** A browser asks a server for six files at a time; each turn is a way there and back. */
const scripts = { login: 4, 'home.tsx': 5 } as const;
const everyComponent = ['pipeline.tsx', 'pipeline-focus.tsx'].map((page) => `${page} with every component`);
/**
 * The code editor may be larger, the forms of listeners and data sinks with the sentences of all reasons, the editor, which begins new
 * steps by what arrives where they are set, a drawn pipeline with the states of its steps, and what it loads while it reads its data:
 * all definitions with the language.
 */
const exceptions: Readonly<Record<string, number>> = {
  'code editor': 165,
  'pipeline-focus.tsx': 164,
  'pipeline.tsx': 162,
  'listener-create.tsx with its heaviest component': 154,
  'datasink-create.tsx with its heaviest component': 148,
  ...Object.fromEntries(everyComponent.map((page) => [page, 335])),
};
const others = 146;

describe('what a browser loads before a page shows', () => {
  test.each(Object.entries(wholes))('%s with everything: at most %d KB', (name, budget) => {
    expect(kilobytes(pages.find(({ page }) => page === name)?.bytes)).toBeLessThanOrEqual(budget * tolerance);
  });

  test.each(Object.entries(scripts))('%s in at most %d scripts', (name, most) => {
    expect(pages.find(({ page }) => page === name)?.files).toBeLessThanOrEqual(most);
  });

  test('the page names five files, and asks for the console before it waits for the style', () => {
    const html = readFileSync(join(builtConsole, 'index.html'), 'utf8');
    expect(html.match(/(?:src|href)="\/[^"]+"/g)).toHaveLength(5);
    const early = html.search(/modulepreload.*\/assets\/frame-/);
    expect(early).toBeGreaterThan(0);
    expect(early).toBeLessThan(html.indexOf('rel="stylesheet"'));
  });

  test('every script and style can be sent packed, the style of all pages in at most 15 KB', () => {
    const folder = join(builtConsole, 'assets');
    const names = readdirSync(folder);
    const large = names.filter((name) => /\.(?:js|css)$/.test(name) && statSync(join(folder, name)).size >= 1024);
    expect(large.filter((name) => !names.includes(`${name}.br`) || !names.includes(`${name}.gz`))).toEqual([]);
    const style = names.find((name) => /^index-.*\.css\.gz$/.test(name))!;
    expect(kilobytes(statSync(join(folder, style)).size)).toBeLessThanOrEqual(15);
  });

  test('every other page beyond the frame', () => {
    expect(pages.length).toBeGreaterThan(8);
    const tooLarge = pages
      .map(({ page, beyondFrame }) => ({ page, size: kilobytes(beyondFrame), budget: exceptions[page] ?? others }))
      .filter(({ size, budget }) => !(size <= budget * tolerance));
    expect(tooLarge).toEqual([]);
  });

  test('a page that tells reasons waits for their texts, and for those of its language alone', () => {
    const router = readFileSync(join(builtConsole, '../src/app/router.tsx'), 'utf8');
    const waiting = pages.filter(({ tellsReasons }) => tellsReasons).map(({ page }) => page);
    expect(waiting).toContain('health.tsx');
    expect(waiting).not.toContain('home.tsx');
    const loads = [...router.matchAll(/(worded\()?\(\) => import\('\.\.\/routes\/([\w.-]+)'\)/g)];
    const unprepared = loads.filter(([, prepared, page]) => prepared === undefined && waiting.includes(page!));
    expect(loads.length).toBeGreaterThan(20);
    expect(unprepared.map(([, , page]) => page)).toEqual([]);
    const scriptsWith = (word: string) =>
      readdirSync(join(builtConsole, 'assets')).filter(
        (name) => name.endsWith('.js') && readFileSync(join(builtConsole, 'assets', name), 'utf8').includes(word),
      );
    const [english, spanish] = (['en', 'es'] as const).map((language) => scriptsWith(reasonText('PORT_IN_USE', language).text));
    expect([english?.length, spanish?.length]).toEqual([1, 1]);
    expect(english).not.toEqual(spanish);
  });

  test('a pipeline does not wait for the definitions before it asks for its data', () => {
    const beyondFrame = (name: string) => pages.find(({ page }) => page === name)!.beyondFrame;
    for (const whole of everyComponent) expect(beyondFrame(whole)).toBeGreaterThan(beyondFrame(whole.split(' ')[0]!) + 50_000);
  });
});
