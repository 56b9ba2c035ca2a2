/**
 * What live pages cost the browser while 500 events a second flow: the editor with the preview open below its canvas, the way of one
 * event, home, health and data history. Run with `node tests/load/console-live.ts [--seconds 60] [--only preview,home] [--profile]`;
 * the last line is one JSON object. With `--minutes 10` it looks at the memory of the open preview instead.
 *
 * A task is given by the clock (what a person feels, and what other work on the machine lengthens) and by its CPU.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { CDPSession, Page } from 'playwright-core';
import { startAcequia } from '../e2e/harness/acequia.ts';
import { Api } from '../e2e/harness/api.ts';
import { launchBrowser, logIn, openPage } from '../e2e/harness/browser.ts';
import { createDatasink, createGenerator, createPipeline, publishDraft, type Made } from '../e2e/harness/content.ts';
import { actionNode, datasinkNode, documentOf, labelNode } from '../e2e/harness/workbench.ts';
import { heapBytes, taskSeconds } from './parts/editor-page.ts';
import { hottest, mainThreadTasks } from './parts/main-thread.ts';
import { observeVitals } from './parts/page-vitals.ts';

const eventsPerSecond = 500;
/** A task above it is felt. */
const longMs = 50;
const settleMs = 5000;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    minutes: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
    profile: { type: 'boolean', default: false },
  },
});
const [seconds, minutes] = [Number(values.seconds), Number(values.minutes)];

const folder = mkdtempSync(join(tmpdir(), 'acequia-live-load-'));
const acequia = await startAcequia({ dataDirectory: join(folder, 'data') });
const browser = await launchBrowser();
try {
  const api = new Api(acequia.url);
  await api.createOwner(acequia.setupCode!);
  const pipeline = await createRoutes(api);
  const { page, context } = await openPage(browser, { height: 1000 });
  await observeVitals(page);
  await logIn(page, acequia.url);
  const cdp = await context.newCDPSession(page);
  const figures = minutes > 0 ? await memoryOf(page, cdp, pipeline) : await pagesOf(page, cdp, pipeline);
  process.stdout.write(
    `${cpus().length} × ${cpus()[0]?.model.trim() ?? ''}, load ${loadavg()[0]!.toFixed(1)}\n${JSON.stringify(figures)}\n`,
  );
} finally {
  await browser.close();
  await acequia.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Access logs that are parsed, and parted by their status; published. */
async function createRoutes(api: Api): Promise<Made> {
  const listener = await createGenerator(api, 'Web servers', eventsPerSecond);
  const datasink = await createDatasink(api, 'Count only', 'null', {});
  const at = (value: number) => ({ form: 'visual', ast: { field: 'status', op: 'ge', value } });
  const conditions = [
    { name: 'errors', condition: at(500) },
    { name: 'refused', condition: at(400) },
  ];
  const document = documentOf(
    [
      labelNode('label', listener.id),
      actionNode('parser', 'parser', { mode: 'access', field: 'message' }),
      actionNode('route', 'conditional', { mode: 'first', conditions }),
      datasinkNode('end', datasink.id, 'null', {}),
    ].map((node, at) => ({ ...node, position: { x: 200, y: at * 150 } })),
    ['label>parser', 'parser>route', 'route.errors>end', 'route.default>end'],
  );
  const pipeline = await createPipeline(api, 'Routes', document);
  await publishDraft(api, pipeline.id);
  return pipeline;
}

async function openPreview(page: Page, { id }: Made, step: string): Promise<void> {
  await page.goto(`${acequia.url}/pipelines/${id}/Main/action/${step}/1.0.0`);
  await page.locator('.pe-event-row').nth(5).waitFor({ timeout: 60_000 });
  await page.getByRole('complementary', { name: 'Selected step' }).waitFor();
}

async function pagesOf(page: Page, cdp: CDPSession, pipeline: Made) {
  const goTo = async (path: string) => {
    await page.goto(`${acequia.url}${path}`);
    await page.locator('h1').first().waitFor();
  };
  const pages: Readonly<Record<string, () => Promise<void>>> = {
    preview: () => openPreview(page, pipeline, 'parser'),
    conditions: () => openPreview(page, pipeline, 'route'),
    xray: async () => {
      await openPreview(page, pipeline, 'parser');
      await page.locator('.pe-event-row').first().click();
      await page.locator('.pe-preview-how a').click();
      await page.getByRole('tab', { name: 'X-ray', selected: true }).waitFor();
    },
    home: () => goTo('/home'),
    health: () => goTo('/health'),
    history: () => goTo('/datahistory'),
  };
  const wanted = values.only === '' ? Object.keys(pages) : values.only.split(',');
  const figures: Record<string, Awaited<ReturnType<typeof watch>>> = {};
  for (const name of wanted) {
    await pages[name]!();
    await sleep(settleMs);
    figures[name] = await watch(page, cdp);
    process.stderr.write(`${name}: ${JSON.stringify(figures[name])}\n`);
  }
  return figures;
}

/** The page for so many seconds, left alone. */
async function watch(page: Page, cdp: CDPSession) {
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.evaluate(() => void (window.vitals.tasks.length = 0));
  const answers = { count: 0, bytes: 0 };
  const count = async (response: { url(): string; body(): Promise<Buffer> }) => {
    if (!/getLogSamples/i.test(response.url())) return;
    answers.count += 1;
    answers.bytes += (await response.body()).length;
  };
  page.on('response', count);
  if (values.profile) {
    await cdp.send('Profiler.enable');
    await cdp.send('Profiler.start');
  }
  const cpu = await taskSeconds(cdp);
  const tasks = await mainThreadTasks(cdp, () => sleep(seconds * 1000));
  const busy = (await taskSeconds(cdp)) - cpu;
  if (values.profile) {
    const { profile } = await cdp.send('Profiler.stop');
    for (const line of hottest(profile, 25)) process.stderr.write(`  ${line}\n`);
  }
  page.off('response', count);
  const long = await page.evaluate(() => window.vitals.tasks);
  const largest = (list: readonly number[]) => list.reduce((most, each) => Math.max(most, each), 0);
  return {
    longTasks: long.length,
    longestMs: Math.round(largest(long)),
    longestTaskClockMs: Math.round(largest(tasks.map(({ clockMs }) => clockMs))),
    longestTaskCpuMs: Math.round(largest(tasks.map(({ cpuMs }) => cpuMs))),
    tasksOver50CpuMs: tasks.filter(({ cpuMs }) => cpuMs > longMs).length,
    mainThreadPercent: Number(((100 * busy) / seconds).toFixed(1)),
    answers: answers.count,
    answerKb: answers.count === 0 ? 0 : Math.round(answers.bytes / answers.count / 1024),
  };
}

/** Megabytes of the heap and nodes of the page while the preview stays open, each after garbage collection. */
async function memoryOf(page: Page, cdp: CDPSession, pipeline: Made) {
  await openPreview(page, pipeline, 'parser');
  await sleep(30_000);
  const nodes = async () => (await cdp.send('Memory.getDOMCounters')).nodes;
  const look = async () => ({ mb: Number(((await heapBytes(cdp)) / 1024 / 1024).toFixed(1)), nodes: await nodes() });
  const seen = [await look()];
  for (let minute = 1; minute <= minutes; minute += 1) {
    await sleep(60_000);
    seen.push(await look());
    process.stderr.write(`${minute} min: ${JSON.stringify(seen.at(-1))}\n`);
  }
  return { minutes, first: seen[0]!, last: seen.at(-1)! };
}
