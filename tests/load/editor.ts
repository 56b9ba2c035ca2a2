/**
 * What the pipeline editor costs the browser: opening 500 steps, dragging one, pasting, undoing, arranging, the list, and live
 * numbers. Run with `node tests/load/editor.ts`; the last line is one JSON object. Takes about two minutes.
 *
 * Each figure is given as time on the clock and as CPU of the page's main thread: the second one depends less on what else runs.
 */
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { openEditorBench, taskSeconds, type EditorBench } from './parts/editor-page.ts';
import { median } from './parts/median.ts';

const rounds = 5;
const dragMoves = 60;
const pastedSteps = 50;
const liveSeconds = 20;
const runningSize = 40;
const eventsPerSecond = 1000;

interface Cost {
  readonly clockMs: number;
  readonly cpuMs: number;
}

const bench = await openEditorBench(runningSize, eventsPerSecond);
try {
  await bench.cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const figures = {
    open500: await middleOf(() => openLarge(bench)),
    ...(await dragOne(bench)),
    ...(await edits(bench)),
    ...(await liveNumbers(bench)),
  };
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? ''}, load ${loadavg()[0]!.toFixed(1)}`;
  process.stdout.write(`${machine}\n${JSON.stringify(figures)}\n`);
} finally {
  await bench.close();
}

/** Of something, until the page has drawn what followed from it. */
async function cost({ page, cdp }: EditorBench, run: () => Promise<unknown>): Promise<Cost> {
  const [cpu, begun] = [await taskSeconds(cdp), performance.now()];
  await run();
  await drawn(page);
  return { clockMs: Math.round(performance.now() - begun), cpuMs: Math.round(((await taskSeconds(cdp)) - cpu) * 1000) };
}

async function middleOf(measure: () => Promise<Cost>): Promise<Cost> {
  const costs: Cost[] = [];
  for (let round = 0; round < rounds; round += 1) costs.push(await measure());
  return { clockMs: median(costs.map(({ clockMs }) => clockMs)), cpuMs: median(costs.map(({ cpuMs }) => cpuMs)) };
}

function drawn(page: Page): Promise<void> {
  return page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));
}

/** From the list of pipelines, which knows the code of the editor already. */
async function openLarge(bench: EditorBench): Promise<Cost> {
  const { page, url } = bench;
  await page.goto(`${url}/pipelines/${bench.running}/Main`);
  await page.locator('.pe-card').first().waitFor();
  await page.getByRole('link', { name: 'Back to pipelines' }).click();
  const name = page.getByText('Large', { exact: true }).first();
  await name.waitFor();
  await sleep(1000);
  return cost(bench, async () => {
    await name.dblclick();
    await page.locator('.pe-card').nth(5).waitFor();
  });
}

/** Of one move of the mouse, and of letting go. */
async function dragOne(bench: EditorBench): Promise<{ readonly dragMove: Cost; readonly drop500: Cost }> {
  const { page } = bench;
  const { x, y } = (await page.locator('.pe-card').nth(4).boundingBox())!;
  await page.mouse.move(x + 60, y + 14);
  await page.mouse.down();
  await page.mouse.move(x + 70, y + 20);
  const all = await cost(bench, async () => {
    for (let move = 0; move < dragMoves; move += 1) await page.mouse.move(x + 70 + move * 2, y + 20 + move);
  });
  const drop500 = await cost(bench, async () => {
    await page.mouse.up();
    await page.keyboard.press('Escape');
  });
  const each = (ms: number) => Number((ms / dragMoves).toFixed(1));
  return { dragMove: { clockMs: each(all.clockMs), cpuMs: each(all.cpuMs) }, drop500 };
}

async function edits(bench: EditorBench) {
  const { page } = bench;
  const undo500 = await middleOf(async () => {
    const undo = await cost(bench, () => page.keyboard.press('Control+z'));
    await page.keyboard.press('Control+Shift+z');
    await drawn(page);
    return undo;
  });
  await page.keyboard.press('Control+z');
  await drawn(page);
  const layout500 = await cost(bench, async () => {
    await page.keyboard.press('l');
    // Not by its role: the search through the whole page would be counted with it.
    await page.waitForFunction(() => document.querySelector('[aria-label="Undo: auto-layout"]') !== null);
  });
  await page.keyboard.press('Control+z');
  const list500 = await cost(bench, async () => {
    await page.keyboard.press('v');
    await page.getByRole('row').nth(400).waitFor({ state: 'attached' });
  });
  await page.goto(`${bench.url}/pipelines/${bench.running}/Main`);
  await page.locator('.pe-card').first().waitFor();
  const paste50 = await middleOf(() => cost(bench, () => page.evaluate(pasteSteps, pastedSteps)));
  return { undo500, layout500, list500, paste50 };
}

/** Runs in the page. */
function pasteSteps(count: number): void {
  const data = new DataTransfer();
  const nodes = Array.from({ length: count }, (_, index) => ({
    kind: 'action',
    id: `copy-${index}`,
    position: { x: index * 40, y: -400 },
    name: '',
    comment: '',
    component: 'parser',
    version: '1.0.0',
    config: { mode: 'kv', onFail: 'pass' },
  }));
  data.setData('text/plain', JSON.stringify({ acequia: 'nodes', nodes, links: [] }));
  document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}

/** Share of the main thread, and drawn updates a second, while numbers come in. */
async function liveNumbers({ page, url, running, cdp }: EditorBench) {
  await page.goto(`${url}/pipelines/${running}/Main`);
  await page.locator('.pe-now-rates').waitFor({ timeout: 60_000 });
  await sleep(3000);
  await page.evaluate(() => {
    let updates = 0;
    new MutationObserver(() => (updates += 1)).observe(document.querySelector('.pe-stage')!, { characterData: true, subtree: true });
    Object.assign(globalThis, { updatesSeen: () => updates });
  });
  const [cpu, begun] = [await taskSeconds(cdp), performance.now()];
  await sleep(liveSeconds * 1000);
  const seconds = (performance.now() - begun) / 1000;
  const busy = (await taskSeconds(cdp)) - cpu;
  const updates = await page.evaluate(() => (globalThis as unknown as { updatesSeen: () => number }).updatesSeen());
  return {
    liveMainThreadPercent: Number(((100 * busy) / seconds).toFixed(1)),
    liveUpdatesPerSecond: Number((updates / seconds).toFixed(1)),
  };
}
