import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { decodeFrames, listenerHarness } from '../../testing/listener-harness.ts';
import { syslogConfig } from './config.ts';
import { syslogListenerRuntime } from './runtime.ts';
import { sendCommands } from './send-commands.ts';

const cache = fileURLToPath(new URL('../../../../../.cache/debian/', import.meta.url));
const count = 10_000;
const stops: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function listening() {
  const harness = listenerHarness();
  const running = await syslogListenerRuntime.start({ ...syslogConfig.parse({}), bind: '127.0.0.1', port: 0 }, harness.ctx);
  stops.push(() => running.stop());
  const dir = mkdtempSync(join(tmpdir(), 'syslog-daemon-'));
  stops.push(() => rmSync(dir, { recursive: true, force: true }));
  mkdirSync(join(dir, 'work'));
  return { ...harness, running, dir, port: running.addresses[0]!.port };
}

const libraries = (folder: string) =>
  ['usr/lib/x86_64-linux-gnu', 'lib/x86_64-linux-gnu', 'usr/lib/aarch64-linux-gnu', 'lib/aarch64-linux-gnu', 'usr/lib/syslog-ng', 'usr/lib']
    .map((path) => join(folder, path))
    .filter((path) => existsSync(path));

/** Starts a daemon of our own from its unpacked package and ends it by its pid. */
function daemon(name: string, program: string, args: readonly string[]): void {
  const folder = join(cache, name);
  const child = spawn(join(folder, program), args, {
    env: { ...process.env, LD_LIBRARY_PATH: libraries(folder).join(':') },
    stdio: 'ignore',
  });
  stops.push(
    () =>
      new Promise((resolve) => {
        if (child.exitCode !== null) resolve(undefined);
        child.once('exit', resolve);
        child.kill('SIGKILL');
      }),
  );
}

function checkAll(frames: Parameters<typeof decodeFrames>[1]) {
  const { events, rejected } = decodeFrames((slots) => syslogListenerRuntime.decoder(syslogConfig.parse({}), { slots }), frames);
  expect(rejected).toEqual([]);
  const numbers = events.map((event) => Number(/number (\d+)/.exec(String(event.fields['message']))?.[1])).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: count }, (_, index) => index));
  expect(
    events.every(
      (event) =>
        event.fields['facility_name'] === 'local3' &&
        typeof event.fields['timestamp'] === 'bigint' &&
        typeof event.fields['hostname'] === 'string',
    ),
  ).toBe(true);
  return events;
}

const numbered = Array.from({ length: count }, (_, index) => `message number ${index}`).join('\n') + '\n';

describe('rsyslog', () => {
  test.each([
    ['RFC 5424, octet counted', 'RSYSLOG_SyslogProtocol23Format', 'protocol="tcp" TCP_Framing="octet-counted"'],
    ['RFC 3164, newline', 'RSYSLOG_TraditionalForwardFormat', 'protocol="tcp" TCP_Framing="traditional"'],
    ['RFC 5424, compressed stream off, UDP', 'RSYSLOG_SyslogProtocol23Format', 'protocol="udp"'],
  ])('10,000 messages arrive once: %s', async (title, template, how) => {
    const { dir, port, intake, running } = await listening();
    const total = title.includes('UDP') ? 2000 : count;
    writeFileSync(join(dir, 'input.log'), numbered.split('\n').slice(0, total).join('\n') + '\n');
    writeFileSync(
      join(dir, 'rsyslog.conf'),
      `global(workDirectory="${dir}/work" maxMessageSize="64k")
module(load="imfile" mode="polling" pollingInterval="1")
input(type="imfile" file="${dir}/input.log" tag="app:" facility="local3" severity="info" ruleset="out")
ruleset(name="out") { action(type="omfwd" target="127.0.0.1" port="${port}" ${how} template="${template}" action.resumeRetryCount="-1") }
`,
    );
    const modules = libraries(join(cache, 'rsyslog'))
      .map((path) => join(path, 'rsyslog'))
      .find((path) => existsSync(path));
    daemon('rsyslog', 'usr/sbin/rsyslogd', ['-n', '-f', join(dir, 'rsyslog.conf'), '-i', join(dir, 'pid'), '-M', String(modules)]);
    const drops = () => running.counters?.().kernelDrops ?? 0;
    if (title.includes('UDP')) {
      await expect.poll(() => intake.frames.length + drops()).toBe(total);
      expect(intake.frames.length).toBeGreaterThanOrEqual(total * 0.999 - drops());
    } else {
      await intake.atLeast(count);
      checkAll(intake.frames);
    }
  });
});

