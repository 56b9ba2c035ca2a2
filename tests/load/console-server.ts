/**
 * What the server costs a console: reads, writes, logins, publications, the start, and being idle (P-16 to P-19, P-21, P-22 of
 * the plan). Run with `node tests/load/console-server.ts`; the last line is one JSON object. Takes about three minutes.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually, startAcequia, type Acequia } from '../e2e/harness/acequia.ts';
import { Api, owner } from '../e2e/harness/api.ts';
import { createAccessLogPipeline, createDatasink, firstCluster } from '../e2e/harness/content.ts';
import { insertTenants, neighbourEmail } from './parts/many-objects.ts';
import { median } from './parts/median.ts';
import { pacedRequests } from './parts/paced-requests.ts';
import { percentile } from './parts/percentile.ts';

const tenants = 50;
const sinksEach = 200;
const seconds = 20;
const readsPerSecond = 100;
const writesPerSecond = 20;
const loginsPerSecond = 10;
const publications = 20;
const idleSeconds = 30;
const ticksPerSecond = 100;

const folder = mkdtempSync(join(tmpdir(), 'acequia-server-load-'));
const dataDirectory = join(folder, 'data');
const first = await startTimed();
await new Api(first.acequia.url).createOwner(first.acequia.setupCode!);
await first.acequia.stop();
const { acequia, startMs } = await startTimed();
const api = new Api(acequia.url);
try {
  await api.login();
  const figures = {
    startFirstMs: first.startMs,
    startLaterMs: startMs,
    idle: await idle(acequia),
    publishToRunningMs: await publishOften(),
    ...(await reads()),
    ...(await writes()),
  };
  process.stdout.write(
    `${cpus().length} × ${cpus()[0]?.model.trim() ?? ''}, load ${loadavg()[0]!.toFixed(1)}\n${JSON.stringify(figures)}\n`,
  );
} finally {
  await acequia.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** `npm start` until the page of the login has been answered. */
async function startTimed(): Promise<{ readonly acequia: Acequia; readonly startMs: number }> {
  const begun = performance.now();
  const started = await startAcequia({ dataDirectory, env: { ACEQUIA_TRUSTED_PROXY: '127.0.0.1' } });
  await (await fetch(`${started.url}/login`)).text();
  return { acequia: started, startMs: Math.round(performance.now() - begun) };
}

/** Memory and share of a core of server and worker when nothing happens. */
async function idle(of: Acequia): Promise<Readonly<Record<string, { readonly rssMb: number; readonly cpuPercent: number }>>> {
  const parts = ['apps/server', 'apps/worker'] as const;
  await firstCluster(api);
  const pids = parts.map((part) => of.childPid(part)!);
  const before = pids.map(cpuSeconds);
  await pause(idleSeconds * 1000);
  return Object.fromEntries(
    pids.map((pid, index) => [
      parts[index]!,
      { rssMb: rssMb(pid), cpuPercent: Number((((cpuSeconds(pid) - before[index]!) / idleSeconds) * 100).toFixed(2)) },
    ]),
  );
}

function cpuSeconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

function rssMb(pid: number): number {
  return Math.round((Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) * 1024) / 1e6);
}

/** From the request to publish until the version says that it runs, which it says when its worker has said so. */
async function publishOften(): Promise<{ readonly median: number; readonly p95: number }> {
  const pipeline = await createAccessLogPipeline(api, 'Access', 5);
  const clusterId = await firstCluster(api);
  const times: number[] = [];
  for (let count = 0; count < publications; count += 1) {
    const { revision, document } = await api.call<{ revision: number; document: unknown }>(
      'GET',
      `/pipelines/${pipeline.id}/versions/Main`,
    );
    const begun = performance.now();
    const { version } = await api.call<{ version: string }>('POST', `/pipelines/${pipeline.id}/publish`, {
      id: pipeline.id,
      revision,
      kind: 'minor',
      versionName: '',
      clusterIds: [clusterId],
    });
    await eventually('a running version', async () => {
      const versions = await api.call<{ version: string; status: string }[]>('GET', `/pipelines/${pipeline.id}/versions`);
      return versions.find((each) => each.version === version)?.status === 'running' ? true : undefined;
    });
    times.push(performance.now() - begun);
    await api.call('PUT', `/pipelines/${pipeline.id}/draft`, { id: pipeline.id, revision, document: renamed(document, count) });
  }
  return { median: Math.round(median(times)), p95: Math.round(percentile(times, 0.95)) };
}

/** A document that differs, so that it can be published again. */
function renamed(document: unknown, count: number): unknown {
  const copy = structuredClone(document) as { nodes: { id: string; name?: string }[] };
  copy.nodes.find(({ id }) => id === 'parser-1')!.name = `Parser ${count}`;
  return copy;
}

/** Reads of ten tenants, alone and while others log in. */
async function reads() {
  await createDatasink(api, 'Lake', 'null', {});
  await insertTenants(dataDirectory, tenants, sinksEach);
  const readers = await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      const reader = new Api(acequia.url);
      await reader.login(neighbourEmail(index + 1));
      return reader;
    }),
  );
  const paths = (number: number) => ['/pipelines', '/listeners', `/datasinks/DS_t${(number % 10) + 1}_7`, '/auth/session'][number % 4]!;
  const read = (number: number) => readers[number % readers.length]!.call('GET', paths(number));
  const lists = (number: number) => readers[number % readers.length]!.call('GET', '/datasinks');
  await pacedRequests(readsPerSecond, 3, read);
  const alone = await pacedRequests(readsPerSecond, seconds, read);
  const [logins, beside] = await Promise.all([
    pacedRequests(loginsPerSecond, seconds, logInFromElsewhere),
    pacedRequests(readsPerSecond, seconds, read),
  ]);
  return {
    readMs: spread(alone),
    listOf200Ms: spread(await pacedRequests(readsPerSecond / 5, seconds / 2, lists)),
    readBesideLoginsMs: spread(beside),
    loginMs: spread(logins),
  };
}

/** Each from an address of its own, told by a proxy: one address may try fifty times in five minutes. */
async function logInFromElsewhere(number: number): Promise<void> {
  const answer = await fetch(`${acequia.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-acequia': 'console',
      'x-forwarded-for': `192.0.2.${number % 250}`,
      origin: acequia.url,
    },
    body: JSON.stringify({ ...owner, email: neighbourEmail((number % tenants) + 1) }),
  });
  if (!answer.ok) throw new Error(`a login was answered with ${answer.status}: ${await answer.text()}`);
  await answer.text();
}

/** Changes of one tenant, each in the database before it is answered. */
async function writes() {
  const times = await pacedRequests(writesPerSecond, seconds, (number) =>
    api.call('POST', '/datasinks', { name: `Sink ${number}`, description: '', tags: [], component: 'null', config: {} }),
  );
  return { writeMs: spread(times) };
}

function spread(times: readonly number[]): { readonly p50: number; readonly p99: number } {
  const at = (share: number) => Number(percentile(times, share).toFixed(1));
  return { p50: at(0.5), p99: at(0.99) };
}
