/**
 * Lighthouse (desktop) on the pages of login, home, a list and the editor (P-24 of the plan). Run with
 * `node tests/load/console-lighthouse.ts`; the last line is one JSON object. Installs Lighthouse into `.cache` at the first run: it
 * is larger than everything else the project needs. Takes about three minutes.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { eventually, projectRoot, startAcequia } from '../e2e/harness/acequia.ts';
import { Api } from '../e2e/harness/api.ts';
import { logIn } from '../e2e/harness/browser.ts';
import { createAccessLogPipeline, publishDraft } from '../e2e/harness/content.ts';
import { freePort } from '@acequia/testkit/free-port';
import { median } from './parts/median.ts';

/** Apache-2.0. */
const lighthouseVersion = '13.5.0';
const runs = 3;
const categories = ['performance', 'accessibility', 'best-practices'] as const;

interface Lighthouse {
  default(
    url: string,
    flags: Readonly<Record<string, unknown>>,
    config: unknown,
  ): Promise<{
    readonly lhr: {
      readonly categories: Readonly<Record<string, { readonly score: number }>>;
      readonly audits: Readonly<
        Record<string, { readonly score: number | null; readonly title: string; readonly scoreDisplayMode: string }>
      >;
    };
  }>;
  readonly desktopConfig: unknown;
}

const { default: lighthouse, desktopConfig } = await loadLighthouse();
const folder = mkdtempSync(join(tmpdir(), 'acequia-lighthouse-'));
const acequia = await startAcequia({ dataDirectory: join(folder, 'data') });
const port = await freePort();
const program = spawn(
  '/usr/bin/chromium',
  [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    `--remote-debugging-port=${port}`,
    `--user-data-dir=${join(folder, 'profile')}`,
    'about:blank',
  ],
  { stdio: 'ignore' },
);
try {
  const api = new Api(acequia.url);
  await api.createOwner(acequia.setupCode!);
  const pipeline = await createAccessLogPipeline(api, 'Access', 20);
  await publishDraft(api, pipeline.id);
  await eventually('the browser', () =>
    fetch(`http://127.0.0.1:${port}/json/version`).then(
      () => true,
      () => undefined,
    ),
  );
  const pages = { login: '/login', home: '/home', list: '/pipelines', editor: `/pipelines/${pipeline.id}/Main` };
  const figures: Record<string, Readonly<Record<string, number>>> = {};
  for (const [name, path] of Object.entries(pages)) {
    if (name === 'home') await logInBrowser();
    figures[name] = await scoresOf(`${acequia.url}${path}`);
  }
  process.stdout.write(
    `${cpus().length} × ${cpus()[0]?.model.trim() ?? ''}, load ${loadavg()[0]!.toFixed(1)}\n${JSON.stringify(figures)}\n`,
  );
} finally {
  const ended = once(program, 'exit');
  program.kill();
  await ended;
  await acequia.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function loadLighthouse(): Promise<Lighthouse> {
  const home = join(projectRoot, '.cache', `lighthouse-${lighthouseVersion}`);
  const main = join(home, 'node_modules', 'lighthouse', 'core', 'index.js');
  if (!existsSync(main)) {
    mkdirSync(home, { recursive: true });
    execFileSync('npm', ['install', '--ignore-scripts', '--no-save', '--prefix', home, `lighthouse@${lighthouseVersion}`], {
      stdio: 'inherit',
    });
  }
  return (await import(main)) as Lighthouse;
}

/** Into the profile that Lighthouse opens its pages in. */
async function logInBrowser(): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  const page = await context!.newPage();
  await logIn(page, acequia.url);
  await page.close();
  await browser.close();
}

/** The median of each category, and on standard error what kept a page from a hundred. */
async function scoresOf(url: string): Promise<Readonly<Record<string, number>>> {
  const results: Awaited<ReturnType<Lighthouse['default']>>['lhr'][] = [];
  for (let run = 0; run < runs; run += 1) {
    const { lhr } = await lighthouse(
      url,
      { port, onlyCategories: categories, disableStorageReset: true, logLevel: 'error' },
      desktopConfig,
    );
    results.push(lhr);
  }
  for (const [id, { score, title, scoreDisplayMode }] of Object.entries(results.at(-1)!.audits)) {
    if (score !== null && score < 0.9 && scoreDisplayMode !== 'informative')
      process.stderr.write(`${new URL(url).pathname}: ${id} ${score} ${title}\n`);
  }
  return Object.fromEntries(categories.map((id) => [id, Math.round(median(results.map((lhr) => lhr.categories[id]!.score)) * 100)]));
}
