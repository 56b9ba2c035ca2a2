import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { shippedCatalogue } from '../../apps/server/src/catalogue/catalogue.ts';
import { createTestApp, type Browser, type TestApp } from '../../apps/server/src/test-app.ts';
import { startRecordingProxy, type RecordingProxy } from './recording-proxy.ts';

export const patience = { timeout: 30_000, interval: 50 };

export interface TwoTenants {
  readonly server: TestApp;
  /** Between the workers and the server. */
  readonly proxy: RecordingProxy;
  /** Of the test alone. */
  readonly folder: string;
  /** Who has the trouble, and the other tenant of the worker. */
  readonly ana: Browser;
  readonly berta: Browser;
}

/** A server with every component and two tenants, for the test at hand; all of it ends with the test, after what the test ends itself. */
export async function startTwoTenants(): Promise<TwoTenants> {
  const folder = mkdtempSync(join(tmpdir(), 'acequia-two-tenants-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const server = await createTestApp({ catalogue: shippedCatalogue });
  onTestFinished(() => server.stop());
  const [ana, berta] = [await server.user('owner'), await server.user('owner')];
  const proxy = await startRecordingProxy(server.url);
  onTestFinished(() => proxy.close());
  return { server, proxy, folder, ana, berta };
}

/** What a tenant's pipelines have written to files of this name. */
export const written = (out: string, name: string): string[] =>
  (existsSync(out) ? readdirSync(out, { recursive: true, encoding: 'utf8' }) : [])
    .filter((path) => path.endsWith(name))
    .flatMap((path) => readFileSync(join(out, path), 'utf8').split('\n'))
    .filter((line) => line !== '');