describe('syslog-ng', () => {
  test.each([
    ['RFC 5424, octet counted', (port: number) => `syslog("127.0.0.1" transport("tcp") port(${port}))`],
    ['RFC 3164, newline', (port: number) => `network("127.0.0.1" transport("tcp") port(${port}))`],
  ])('10,000 messages arrive once: %s', async (_, destination) => {
    const { dir, port, intake } = await listening();
    writeFileSync(join(dir, 'input.log'), numbered);
    writeFileSync(
      join(dir, 'syslog-ng.conf'),
      `@version: 3.38
options { stats-freq(0); keep-hostname(yes); };
source s { file("${dir}/input.log" flags(no-parse) default-facility(local3) default-severity("info") program-override("app") follow-freq(0.1)); };
destination d { ${destination(port)}; };
log { source(s); destination(d); };
`,
    );
    const modules = libraries(join(cache, 'syslog-ng-core'))
      .map((path) => join(path, 'syslog-ng/3.38'))
      .filter((path) => existsSync(path));
    daemon('syslog-ng-core', 'usr/sbin/syslog-ng', [
      '-F',
      '--no-caps',
      '-f',
      join(dir, 'syslog-ng.conf'),
      '-R',
      join(dir, 'persist'),
      '-p',
      join(dir, 'pid'),
      '-c',
      join(dir, 'ctl'),
      `--module-path=${modules.join(':')}`,
    ]);
    await intake.atLeast(count);
    expect(checkAll(intake.frames)[0]!.fields['app_name']).toBe('app');
  });
});

describe('the command that is shown for a daemon of the machine', () => {
  /** Stands for the machine: files of /etc below `dir`, a restart that the test answers, a logger that writes to the daemon's own socket. */
  function machine(dir: string): string {
    const bin = join(dir, 'bin');
    mkdirSync(bin);
    const program = (name: string, ...lines: readonly string[]) =>
      writeFileSync(join(bin, name), ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
    program('sudo', 'exec "$@"');
    program('tee', `mkdir -p "${dir}$(dirname "$1")"`, `exec /usr/bin/tee "${dir}$1"`);
    program('systemctl', `echo "$@" > "${dir}/asked"`, `read -r line < "${dir}/answer"`);
    program('logger', `exec /usr/bin/logger --socket "${dir}/log" "$@"`);
    execFileSync('sh', ['-c', 'mkfifo asked answer'], { cwd: dir });
    return bin;
  }

  test.each([
    [
      'rsyslog',
      (dir: string) => {
        const modules = libraries(join(cache, 'rsyslog'))
          .map((path) => join(path, 'rsyslog'))
          .find((path) => existsSync(path));
        writeFileSync(
          join(dir, 'rsyslog.conf'),
          `global(workDirectory="${dir}/work")
module(load="imuxsock" SysSock.Use="off")
input(type="imuxsock" Socket="${dir}/log")
$IncludeConfig ${dir}/etc/rsyslog.d/*.conf
`,
        );
        daemon('rsyslog', 'usr/sbin/rsyslogd', ['-n', '-f', join(dir, 'rsyslog.conf'), '-i', join(dir, 'pid'), '-M', String(modules)]);
      },
    ],
    [
      'syslog-ng',
      (dir: string) => {
        const modules = libraries(join(cache, 'syslog-ng-core'))
          .map((path) => join(path, 'syslog-ng/3.38'))
          .filter((path) => existsSync(path));
        writeFileSync(
          join(dir, 'syslog-ng.conf'),
          `@version: 3.38
options { stats-freq(0); };
source s_src { unix-dgram("${dir}/log"); };
@include "${dir}/etc/syslog-ng/conf.d/*.conf"
`,
        );
        daemon('syslog-ng-core', 'usr/sbin/syslog-ng', [
          '-F',
          '--no-caps',
          '-f',
          join(dir, 'syslog-ng.conf'),
          '-R',
          join(dir, 'persist'),
          '-p',
          join(dir, 'pid'),
          '-c',
          join(dir, 'ctl'),
          `--module-path=${modules.join(':')}`,
        ]);
      },
    ],
  ])('%s forwards what is logged from then on', async (tool, restart) => {
    const { dir, port, intake } = await listening();
    const { command } = sendCommands(syslogConfig.parse({ port }), '127.0.0.1').find((each) => each.tool === tool)!;
    const bin = machine(dir);
    const shell = spawn('sh', ['-c', command], {
      env: { ...process.env, PATH: `${bin}:${process.env['PATH']}` },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaints = '';
    shell.stderr.on('data', (data: Buffer) => (complaints += data.toString()));
    const ended = once(shell, 'exit');
    const asked = spawn('cat', [join(dir, 'asked')], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [what] = (await once(asked.stdout, 'data')) as [Buffer];
    expect(what.toString()).toBe(`restart ${tool}\n`);
    restart(dir);
    await expect.poll(() => existsSync(join(dir, 'log')), { timeout: 20_000 }).toBe(true);
    writeFileSync(join(dir, 'answer'), 'started\n');
    expect([(await ended)[0], complaints]).toEqual([0, '']);
    await intake.atLeast(1);
    const { events, rejected } = decodeFrames((slots) => syslogListenerRuntime.decoder(syslogConfig.parse({}), { slots }), intake.frames);
    expect(rejected).toEqual([]);
    // rsyslog leaves the blank after the tag of a local message in front of it.
    expect(events.map(({ fields }) => String(fields['message']).trimStart())).toContain(`Hello from ${tool}`);
  });
});
