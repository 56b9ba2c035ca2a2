import { spawn, type SpawnOptions } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpackedPackage } from '../../../scripts/debian-packages.mjs';

/** Runs a program to its end; rejects with what it printed when it fails. */
export function runProgram(command: string, args: readonly string[], options: SpawnOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    child.stdout?.on('data', (data: Buffer) => (text += data.toString()));
    child.stderr?.on('data', (data: Buffer) => (text += data.toString()));
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(text) : reject(new Error(`${command} ended with ${code}: ${text.slice(-2000)}`))));
  });
}

/** Each line of `file` as one syslog message, by util-linux's logger. */
export const sendWithLogger = (file: string, port: number, protocol: 'tcp' | 'udp'): Promise<string> =>
  runProgram('logger', [
    '--server',
    '127.0.0.1',
    '--port',
    String(port),
    protocol === 'tcp' ? '--tcp' : '--udp',
    '--rfc5424',
    '--tag',
    'water',
    '--file',
    file,
  ]);

/** Each line of `file` as one syslog message over TCP, by a real rsyslogd from Debian's package; resolves once it has sent and ended. */
export async function sendWithRsyslog(file: string, port: number, workDirectory: string, done: () => Promise<void>): Promise<void> {
  const { folder, env } = unpackedPackage('rsyslog');
  mkdirSync(workDirectory, { recursive: true });
  const config = join(workDirectory, 'rsyslog.conf');
  writeFileSync(
    config,
    [
      `global(workDirectory="${workDirectory}")`,
      'module(load="imfile" mode="polling" pollingInterval="1")',
      `input(type="imfile" file="${file}" tag="water:" ruleset="out")`,
      `ruleset(name="out") { action(type="omfwd" target="127.0.0.1" port="${port}" protocol="tcp" template="RSYSLOG_SyslogProtocol23Format" action.resumeRetryCount="-1") }`,
      '',
    ].join('\n'),
  );
  const modules = join(folder, 'usr/lib/x86_64-linux-gnu/rsyslog');
  const child = spawn(join(folder, 'usr/sbin/rsyslogd'), ['-n', '-f', config, '-i', join(workDirectory, 'rsyslog.pid'), '-M', modules], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (data: Buffer) => (complaints += data.toString()));
  child.on('error', (error) => (complaints += error.message));
  const ended = new Promise<void>((resolve) => {
    for (const end of ['exit', 'error']) child.once(end, () => resolve());
  });
  try {
    await Promise.race([done(), ended.then(() => Promise.reject(new Error(`rsyslogd ended: ${complaints}`)))]);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** Posts the files as NDJSON bodies with one curl process; resolves with the statuses in order. */
export async function postWithCurl(url: string, files: readonly string[], headers: readonly string[] = []): Promise<number[]> {
  const config = files.map((file) =>
    [
      `url = "${url}"`,
      `data-binary = "@${file}"`,
      'header = "Content-Type: application/x-ndjson"',
      ...headers.map((header) => `header = "${header}"`),
      'output = "/dev/null"',
      'write-out = "%{http_code}\\n"',
    ].join('\n'),
  );
  const list = join(files[0]!, '..', 'curl.conf');
  writeFileSync(list, config.join('\nnext\n'));
  const output = await runProgram('curl', ['--silent', '--show-error', '--config', list]);
  return output.trim().split('\n').map(Number);
}
