import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { parse } from 'yaml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureCollector } from '../../scripts/collector.mjs';
import { startAcequia, type Acequia } from './harness/acequia.ts';
import { Api } from './harness/api.ts';
import { haveSession, launchBrowser, openPage, type WatchedPage } from './harness/browser.ts';
import { writtenFile } from './harness/written-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'acequia-senders-'));
let collector: string;
let acequia: Acequia;
let browser: Browser;
let tab: WatchedPage;
let page: Page;

beforeAll(async () => {
  collector = ensureCollector();
  browser = await launchBrowser();
  acequia = await startAcequia({ dataDirectory: join(folder, 'data') });
  await new Api(acequia.url).createOwner(acequia.setupCode!);
  tab = await openPage(browser);
  page = tab.page;
  page.setDefaultTimeout(30_000);
  await haveSession(page, acequia.url);
}, 1_200_000);
afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The commands of tools, as the page prints them and its button copies them. */
async function commandsOf(source: string, ...tools: readonly string[]): Promise<string[]> {
  await page.goto(`${acequia.url}/get-started`);
  await page.getByRole('radio', { name: source }).check();
  await page.getByRole('button', { name: `Set up ${source}` }).click();
  await page.getByText(/Acequia is listening on ports?/).waitFor();
  const commands: string[] = [];
  for (const tool of tools) {
    await page.getByRole('tab', { name: tool, exact: true }).click();
    await page.getByRole('button', { name: 'Copy command' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    commands.push(await page.evaluate(() => navigator.clipboard.readText()));
  }
  return commands;
}
const arrives = async (): Promise<void> => {
  await page.getByRole('heading', { name: 'Your first event arrived' }).waitFor();
  await page.getByText('Delivered to').waitFor();
};
const written = (name: string): unknown[] =>
  readFileSync(writtenFile(join(acequia.dataDirectory, 'files'), name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

test('the command for the OpenTelemetry Collector sends a first event with the real program', async () => {
  const [command] = await commandsOf('OpenTelemetry', 'OpenTelemetry Collector');
  const work = join(folder, 'collector');
  mkdirSync(work);
  const env = { ...process.env, PATH: `${collector}:${process.env['PATH']}` };
  const shell = spawn('sh', ['-c', command!], { cwd: work, env, stdio: 'ignore', detached: true });
  const ended = once(shell, 'exit');
  try {
    await Promise.race([arrives(), ended.then(() => Promise.reject(new Error('the command ended before an event arrived')))]);
  } finally {
    if (shell.exitCode === null) process.kill(-shell.pid!, 'SIGTERM');
    await ended;
  }
  expect(written('opentelemetry.ndjson')).toMatchObject([{ signal: 'logs', body: 'Hello from the Collector' }]);
  expect(tab.complaints).toEqual([]);
});

/** Runs a command with a program that writes down, in `name`, what the shell gives it. */
function handed(command: string, program: string, script: string): string {
  const work = join(folder, program);
  mkdirSync(join(work, 'bin'), { recursive: true });
  writeFileSync(join(work, 'bin', program), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  execFileSync('sh', ['-c', command], { cwd: work, env: { ...process.env, PATH: `${join(work, 'bin')}:${process.env['PATH']}` } });
  return work;
}

// No registry brings Fluent Bit or Vector: their commands are read by the rules of their manuals, and what these say they send is sent.
test('the commands for Fluent Bit and Vector have only options of their manuals, and what these send is taken', async () => {
  const [fluentBit, vector] = await commandsOf('HTTP', 'Fluent Bit', 'Vector');
  await takesFluentBit(fluentBit!);
  await arrives();
  expect(written('http.ndjson')).toMatchObject([{ date: 1_796_000_000.123456, level: 'info', message: 'Hello from Fluent Bit' }]);
  await takesVector(vector!);
  await expect.poll(() => written('http.ndjson')).toContainEqual(expect.objectContaining({ message: 'Hello from Vector', host: 'web-1' }));
});

async function takesFluentBit(command: string): Promise<void> {
  const work = handed(command, 'fluent-bit', `printf '%s\\n' "$@" > handed`);
  const args = readFileSync(join(work, 'handed'), 'utf8').trimEnd().split('\n');
  const sections: { name: string; match?: string; options: Map<string, string> }[] = [];
  for (let index = 0; index < args.length; index += 2) {
    const [flag, value] = [args[index]!, args[index + 1]!];
    const section = sections.at(-1);
    if (flag === '-i' || flag === '-o') sections.push({ name: `${flag} ${value}`, options: new Map() });
    else if (flag === '-m') section!.match = value;
    else {
      expect(flag).toBe('-p');
      section!.options.set(value.slice(0, value.indexOf('=')), value.slice(value.indexOf('=') + 1));
    }
  }
  const [input, output] = sections;
  expect([sections.length, input!.name, [...input!.options.keys()]]).toEqual([2, '-i dummy', ['samples', 'dummy']]);
  expect([output!.name, output!.match]).toEqual(['-o http', '*']);
  expect([...output!.options.keys()]).toEqual(['host', 'port', 'uri', 'format', 'header']);
  const option = (name: string) => output!.options.get(name)!;
  expect(option('format')).toBe('json_lines');
  const [, header, value] = /^(\S+) (.+)$/.exec(option('header'))!;
  const record = JSON.parse(input!.options.get('dummy')!) as object;
  const answer = await fetch(`http://${option('host')}:${option('port')}${option('uri')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', [header!]: value! },
    body: `${JSON.stringify({ date: 1_796_000_000.123456, ...record })}\n`,
  });
  expect(answer.status).toBe(200);
}

async function takesVector(command: string): Promise<void> {
  const work = handed(command, 'vector', `[ "$1" = --config ] && cp "$2" handed.yaml && cat > stdin`);
  const { sources, sinks, ...rest } = parse(readFileSync(join(work, 'handed.yaml'), 'utf8')) as Record<string, Record<string, object>>;
  expect([rest, sources]).toEqual([{}, { input: { type: 'stdin' } }]);
  const { uri, auth, ...sink } = sinks!['acequia'] as { uri: string; auth: { strategy: string; token: string } };
  expect(sink).toEqual({ type: 'http', inputs: ['input'], encoding: { codec: 'json' }, framing: { method: 'newline_delimited' } });
  expect(auth).toEqual({ strategy: 'bearer', token: expect.stringMatching(/^acq_[0-9a-f]{40}$/) });
  const message = readFileSync(join(work, 'stdin'), 'utf8').trimEnd();
  const answer = await fetch(uri, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${auth.token}` },
    body: `${JSON.stringify({ host: 'web-1', message, source_type: 'stdin', timestamp: '2026-11-28T09:41:07.120Z' })}\n`,
  });
  expect(answer.status).toBe(200);
}
