import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of one test, removed after it. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'acequia-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A file of one test; gives its path. */
export function testFile(name: string, text: string | Uint8Array): string {
  const path = join(testFolder(), name);
  writeFileSync(path, text);
  return path;
}

const position = 'position: {x: 0, y: 0}';

/** Nodes of a pipeline file in one line each. */
export const labelLine = (id = 'in') => `  - {kind: label, id: ${id}, ${position}, listenerId: input, labelId: all}`;
export const sinkLine = (id = 'out') =>
  `  - {kind: datasink, id: ${id}, ${position}, datasinkId: ${id}, component: 'null', version: 1.0.0, config: {}}`;
export const parserLine = (id: string, version = '1.0.0') =>
  `  - {kind: action, id: ${id}, ${position}, component: parser, version: ${version}, config: {field: message, mode: json, keepSource: false}}`;

/** A pipeline file; links are written `from>to` or `from.port>to`. */
export function pipelineText(nodes: readonly string[], links: readonly string[]): string {
  const lines = links.map((link, index) => {
    const [from = '', to = ''] = link.split('>');
    const [node = '', port = 'default'] = from.split('.');
    return `  - {id: l${index}, from: {node: ${node}, port: ${port}}, to: {node: ${to}}}`;
  });
  return ['format: 1', 'nodes:', ...nodes, lines.length === 0 ? 'links: []' : 'links:', ...lines, ''].join('\n');
}

/** Runs the command as a process of its own. */
export function acequia(
  args: readonly string[],
  input: string | Uint8Array = '',
): Promise<{ code: number | null; signal: NodeJS.Signals | null; out: string; err: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts'), ...args]);
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
