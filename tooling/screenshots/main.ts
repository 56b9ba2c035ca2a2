// Makes the pictures of docs/images from a running demo and writes their manifest; with `--check` it lists the stale ones instead and
// fails when there are any. Words after it choose pictures by their file.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { projectRoot, startAcequia } from '../../tests/e2e/harness/acequia.ts';
import { Api } from '../../tests/e2e/harness/api.ts';
import { haveSession, launchBrowser } from '../../tests/e2e/harness/browser.ts';
import { entryOf, stalePictures, type Manifest, type ManifestEntry } from './manifest.ts';
import { pictures, type Picture } from './pictures.ts';

const images = join(projectRoot, 'docs/images');
const manifestFile = join(images, 'manifest.json');
const widthPx = 1440;
const usualHeightPx = 900;
/** Sharp on the screens that most people have, in half the bytes of 2. */
const deviceScaleFactor = 1.5;

const readManifest = (): Manifest => JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest;

function check(): void {
  const stale = stalePictures(projectRoot, pictures, readManifest());
  process.stdout.write(
    stale.length === 0
      ? 'Every picture shows today’s console.\n'
      : `${stale.length} pictures are stale: ${stale.join(', ')}.\nRun npm run screenshots, look at each, and commit it.\n`,
  );
  process.exitCode = stale.length === 0 ? 0 : 1;
}

/** In a fresh profile. */
async function take(browser: Browser, url: string, picture: Picture): Promise<Buffer> {
  const { theme, organization, heightPx: height = usualHeightPx, open } = picture;
  const viewport = { width: widthPx, height };
  const context = await browser.newContext({ viewport, deviceScaleFactor, locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce' });
  await context.addCookies([{ name: 'acequia-look', value: `${theme}.standard.en`, url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await haveSession(page, url);
  const headers = { 'x-acequia': 'console', origin: url };
  await context.request.patch(`${url}/api/v1/auth/preferences`, { headers, data: { theme, language: 'en' } });
  const api = new Api(url);
  await api.login();
  if (organization === 'demo') {
    const data = await api.call<{ readonly tenantId: string }>('POST', '/tenants/demo', {});
    await api.call('POST', '/auth/tenant', data);
    const answer = await context.request.post(`${url}/api/v1/auth/tenant`, { headers, data });
    if (!answer.ok()) throw new Error(`the way into the demo answered ${answer.status()}: ${await answer.text()}`);
  }
  await open(page, { url, api });
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await context.close();
  return png;
}

async function make(chosen: readonly Picture[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'acequia-screenshots-'));
  const acequia = await startAcequia({ dataDirectory: join(folder, 'data'), args: ['--demo'] });
  const browser = await launchBrowser();
  try {
    await new Api(acequia.url).createOwner(acequia.setupCode!);
    const made: Record<string, ManifestEntry> = {};
    for (const picture of chosen) {
      const png = await take(browser, acequia.url, picture);
      writeFileSync(join(images, picture.file), png);
      made[picture.file] = entryOf(projectRoot, picture, png);
      process.stdout.write(`${picture.file} ${Math.round(png.length / 1024)} KiB\n`);
    }
    const kept = chosen.length === pictures.length ? {} : readManifest();
    const sorted = Object.entries({ ...kept, ...made }).toSorted(([a], [b]) => (a < b ? -1 : 1));
    writeFileSync(manifestFile, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
  } finally {
    await browser.close();
    await acequia.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

mkdirSync(images, { recursive: true });
const words = process.argv.slice(2);
if (words.includes('--check')) check();
else await make(words.length === 0 ? pictures : pictures.filter(({ file }) => words.includes(file)));
