/**
 * What the console's pages cost the browser: the first paint, changing pages, layout shifts, a list of 10,000, the palette, and
 * the time after an input (P-1 to P-4, P-7 to P-10, P-15, P-23 of the plan). Run with `node tests/load/console-pages.ts`; the last
 * line is one JSON object. Takes about five minutes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { startAcequia } from '../e2e/harness/acequia.ts';
import { Api } from '../e2e/harness/api.ts';
import { launchBrowser, logIn, openPage } from '../e2e/harness/browser.ts';
import { createAccessLogPipeline, publishDraft } from '../e2e/harness/content.ts';
import { settled } from '../e2e/harness/survey.ts';
import { heapBytes } from './parts/editor-page.ts';
import { insertDatasinks } from './parts/many-objects.ts';
import { median } from './parts/median.ts';
import { observeVitals, readVitals, throttle } from './parts/page-vitals.ts';
import { percentile } from './parts/percentile.ts';

const runs = 20;
const sinks = 10_000;
const editorOpenings = 50;
const routes = [
  '/home',
  '/listeners',
  '/pipelines',
  '/datasinks',
  '/enrichments',
  '/marketplace',
  '/datahistory',
  '/health',
  '/alerts',
] as const;

const folder = mkdtempSync(join(tmpdir(), 'acequia-pages-load-'));
const acequia = await startAcequia({ dataDirectory: join(folder, 'data') });
const browser = await launchBrowser();
let session: Awaited<ReturnType<typeof cookiesOfLogin>> = [];
try {
  const api = new Api(acequia.url);
  await api.createOwner(acequia.setupCode!);
  const pipeline = await createAccessLogPipeline(api, 'Access', 20);
  await publishDraft(api, pipeline.id);
  session = await cookiesOfLogin();
  const measures: Readonly<Record<string, () => Promise<unknown>>> = {
    loginPaintMs: () => repeated(() => loginPaint(false)),
    loginPaintThrottledMs: () => repeated(() => loginPaint(true)),
    homeThrottledMs: () => repeated(() => homeAfterLogin(true)),
    homeWarmMs: () => repeated(() => homeAfterLogin(false)),
    beforeFirstPaint: requestsBeforePaint,
    layoutShift: shifts,
    routeChangeMs: routeChanges,
    interactionsThrottledMs: interactions,
    editorOpenings: () => openEditorOften(pipeline.id),
    longList: () => longList(api),
  };
  const figures: Record<string, unknown> = {};
  for (const [name, measure] of Object.entries(measures)) {
    figures[name] = await measure();
    process.stderr.write(`${name} ${JSON.stringify(figures[name])}\n`);
  }
  process.stdout.write(
    `${cpus().length} × ${cpus()[0]?.model.trim() ?? ''}, load ${loadavg()[0]!.toFixed(1)}\n${JSON.stringify(figures)}\n`,
  );
} finally {
  await browser.close();
  await acequia.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function repeated(run: () => Promise<number>): Promise<{ readonly median: number; readonly p75: number }> {
  const times: number[] = [];
  for (let count = 0; count < runs; count += 1) times.push(await run());
  return { median: Math.round(median(times)), p75: Math.round(percentile(times, 0.75)) };
}

/** A tab of a fresh profile, observed; logged in when asked. */
async function freshTab(loggedIn: boolean): Promise<{ readonly page: Page; readonly cdp: CDPSession; close(): Promise<void> }> {
  const { page, context } = await openPage(browser);
  await observeVitals(page);
  if (loggedIn) await context.addCookies(session);
  return { page, cdp: await context.newCDPSession(page), close: () => context.close() };
}

/** What a browser keeps of a login. */
async function cookiesOfLogin() {
  const { page, context } = await openPage(browser);
  await logIn(page, acequia.url);
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

async function loginPaint(throttled: boolean): Promise<number> {
  const { page, cdp, close } = await freshTab(false);
  if (throttled) await throttle(cdp, true);
  await page.goto(`${acequia.url}/login`);
  await settled(page);
  const { largestPaintMs } = await readVitals(page);
  await close();
  return largestPaintMs;
}

/** From the request for the page until its tiles stand and no task of the browser is long: throttled with nothing kept, or the second time. */
async function homeAfterLogin(throttled: boolean): Promise<number> {
  const { page, cdp, close } = await freshTab(true);
  if (throttled) await throttle(cdp, true);
  else {
    await page.goto(`${acequia.url}/home`);
    await settled(page);
  }
  await page.goto(`${acequia.url}/home`);
  await settled(page);
  const readyMs = await page.evaluate(() => performance.now());
  await close();
  return readyMs;
}

async function requestsBeforePaint() {
  const { page, close } = await freshTab(false);
  await page.goto(`${acequia.url}/login`);
  await settled(page);
  const found = await page.evaluate(() => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0]!.startTime;
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const bytes = (test: RegExp) => files.filter(({ name }) => test.test(name)).reduce((sum, file) => sum + file.encodedBodySize, 0);
    const early = files.filter(({ startTime }) => startTime < painted).length + 1;
    return { requests: early, cssBytes: bytes(/\.css/), fontBytes: bytes(/\.woff2?/) };
  });
  await close();
  return found;
}

