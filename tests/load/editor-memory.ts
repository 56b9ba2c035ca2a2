/**
 * Whether the open editor keeps memory: a running pipeline with live numbers and recent events, looked at as a canvas and as a
 * list, with edits taken back. Run with `npm run test:long -- editor [--minutes 30]`; exit code 1 above the limit.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { heapBytes, openEditorBench } from './parts/editor-page.ts';

const limitBytes = 20 * 1024 * 1024;
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
const minutes = Number(values.minutes);

const bench = await openEditorBench(40, 1000);
try {
  const { page, cdp, url, running } = bench;
  await page.goto(`${url}/pipelines/${running}/Main`);
  await page.locator('.pe-eps').first().waitFor({ timeout: 60_000 });
  await useEditor(page);
  await sleep(30_000);
  const first = await heapBytes(cdp);
  const until = performance.now() + minutes * 60_000;
  let last = first;
  while (performance.now() < until) {
    await sleep(Math.min(60_000, Math.max(0, until - performance.now())));
    await useEditor(page);
    last = await heapBytes(cdp);
    process.stdout.write(
      `${((minutes * 60_000 - (until - performance.now())) / 60_000).toFixed(1)} min: ${megabytes(last - first)} MB more than ${megabytes(first)} MB\n`,
    );
  }
  const grown = last - first;
  process.stdout.write(
    `${JSON.stringify({ minutes, firstMb: megabytes(first), grownMb: megabytes(grown), limitMb: megabytes(limitBytes) })}\n`,
  );
  process.exitCode = grown > limitBytes ? 1 : 0;
} finally {
  await bench.close();
}

/** What a person does now and then. */
async function useEditor(page: Page): Promise<void> {
  for (const view of ['List', 'Canvas']) await page.getByRole('radio', { name: view }).click();
  await page.locator('.pe-card').nth(2).click();
  for (const tab of ['Events', 'Ports', 'Notes', 'Configuration']) await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+d');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Escape');
}

function megabytes(bytes: number): number {
  return Number((bytes / 1024 / 1024).toFixed(1));
}
