/**
 * How long the preview of a step takes to follow its form: from a key in a field until the screen shows what the step makes of the
 * event that is looked at. The worker runs a hundred events through the unpublished pipeline again for it. Run with
 * `node tests/load/preview.ts`; the last line is one JSON object. Takes about a minute.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startAcequia } from '../e2e/harness/acequia.ts';
import { Api } from '../e2e/harness/api.ts';
import { launchBrowser, logIn, openPage } from '../e2e/harness/browser.ts';
import { createAccessLogPipeline } from '../e2e/harness/content.ts';
import { median } from './parts/median.ts';

const rounds = 20;
const folder = mkdtempSync(join(tmpdir(), 'acequia-preview-load-'));
const acequia = await startAcequia({ dataDirectory: join(folder, 'data') });
const browser = await launchBrowser();
try {
  const api = new Api(acequia.url);
  await api.createOwner(acequia.setupCode!);
  const { id } = await createAccessLogPipeline(api, 'Previewed', 100);
  const { page } = await openPage(browser);
  await logIn(page, acequia.url);
  await page.goto(`${acequia.url}/pipelines/${id}/Main/action/parser-1/1.0.0`);
  await page.locator('.pe-event-row').first().click({ timeout: 60_000 });
  await page.locator('.pe-diff-table th', { hasText: 'client_ip' }).waitFor({ timeout: 60_000 });
  const prefix = page.getByRole('textbox', { name: /prefix/i });
  await prefix.click();
  const tookMs: number[] = [];
  for (let round = 1; round <= rounds; round += 1) tookMs.push(await follow(page, 'p'.repeat(round)));
  const sorted = tookMs.toSorted((a, b) => a - b);
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? ''}, load ${loadavg()[0]!.toFixed(1)}`;
  const figures = { medianMs: Math.round(median(tookMs)), p95Ms: Math.round(sorted[Math.ceil(rounds * 0.95) - 1]!) };
  process.stdout.write(`${machine}\n${JSON.stringify(figures)}\n`);
} finally {
  await browser.close();
  await acequia.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** From the key that makes the prefix so long until a field with it is drawn. */
async function follow(page: Page, prefix: string): Promise<number> {
  await page.evaluate((name) => {
    let pressed = 0;
    addEventListener('keydown', () => (pressed = performance.now()), { capture: true, once: true });
    const drawn = () => [...document.querySelectorAll('.pe-diff-table th')].some((cell) => cell.textContent === name);
    const shown = new Promise<number>((resolve) => {
      const look = () => (drawn() ? resolve(performance.now() - pressed) : void requestAnimationFrame(look));
      look();
    });
    Object.assign(globalThis, { shown });
  }, `${prefix}client_ip`);
  await page.keyboard.type('p');
  return page.evaluate(() => (globalThis as unknown as { shown: Promise<number> }).shown);
}
