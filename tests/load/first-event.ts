/**
 * How long a new owner takes from the page that sets up a first source to an event that was delivered, and with how many clicks and
 * typed fields, for each source in English and in Spanish: each time in a new installation, as fast as a browser is driven. The command
 * is copied by its button and run in a shell. Run with `node tests/load/first-event.ts`; the last line is one JSON object. Takes about
 * two minutes. The result is in docs/benchmarks/usability.md.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startAcequia } from '../e2e/harness/acequia.ts';
import { Api } from '../e2e/harness/api.ts';
import { haveSession, launchBrowser, openPage } from '../e2e/harness/browser.ts';
import { printResult } from './parts/print-result.ts';

const languages = {
  en: {
    locale: 'en-US',
    names: { http: 'HTTP', syslog: 'Syslog', opentelemetry: 'OpenTelemetry', file: 'A file on this machine', sample: 'Sample data' },
    setUp: (name: string) => `Set up ${name}`,
    follow: 'Follow this file',
    path: 'Path',
    listening: /Acequia is listening on ports?/,
    copy: 'Copy command',
    arrived: 'Your first event arrived',
    delivered: 'Delivered to',
  },
  es: {
    locale: 'es-ES',
    names: {
      http: 'HTTP',
      syslog: 'Syslog',
      opentelemetry: 'OpenTelemetry',
      file: 'Un archivo de esta máquina',
      sample: 'Datos de ejemplo',
    },
    setUp: (name: string) => `Configurar ${name}`,
    follow: 'Seguir este archivo',
    path: 'Ruta',
    listening: /Acequia escucha en (?:el puerto|los puertos)/,
    copy: 'Copiar comando',
    arrived: 'Tu primer evento ha llegado',
    delivered: 'Entregado en',
  },
} as const;
type Words = (typeof languages)['en'] | (typeof languages)['es'];
const sources = ['http', 'syslog', 'opentelemetry', 'file', 'sample'] as const;
type Source = (typeof sources)[number];

interface Walk {
  readonly source: Source;
  readonly language: string;
  readonly ms: number;
  readonly clicks: number;
  readonly fields: number;
}

/** From the page to the delivered event. */
async function walk(page: Page, url: string, words: Words, source: Source, log: string): Promise<Omit<Walk, 'language'>> {
  await page.goto(`${url}/get-started`);
  const choice = page.getByRole('radio', { name: words.names[source] });
  await choice.waitFor();
  const begun = performance.now();
  let [clicks, fields] = [0, 0];
  const click = async (name: string) => {
    clicks += 1;
    await page.getByRole('button', { name, exact: true }).click();
  };
  if (!(await choice.isChecked())) {
    clicks += 1;
    await choice.check();
  }
  if (source === 'file') {
    fields += 1;
    await page.getByRole('textbox', { name: words.path }).fill(log);
    await click(words.follow);
  } else await click(words.setUp(words.names[source]));
  if (source !== 'file' && source !== 'sample') {
    await page.getByText(words.listening).waitFor();
    await click(words.copy);
    const command = await page.evaluate(() => navigator.clipboard.readText());
    await new Promise<void>((resolve, reject) => execFile('sh', ['-c', command], (error) => (error ? reject(error) : resolve())));
  }
  await page.getByRole('heading', { name: words.arrived }).waitFor();
  await page.getByText(words.delivered).waitFor();
  return { source, ms: Math.round(performance.now() - begun), clicks, fields };
}

const walks: Walk[] = [];
const startMs: number[] = [];
const browser = await launchBrowser();
try {
  for (const [language, words] of Object.entries(languages)) {
    const folder = mkdtempSync(join(tmpdir(), 'acequia-first-event-'));
    const logs = join(folder, 'logs');
    mkdirSync(logs);
    const log = join(logs, 'access.log');
    writeFileSync(log, '203.0.113.7 - - [28/Nov/2026:09:41:07 +0000] "GET /cart HTTP/1.1" 200 512 "-" "curl/8.5.0"\n');
    const begun = performance.now();
    const acequia = await startAcequia({ dataDirectory: join(folder, 'data'), env: { ACEQUIA_READ_ROOTS: logs } });
    startMs.push(Math.round(performance.now() - begun));
    try {
      await new Api(acequia.url).createOwner(acequia.setupCode!);
      const { page, context } = await openPage(browser, { locale: words.locale });
      page.setDefaultTimeout(60_000);
      await haveSession(page, acequia.url);
      await context.request.patch(`${acequia.url}/api/v1/auth/preferences`, {
        headers: { 'x-acequia': 'console', origin: acequia.url },
        data: { language },
      });
      for (const source of sources) walks.push({ language, ...(await walk(page, acequia.url, words, source, log)) });
      await context.close();
    } finally {
      await acequia.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }
} finally {
  await browser.close();
}
for (const { language, source, ms, clicks, fields } of walks)
  process.stdout.write(`${language} ${source.padEnd(14)} ${(ms / 1000).toFixed(1).padStart(5)} s  ${clicks} clicks  ${fields} fields\n`);
printResult(
  'first-event',
  [
    { name: 'slowestMs', is: Math.max(...walks.map(({ ms }) => ms)), atMost: 60_000 },
    { name: 'mostClicks', is: Math.max(...walks.map(({ clicks }) => clicks)), atMost: 6 },
  ],
  { startMs, walks },
);