/** The largest sum of shifts of any page that is opened by its address. */
async function shifts(): Promise<Readonly<Record<string, number>>> {
  const { page, close } = await freshTab(true);
  const found: Record<string, number> = {};
  for (const route of routes) {
    await page.goto(`${acequia.url}${route}`);
    await settled(page);
    found[route] = Number((await readVitals(page)).layoutShift.toFixed(4));
  }
  await close();
  return found;
}

/** From the click on a line of the sidebar until the page's heading has changed and is painted; each page was there before. */
async function routeChanges() {
  const { page, close } = await freshTab(true);
  await page.goto(`${acequia.url}/home`);
  await settled(page);
  const times: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    for (const route of ['/listeners', '/pipelines', '/datasinks', '/enrichments', '/home'] as const) {
      const took = await page.evaluate(async (to) => {
        const before = document.querySelector('h1')?.textContent;
        const begun = performance.now();
        document.querySelector<HTMLAnchorElement>(`nav a[href="${to}"], aside a[href="${to}"]`)!.click();
        const there = () =>
          location.pathname === to && document.querySelector('h1') !== null && document.querySelector('h1')!.textContent !== before;
        do await new Promise(requestAnimationFrame);
        while (!there());
        return performance.now() - begun;
      }, route);
      await settled(page);
      if (round > 0) times.push(took);
    }
  }
  await close();
  return { median: Math.round(median(times)), p95: Math.round(percentile(times, 0.95)) };
}

/** A tour by mouse and keys with a quarter of the processor. */
async function interactions() {
  const { page, cdp, close } = await freshTab(true);
  await page.goto(`${acequia.url}/home`);
  await settled(page);
  await throttle(cdp, false);
  for (const route of ['/listeners', '/datasinks', '/pipelines', '/enrichments', '/home'] as const) {
    await page.locator(`a[href="${route}"]`).filter({ visible: true }).first().click();
    await settled(page);
    if (route !== '/home') {
      await page.getByRole('searchbox').first().pressSequentially('acc');
      await settled(page);
    }
    await page.keyboard.press('Control+k');
    await page.locator('.ui-command [role=option]').first().waitFor();
    await page.keyboard.type('we');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await page.locator('.ui-command').waitFor({ state: 'detached' });
  }
  const { interactionsMs } = await readVitals(page);
  await close();
  return { count: interactionsMs.length, p75: percentile(interactionsMs, 0.75), p98: percentile(interactionsMs, 0.98) };
}

/** Heap and nodes after the editor was opened and left so often, beside after five times. */
async function openEditorOften(pipeline: string) {
  const { page, cdp, close } = await freshTab(true);
  await cdp.send('Performance.enable');
  await page.goto(`${acequia.url}/pipelines`);
  await settled(page);
  const look = async () => {
    const heapMb = Number(((await heapBytes(cdp)) / 1e6).toFixed(1));
    const { metrics } = await cdp.send('Performance.getMetrics');
    return { heapMb, nodes: metrics.find(({ name }) => name === 'Nodes')?.value ?? 0 };
  };
  let early = await look();
  for (let count = 1; count <= editorOpenings; count += 1) {
    await page.locator(`a[href^="/pipelines/${pipeline}"]`).first().click();
    await page.waitForURL(new RegExp(`/pipelines/${pipeline}`));
    await settled(page);
    await page.goBack();
    await settled(page);
    if (count === 5) early = await look();
  }
  const late = await look();
  await close();
  return { early, late };
}

