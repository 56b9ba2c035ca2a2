/**
 * How soon the console shows what happened: from the start of a printed send command until its page says that events arrive and
 * until the count stands there, and from the end of a destination until its cause is on the screen, two clicks from the home page
 * (checks 4 and 50, P-20 of the plan). Run with `node tests/load/seen-after.ts [rounds]`; the last line is one JSON object. Takes
 * about two minutes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { eventually, startAcequia } from '../e2e/harness/acequia.ts';
import { Api } from '../e2e/harness/api.ts';
import { launchBrowser, logIn, openPage } from '../e2e/harness/browser.ts';
import { createDatasink, createGenerator, createListener, createPipeline, firstCluster, publishDraft } from '../e2e/harness/content.ts';
import { freePort } from '@acequia/testkit/free-port';
import { startHttpPeer } from '../e2e/harness/http-peer.ts';
import { runProgram } from '../e2e/harness/senders.ts';
import { datasinkNode, documentOf, labelNode } from '../e2e/harness/workbench.ts';
import { argumentOr, printResult } from './parts/print-result.ts';

const rounds = argumentOr(5);
const folder = mkdtempSync(join(tmpdir(), 'acequia-seen-load-'));
const acequia = await startAcequia({ dataDirectory: join(folder, 'data') });
const browser = await launchBrowser();
try {
  const api = new Api(acequia.url);
  await api.createOwner(acequia.setupCode!);
  const { page } = await openPage(browser);
  page.setDefaultTimeout(120_000);
  await logIn(page, acequia.url);
  const sent: { readonly arrivedMs: number; readonly countedMs: number }[] = [];
  const causes: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    sent.push(await sendOne(api, page, round));
    causes.push(await findCause(api, page, round));
  }
  const arrivedMs = sent.map((each) => each.arrivedMs);
  const countedMs = sent.map((each) => each.countedMs);
  printResult(
    'seen-after',
    [
      { name: 'arrivedMs', is: Math.max(...arrivedMs), atMost: 2000 },
      { name: 'countedMs', is: Math.max(...countedMs), atMost: 3000 },
      { name: 'causeMs', is: Math.max(...causes), atMost: 30_000 },
    ],
    { rounds, all: { arrivedMs, countedMs, causeMs: causes } },
  );
} finally {
  await browser.close();
  await acequia.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** The first command that a new listener's page prints, run in a shell. */
async function sendOne(api: Api, page: Page, round: number) {
  const { id } = await createListener(api, `Edge ${round}`, 'syslog', { port: await freePort() });
  await page.goto(`${acequia.url}/listeners/${id}/ready`);
  const command = await page.locator('.send-code').first().innerText();
  await page.getByText('Waiting for the first event').waitFor();
  const begun = performance.now();
  const took = () => Math.round(performance.now() - begun);
  const arrived = page.getByText('Events are arriving').waitFor().then(took);
  const counted = page
    .getByText(/Received so far: 1$/)
    .waitFor()
    .then(took);
  await runProgram('sh', ['-c', command]);
  return { arrivedMs: await arrived, countedMs: await counted };
}

/** A destination ends while somebody looks at the home page: Health, then the step that cannot deliver. */
async function findCause(api: Api, page: Page, round: number): Promise<number> {
  const destination = await startHttpPeer();
  const name = `Collector ${round}`;
  const listener = await createGenerator(api, `Web servers ${round}`);
  const retry = { giveUpAfter: '24h', firstWait: '100ms', maxWait: '1s' };
  const datasink = await createDatasink(api, name, 'http', { baseUrl: destination.url, retry });
  const out = datasinkNode('out', datasink.id, 'http', { url: '/in', maxWait: '50ms' });
  const pipeline = await createPipeline(api, `Access log ${round}`, documentOf([labelNode('in', listener.id), out], ['in>out']));
  await publishDraft(api, pipeline.id);
  await eventually('events at the destination', () => (destination.lines.length > 0 ? true : undefined), 120_000);
  await page.goto(`${acequia.url}/home`);
  const health = page.getByRole('link', { name: 'Health' });
  await health.waitFor();
  await destination.close();
  const begun = performance.now();
  await health.click();
  const problem = page.locator('#content').getByText(`${name} isn’t accepting events`);
  await problem.waitFor();
  await page.getByRole('link', { name: 'Open in the pipeline' }).first().click();
  await page.waitForURL((url) => url.pathname.startsWith(`/pipelines/${pipeline.id}`));
  await page.getByRole('complementary', { name: 'Selected step' }).waitFor();
  const tookMs = Math.round(performance.now() - begun);
  await api.call('POST', `/pipelines/${pipeline.id}/versions/1.0.0/stop`, { clusterIds: [await firstCluster(api)] });
  return tookMs;
}
