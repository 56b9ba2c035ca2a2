import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Disconnected } from '@acequia/component-sdk/runtime';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '@acequia/testkit/free-port';
import { openDatasink } from '../../testing/datasink-harness.ts';
import type { TestEvent } from '../../testing/event-view.ts';
import { syslogDatasink } from './definition.ts';
import { syslogRuntime } from './runtime.ts';

const folder = fileURLToPath(new URL('../../../../../.cache/debian/rsyslog/', import.meta.url));
const libraries = ['usr/lib/x86_64-linux-gnu', 'lib/x86_64-linux-gnu', 'usr/lib/aarch64-linux-gnu', 'lib/aarch64-linux-gnu']
  .map((path) => join(folder, path))
  .filter((path) => existsSync(path));
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

interface Daemon {
  readonly port: number;
  /** Those written whole. */
  readonly lines: () => string[];
  readonly kill: (signal?: 'SIGKILL' | 'SIGTERM') => Promise<void>;
  /** Again, on its port and with its file. */
  readonly start: () => void;
}

/**
 * rsyslogd of our own, from its unpacked package, that writes facility, severity, host, tag and message of each line. With RELP it
 * answers for a line when it has written it: no queue is in between.
 */
async function rsyslog(module: 'imtcp' | 'imudp' | 'imrelp'): Promise<Daemon> {
  const dir = mkdtempSync(join(tmpdir(), 'syslog-out-'));
  stops.push(() => rmSync(dir, { recursive: true, force: true }));
  mkdirSync(join(dir, 'work'));
  const port = await freePort();
  const output = join(dir, 'out.log');
  writeFileSync(
    join(dir, 'rsyslog.conf'),
    `global(workDirectory="${dir}/work" maxMessageSize="64k")
module(load="${module}")
template(name="t" type="string" string="%syslogfacility-text% %syslogseverity-text% %hostname% %app-name% %procid%|%msg%\\n")
input(type="${module}" address="127.0.0.1" port="${port}" ruleset="in")
ruleset(name="in"${module === 'imrelp' ? ' queue.type="Direct"' : ''}) { action(type="omfile" file="${output}" template="t" asyncWriting="off" flushOnTXEnd="on") }
`,
  );
  const modules = libraries.map((path) => join(path, 'rsyslog')).find((path) => existsSync(path));
  let child: ChildProcess;
  let ended: Promise<unknown>;
  const start = (): void => {
    child = spawn(
      join(folder, 'usr/sbin/rsyslogd'),
      ['-n', '-f', join(dir, 'rsyslog.conf'), '-i', join(dir, 'pid'), '-M', String(modules)],
      {
        env: { ...process.env, LD_LIBRARY_PATH: libraries.join(':') },
        stdio: 'ignore',
      },
    );
    ended = once(child, 'exit');
  };
  const kill: Daemon['kill'] = async (signal = 'SIGKILL') => {
    child.kill(signal);
    await ended;
  };
  start();
  stops.push(() => kill());
  return { port, lines: () => (existsSync(output) ? readFileSync(output, 'utf8').split('\n').slice(0, -1) : []), kill, start };
}

const open = async (creation: object, node: object = {}) => {
  const sink = await openDatasink(
    syslogDatasink,
    syslogRuntime,
    { host: '127.0.0.1', ...creation },
    { facility: 'local3', severity: 'err', procId: '${n}', message: '${m}', ...node },
  );
  stops.push(() => sink.open.close());
  return (events: readonly TestEvent[]) => sink.open.send(sink.encode(events).batches[0]!, new AbortController().signal);
};

const events = (count: number): TestEvent[] =>
  Array.from({ length: count }, (_, n) => ({ hostname: 'web-1', app_name: 'api', n, m: `número ${n}` }));
const expected = (count: number) => events(count).map((_, n) => `local3 err web-1 api ${n}|`);