/** The list of data sinks with ten thousand, and the palette beside it. */
async function longList(api: Api) {
  await insertDatasinks(api, acequia.dataDirectory, sinks);
  const { page, close } = await freshTab(true);
  await page.addInitScript(() => {
    const rows = new MutationObserver(() => {
      if (document.querySelector('.ui-table tbody tr a') === null) return;
      rows.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('rows')));
    });
    rows.observe(document, { childList: true, subtree: true });
  });
  const firstRows: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    await page.goto(`${acequia.url}/datasinks?view=table`);
    await settled(page);
    firstRows.push(
      await page.evaluate(() => {
        const answers = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
          ({ name }) => /datasinks/.test(new URL(name).pathname) && /rpc|api/.test(name),
        );
        return performance.getEntriesByName('rows')[0]!.startTime - Math.max(...answers.map(({ responseEnd }) => responseEnd));
      }),
    );
  }
  const nodes = await page.evaluate(() => document.querySelectorAll('body *').length);
  const tasksBefore = (await readVitals(page)).longTasksMs.length;
  const frames = await page.evaluate(async () => {
    const body = document.querySelector('main.frame-body')!;
    const found: number[] = [];
    let last = await new Promise<number>(requestAnimationFrame);
    for (let frame = 0; frame < 180; frame += 1) {
      body.scrollBy(0, 120);
      const now = await new Promise<number>(requestAnimationFrame);
      found.push(now - last);
      last = now;
    }
    return found;
  });
  const longTasks = (await readVitals(page)).longTasksMs.slice(tasksBefore);
  const before = (await readVitals(page)).interactionsMs.length;
  await page.getByRole('searchbox').first().pressSequentially('sink ', { delay: 150 });
  const rowsMs = [await timeToRows(page, '7'), await timeToRows(page, '7')];
  const keys = (await readVitals(page)).interactionsMs.slice(before);
  await page.getByRole('searchbox').first().fill('');
  await settled(page);
  const palette = await openPaletteOften(page);
  await close();
  return {
    firstRowsMs: Math.round(median(firstRows)),
    nodes,
    scroll: { framesPerSecond: Math.round(1000 / median(frames)), longTasks: longTasks.length },
    filterKeyMs: { p95: percentile(keys.length > 0 ? keys : [0], 0.95), rows: Math.round(Math.max(...rowsMs)) },
    palette,
  };
}

declare global {
  interface Window {
    sought: Promise<number>;
  }
}

/** From a key typed into the filter until the rows that it leaves are painted. */
async function timeToRows(page: Page, key: string): Promise<number> {
  await page.evaluate(() => {
    window.sought = new Promise((resolve) => {
      let begun = 0;
      addEventListener('input', () => (begun = performance.now()), { capture: true, once: true });
      const rows = new MutationObserver(() => {
        rows.disconnect();
        requestAnimationFrame(() => resolve(performance.now() - begun));
      });
      rows.observe(document.querySelector('.ui-table')!, { attributeFilter: ['aria-rowcount'] });
    });
  });
  await page.keyboard.press(key);
  return page.evaluate(() => window.sought);
}

/** From the next key, or the next typed character, until an option is painted; with `first` the one that begins so, before all others. */
async function timeFrom(page: Page, press: () => Promise<void>, first?: string): Promise<number> {
  await page.evaluate((wanted) => {
    window.sought = new Promise((resolve) => {
      let begun = 0;
      addEventListener(wanted === undefined ? 'keydown' : 'input', () => (begun = performance.now()), { capture: true, once: true });
      const look = () => {
        const text = document.querySelector('.ui-command [role=option]')?.textContent?.trim();
        const isThere = text !== undefined && (wanted === undefined || text.startsWith(wanted));
        if (begun > 0 && isThere) requestAnimationFrame(() => resolve(performance.now() - begun));
        else requestAnimationFrame(look);
      };
      look();
    });
  }, first);
  await press();
  return page.evaluate(() => window.sought);
}

/** The palette opened, and one of ten thousand found in it; after the first time. */
async function openPaletteOften(page: Page) {
  const opened: number[] = [];
  const found: number[] = [];
  for (let count = 0; count < 11; count += 1) {
    const took = await timeFrom(page, () => page.keyboard.press('Control+k'));
    await page.keyboard.type('sink 777');
    const sought = await timeFrom(page, () => page.keyboard.type('7'), 'Sink 7777');
    if (count > 0) {
      opened.push(took);
      found.push(sought);
    }
    await page.keyboard.press('Escape');
    await page.locator('.ui-command').waitFor({ state: 'detached' });
  }
  return { openMs: Math.round(median(opened)), searchMs: Math.round(median(found)) };
}
