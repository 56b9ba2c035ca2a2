import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

function run(args: readonly string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [main, 'worker', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (data: Buffer) => (output += data.toString()));
    child.stderr.on('data', (data: Buffer) => (output += data.toString()));
    child.on('close', (code) => resolve({ code, output }));
  });
}

test('wrong use says how', async () => {
  const { code, output } = await run([]);
  expect(code).toBe(2);
  expect(output).toContain('Usage: acequia worker');
});

test('a token the server refuses ends the worker for good, with the reason', async () => {
  const server = createServer((_request, response) => response.writeHead(401).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const data = mkdtempSync(join(tmpdir(), 'acequia-worker-'));
  try {
    const { code, output } = await run(['--server', `http://127.0.0.1:${port}`, '--data', join(data, 'worker'), '--token', 'used']);
    expect(output).toContain('the enrolment token is used, expired or unknown');
    expect(code).toBe(78);
  } finally {
    server.close();
    rmSync(data, { recursive: true, force: true });
  }
});
