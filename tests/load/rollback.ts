/**
 * How long a way back takes: from the click in the version history until the worker runs the version before, while
 * events flow. Run with `node tests/load/rollback.ts`; the last line is one JSON object. Takes about a minute.
 */
import { cpus, loadavg } from 'node:os';
import { Api } from '../e2e/harness/api.ts';
import { eventually } from '../e2e/harness/acequia.ts';
import { firstCluster, publishDraft } from '../e2e/harness/content.ts';
import { openEditorBench, type EditorBench } from './parts/editor-page.ts';
import { median } from './parts/median.ts';

const times = 10;
const steps = 40;
const eventsPerSecond = 1000;
const versions = ['1.0.0', '1.1.0'] as const;

const bench = await openEditorBench(steps, eventsPerSecond);
try {
  const api = new Api(bench.url);
  await api.login();
  await runs(api, bench.running, versions[0]);
  await publishDraft(api, bench.running);
  await runs(api, bench.running, versions[1]);
  const tookMs: number[] = [];
  for (let time = 0; time < times; time += 1) {
    tookMs.push(await rollBack(bench, api));
    await api.call('POST', `/pipelines/${bench.running}/versions/${versions[1]}/start`, { clusterIds: [await firstCluster(api)] });
    await runs(api, bench.running, versions[1]);
  }
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? ''}, load ${loadavg()[0]!.toFixed(1)}`;
  process.stdout.write(`${machine}\n${JSON.stringify({ times, medianMs: median(tookMs), longestMs: Math.max(...tookMs) })}\n`);
} finally {
  await bench.close();
}

/** Until a worker has reported that it runs this version. */
function runs(api: Api, pipeline: string, version: string): Promise<true> {
  return eventually(`v${version} on its worker`, async () => {
    const now = await api.call<{ runningVersion: string | null; start: unknown }>('GET', `/pipelines/${pipeline}`);
    return now.runningVersion === version && now.start === null ? true : undefined;
  });
}

async function rollBack({ page, url, running }: EditorBench, api: Api): Promise<number> {
  const [version] = versions;
  await page.goto(`${url}/pipelines/${running}/Main?history=${version}`);
  const button = page.getByRole('dialog').getByRole('button', { name: `Roll back to v${version}` });
  await button.waitFor();
  const begun = performance.now();
  await button.click();
  await runs(api, running, version);
  return Math.round(performance.now() - begun);
}