describe('rsyslog receives', () => {
  it.each([
    ['RFC 5424, octet counting', { framing: 'octet-counting' }, { standard: 'rfc5424' }],
    ['RFC 5424, line feed', { framing: 'non-transparent', trailerCode: 10 }, { standard: 'rfc5424' }],
    ['RFC 3164, line feed', { framing: 'non-transparent', trailerCode: 10 }, { standard: 'rfc3164' }],
  ])('5,000 messages once and in order: %s', async (_, framing, node) => {
    const daemon = await rsyslog('imtcp');
    const send = await open({ protocol: 'tcp', port: daemon.port, ...framing }, node);
    await expect
      .poll(() =>
        send(events(1)).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await send(events(5000));
    await expect.poll(() => daemon.lines().length).toBe(5001);
    const lines = daemon.lines().slice(1);
    expect(lines.map((line) => line.slice(0, line.indexOf('|') + 1))).toEqual(expected(5000));
    expect(lines.every((line, n) => line.endsWith(`número ${n}`))).toBe(true);
  });

  it('UDP', async () => {
    const daemon = await rsyslog('imudp');
    const send = await open({ protocol: 'udp', port: daemon.port });
    await expect
      .poll(() =>
        send(events(1)).then(
          () => daemon.lines().length > 0,
          () => false,
        ),
      )
      .toBe(true);
    await send(events(50));
    await expect.poll(() => daemon.lines().some((line) => line.endsWith('número 49'))).toBe(true);
  });

  it('killed: every undelivered event leaves by fallback', async () => {
    const daemon = await rsyslog('imtcp');
    const send = await open({ protocol: 'tcp', port: daemon.port, framing: 'octet-counting' }, { resilient: true, tries: 2 });
    await expect.poll(() => send(events(1)).then((report) => report?.routed === undefined)).toBe(true);
    await daemon.kill();
    const report = await send(events(100));
    expect(report!.routed).toHaveLength(100);
    expect(report!.routed![99]!.fields!['syslog_message']).toMatch(/^<155>1 .* web-1 api 99 - - número 99$/);
  });

  it('RELP, killed or stopped under flow and started again: all that it answered for is in its file, and nothing overtakes', async () => {
    const daemon = await rsyslog('imrelp');
    const send = await open({ protocol: 'tcp', port: daemon.port, relp: true });
    const [size, count, underWay] = [150, 60, 8];
    const all = events(size * count);
    const wanted = expected(size * count);
    /** After these batches. */
    const ends: [number, 'SIGKILL' | 'SIGTERM'][] = [
      [3, 'SIGKILL'],
      [11, 'SIGTERM'],
      [30, 'SIGKILL'],
      [42, 'SIGKILL'],
    ];
    let answered = 0;
    let failed = 0;
    let restarts = Promise.resolve();
    const sendOne = async (n: number): Promise<void> => {
      await send(all.slice(n * size, (n + 1) * size));
      expect(n).toBe(answered);
      answered += 1;
      if (n === ends[0]?.[0]) restarts = daemon.kill(ends.shift()![1]).then(() => daemon.start());
      const written = new Set(daemon.lines().map((line) => line.slice(0, line.indexOf('|') + 1)));
      expect(wanted.slice(n * size, (n + 1) * size).filter((line) => !written.has(line))).toEqual([]);
    };
    /** As a branch does it: eight batches under way, and after a failure all again from the first that was not delivered. */
    while (answered < count) {
      let next = answered;
      let flows = true;
      const take = async (): Promise<void> => {
        while (flows && next < count)
          await sendOne(next++).catch((error: unknown) => {
            if (!(error instanceof Disconnected)) throw error;
            flows = false;
            failed += 1;
          });
      };
      await Promise.all(Array.from({ length: underWay }, take));
      await restarts;
    }
    const lines = daemon.lines().map((line) => line.slice(0, line.indexOf('|') + 1));
    expect([...new Set(lines)]).toEqual(wanted);
    expect(failed).toBeGreaterThan(0);
    expect(ends).toEqual([]);
  });
});
