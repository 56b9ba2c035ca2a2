import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { startAcequia } from '../../e2e/harness/acequia.ts';
import { Api } from '../../e2e/harness/api.ts';
import { launchBrowser, logIn, openPage } from '../../e2e/harness/browser.ts';
import { createDatasink, createGenerator, createPipeline, publishDraft } from '../../e2e/harness/content.ts';
import { largeDocument } from './large-document.ts';

/** An installation with a small pipeline that runs and a large one that does not, and a browser that is logged in. */
export interface EditorBench {
  readonly url: string;
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly browser: Browser;
  /** Runs, with this many events a second. */
  readonly running: string;
  readonly large: string;
  close(): Promise<void>;
}

export async function openEditorBench(runningSize: number, eventsPerSecond: number): Promise<EditorBench> {
  const folder = mkdtempSync(join(tmpdir(), 'acequia-editor-load-'));
  const acequia = await startAcequia({ dataDirectory: join(folder, 'data') });
  const browser = await launchBrowser();
  const api = new Api(acequia.url);
  await api.createOwner(acequia.setupCode!);
  const listener = await createGenerator(api, 'Web servers', eventsPerSecond);
  const datasink = await createDatasink(api, 'Count only', 'null', {});
  const running = await createPipeline(api, 'Running', largeDocument(listener.id, datasink.id, runningSize));
  await publishDraft(api, running.id);
  const large = await createPipeline(api, 'Large', largeDocument(listener.id, datasink.id));
  const { page, context } = await openPage(browser);
  await logIn(page, acequia.url);
  return {
    url: acequia.url,
    page,
    cdp: await context.newCDPSession(page),
    browser,
    running: running.id,
    large: large.id,
    close: async () => {
      await browser.close();
      await acequia.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Bytes of the page's heap after all garbage is gone. */
export async function heapBytes(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize;
}

/** Seconds the main thread of the page has worked since it was opened. */
export async function taskSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}
