import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog, systemClock } from '@acequia/base';
import { createEngine } from '@acequia/engine';
import { createMemoryJournal } from '@acequia/journal';
import type { Deployment } from '@acequia/pipeline';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '@acequia/testkit/free-port';
import { countLines } from '../../test/two-tenants.ts';
import { components } from './components.ts';

const shown = { position: { x: 0, y: 0 }, name: '', comment: '' };
const shared = { version: '1.0.0', revision: 1 };

/** Each event lies in 3,600 windows and in 50 lists of each: as a version of before the limit on overlaps may have it. */
const manyWindows = {
  every: 1,
  unit: 'hour',
  slide: '1s',
  keys: ['m', 'i'],
  aggregations: Array.from({ length: 50 }, (_, list) => ({
    function: 'collect-list',
    expr: { form: 'code', code: '${m}', ast: { field: 'm' } },
    name: `l${list}`,
    limit: 1000,
  })),
};

function deploymentOf(out: string, ports: { readonly a: number; readonly b: number }, isRunning: boolean): Deployment {
  const listener = (tenant: 'a' | 'b', config: object) => ({
    ...shared,
    tenantId: `tenant-${tenant}`,
    id: `LI_${tenant}`,
    name: tenant,
    component: 'http',
    config: { bind: '127.0.0.1', port: ports[tenant], ...config },
    labels: [],
  });
  const label = (tenant: 'a' | 'b') => ({ kind: 'label' as const, id: 'in', ...shown, listenerId: `LI_${tenant}`, labelId: 'all' });
  const link = (from: string, to: string) => ({ id: `${from} ${to}`, from: { node: from, port: 'default' }, to: { node: to } });
  const node = { ...shown, version: '1.0.0' };
  const a = {
    tenantId: 'tenant-a',
    version: '1.0.0',
    id: 'PL_a',
    versionId: 'PV_a',
    name: 'a',
    document: {
      format: 1 as const,
      nodes: [
        label('a'),
        { ...node, kind: 'action' as const, id: 'group', component: 'group-by', config: manyWindows },
        { ...node, kind: 'datasink' as const, id: 'out', datasinkId: 'DS_a', component: 'null', config: {} },
      ],
      links: [link('in', 'group'), link('group', 'out')],
    },
  };
  const file = { path: 'b.log', format: 'text', content: 'field', field: 'message', maxWait: '20ms' };
  const b = {
    tenantId: 'tenant-b',
    version: '1.0.0',
    id: 'PL_b',
    versionId: 'PV_b',
    name: 'b',
    document: {
      format: 1 as const,
      nodes: [label('b'), { ...node, kind: 'datasink' as const, id: 'out', datasinkId: 'DS_b', component: 'file', config: file }],
      links: [link('in', 'out')],
    },
  };
  return {
    format: 1,
    hash: String(isRunning),
    cluster: { id: 'CL_1', name: 'test', egress: { mode: 'open', allowed: [] }, fileRoots: [out] },
    listeners: [listener('a', { format: 'json' }), listener('b', { extraction: 'lines' })],
    datasinks: [
      { ...shared, tenantId: 'tenant-a', id: 'DS_a', name: 'a', component: 'null', creation: {} },
      { ...shared, tenantId: 'tenant-b', id: 'DS_b', name: 'b', component: 'file', creation: { root: 'out' } },
    ],
    pipelines: isRunning ? [a, b] : [b],
  };
}

test(
  'one tenant’s version with thousands of windows is stopped: the lane of all lives on, and delivers for the other',
  { timeout: 90_000 },
  async () => {
    const directory = realpathSync(mkdtempSync(join(tmpdir(), 'acequia-many-windows-')));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const out = join(directory, 'out');
    mkdirSync(out);
    const said: string[] = [];
    const componentsModule = new URL('./components.ts', import.meta.url).href;
    const engine = createEngine({
      journal: createMemoryJournal(),
      components,
      clock: systemClock,
      random: { bytes: (n) => randomBytes(n) },
      log: { ...silentLog, error: (_fields, text) => void said.push(text ?? '') },
      worker: 'w1',
      secret: () => undefined,
      lanes: { count: 1, componentsModule },
      crashes: { directory: join(directory, 'crashes'), componentsModule },
    });
    onTestFinished(() => engine.stop({ deadlineMs: 0 }));
    const ports = { a: await freePort(), b: await freePort() };
    const post = async (tenant: 'a' | 'b', body: string, type: string) => {
      const { status } = await fetch(`http://127.0.0.1:${ports[tenant]}/`, { method: 'POST', body, headers: { 'content-type': type } });
      expect(status).toBe(200);
    };
    const created = () => engine.ledger().reduce((sum, { counts }) => sum + (counts['created'] ?? 0), 0);
    await engine.apply(deploymentOf(out, ports, true));
    const events = Array.from({ length: 20 }, (_, i) => JSON.stringify({ m: `${i}${'a'.repeat(1000)}`, i }));
    await post('a', events.join('\n'), 'application/x-ndjson');
    await expect.poll(created, { timeout: 20_000 }).toBeGreaterThan(20);
    await engine.apply(deploymentOf(out, ports, false));
    await post('b', 'event 1', 'text/plain');
    await expect.poll(() => countLines(out, 'b.log').size, { timeout: 20_000 }).toBe(1);
    const before = created();
    await expect.poll(created, { timeout: 20_000 }).toBeGreaterThan(before + 1000);
    await post('b', 'event 2', 'text/plain');
    await expect.poll(() => countLines(out, 'b.log').size, { timeout: 20_000 }).toBe(2);
    expect(said).toEqual([]);
  },
);
