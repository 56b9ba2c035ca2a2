import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { seededRandom } from '@acequia/testkit/oracle';
import { expect, onTestFinished, test } from 'vitest';
import { shippedCatalogue } from '../../apps/server/src/catalogue/catalogue.ts';
import { createTestApp } from '../../apps/server/src/test-app.ts';
import { freePort } from '@acequia/testkit/free-port';
import { copyPipeline, post } from './copy-pipeline.ts';
import { startWorker, type WorkerRun } from './real-worker.ts';
import { startRecordingProxy } from './recording-proxy.ts';

const patience = { timeout: 60_000, interval: 20 };

interface Moment {
  readonly change: 'a version' | 'a pipeline';
  /** The worker is killed this long after this file of its last known state is begun, or in place. */
  readonly file: 'deployment.json.new' | 'deployment.json';
  readonly afterMs: number;
}

const moments = (seed: number): readonly Moment[] => {
  const random = seededRandom(seed);
  const any = (): Moment => ({
    change: random.pick(['a version', 'a pipeline']),
    file: random.pick(['deployment.json.new', 'deployment.json']),
    afterMs: random.below(40),
  });
  const begun = { file: 'deployment.json.new', afterMs: 0 } as const;
  return [{ change: 'a pipeline', ...begun }, { change: 'a version', ...begun }, any()];
};

/** Resolves `afterMs` after a file of this name was begun, replaced or removed in the folder. */
async function touched(folder: string, name: string, afterMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const watcher = watch(folder, (_event, file) => file === name && resolve());
  await promise;
  watcher.close();
  if (afterMs > 0) await setTimeout(afterMs);
}

/**
 * Each time, a worker gets a new deployment under flow and is killed around the moment it keeps it. It starts again and takes events
 * in while the server is away, and then the server is back. A pipeline has all from its first event on, and versions never go back.
 */
test.each([0, 1])(
  'a worker with %i lanes that is killed while it applies a deployment never goes back to an older one',
  { timeout: 300_000 },
  async (lanes) => {
    const folder = mkdtempSync(join(tmpdir(), 'acequia-applying-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const server = await createTestApp({ catalogue: shippedCatalogue });
    onTestFinished(() => server.stop());
    const proxy = await startRecordingProxy(server.url);
    onTestFinished(() => proxy.close());
    const [out, port, ana] = [join(folder, 'out'), await freePort(), await server.user('owner')];
    mkdirSync(out);
    const { token, publish, another } = await copyPipeline(server, ana, { name: 'far', out, port, file: 'main-0.txt' });

    let running: WorkerRun;
    const start = (enrolToken = '') => {
      const worker = startWorker(folder, proxy.url, enrolToken, 'worker-1', { ACEQUIA_LANES: String(lanes) });
      onTestFinished(() => worker.kill());
      return (running = worker);
    };
    const accepted: number[] = [];
    let next = 0;
    const send = async () => {
      const number = next++;
      const taken = await post(port, String(number));
      if (taken) accepted.push(number);
      return taken;
    };
    /** Numbers of the lines in the files of a pipeline, with the version that each file is named after. */
    const delivered = (name: string) =>
      readdirSync(out, { recursive: true, encoding: 'utf8' })
        .flatMap((path) => {
          const version = new RegExp(`/${name}-(\\d+)\\.txt`).exec(path)?.[1];
          if (version === undefined) return [];
          const lines = readFileSync(join(out, path), 'utf8').split('\n').slice(0, -1);
          return lines.map((line) => ({ version: Number(version), number: Number(line.split(' ')[1]) }));
        })
        .toSorted((one, other) => one.number - other.number);

    start(token);
    await expect.poll(send, patience).toBe(true);
    const plan = moments(20261125 + lanes);
    for (const [index, { change, file, afterMs }] of plan.entries()) {
      const [round, replaces] = [index + 1, change === 'a version'];
      const moment = touched(join(folder, 'data/state'), file, afterMs);
      let killed = false;
      const flow = (async () => {
        while (!killed) await send();
      })();
      const published = replaces ? publish(`main-${round}.txt`) : another(`more${round}`, `more${round}-0.txt`);
      await moment;
      killed = true;
      await running!.kill();
      proxy.away(true);
      await Promise.all([flow, published]);
      start();
      await expect.poll(send, patience).toBe(true);
      for (let n = 0; n < 20; n++) expect(await send()).toBe(true);
      proxy.away(false);
      const newest = replaces ? () => delivered('main').at(-1)?.version : () => delivered(`more${round}`).length > 0;
      await expect
        .poll(async () => {
          await send();
          return newest();
        }, patience)
        .toBe(replaces ? round : true);
    }

    const missing = (name: string, from: number) => {
      const numbers = new Set(delivered(name).map(({ number }) => number));
      return accepted.filter((number) => number >= from && !numbers.has(number)).length;
    };
    await expect.poll(() => missing('main', 0), patience).toBe(0);
    const main = delivered('main');
    expect(new Set(main.map(({ number }) => number)).size).toBe(main.length);
    expect(main.filter(({ version }, index) => version < (main[index - 1]?.version ?? 0))).toEqual([]);
    for (const [index, { change }] of plan.entries()) {
      if (change === 'a version') continue;
      const name = `more${index + 1}`;
      const first = delivered(name)[0]!.number;
      await expect.poll(() => missing(name, first), { ...patience, message: name }).toBe(0);
    }
    await running!.stop();
  },
);
