import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '@acequia/testkit/free-port';
import type { Answer, Order } from '../../test/changes-child.ts';
import { compare, countLines, NumberedSender, type Changes } from '../../test/two-tenants.ts';

const program = fileURLToPath(new URL('../../test/changes-child.ts', import.meta.url));
const paths = 40;
const kills = 3;

const placeOf = (number: number): string => `p${number % paths}`;

/** A worker's engine in a process of its own, and all that it has said on stderr. */
function startChild(directory: string, lanes: number, said: string[]) {
  const child: ChildProcess = fork(program, [directory, String(lanes)], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  child.stderr!.setEncoding('utf8').on('data', (text: string) => said.push(text));
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    async order(order: Order): Promise<Answer> {
      const answer = once(child, 'message');
      child.send(order);
      const [{ failed, ...rest }] = (await answer) as [Answer];
      expect(failed).toBeUndefined();
      return rest;
    },
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}

test.each([0, 1])(
  'many paths with two open files, the data sink edited and the worker killed, lanes on %i threads: each line once in its file, and no file is left to be closed by chance',
  { timeout: 120_000 },
  async (lanes) => {
    const directory = realpathSync(mkdtempSync(join(tmpdir(), 'acequia-many-paths-')));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const out = join(directory, 'out');
    mkdirSync(out);
    const settings: Changes = { out, manyPaths: true, ports: { a: await freePort(), b: await freePort() } };
    const sender = new NumberedSender(`http://127.0.0.1:${settings.ports.a}/`, (number) =>
      JSON.stringify({ place: placeOf(number), message: `event ${number}` }),
    );
    const written = () => Array.from({ length: paths }, (_, place) => countLines(out, `p${place}.log`));
    const linesWritten = () => written().reduce((sum, counts) => sum + counts.size, 0);
    const said: string[] = [];

    let child = startChild(directory, lanes, said);
    for (let life = 0; life <= kills; life++) {
      await child.order({ do: 'apply', changes: { ...settings, edit: life * 2 } });
      const before = linesWritten();
      sender.start();
      await expect.poll(linesWritten).toBeGreaterThan(before + 1000);
      await child.order({ do: 'apply', changes: { ...settings, edit: life * 2 + 1 } });
      await expect.poll(linesWritten).toBeGreaterThan(before + 3000);
      if (life === kills) break;
      await child.kill();
      await sender.stop();
      child = startChild(directory, lanes, said);
    }
    await sender.stop();
    const { drained, faults } = await child.order({ do: 'end' });
    await child.kill();

    const all = new Map<number, number>();
    const elsewhere: string[] = [];
    for (const [place, counts] of written().entries())
      for (const [number, count] of counts) {
        all.set(number, count + (all.get(number) ?? 0));
        if (placeOf(number) !== `p${place}`) elsewhere.push(`event ${number} in p${place}`);
      }
    expect({ drained, faults, elsewhere, ...compare(sender.acknowledged, all) }).toEqual({
      drained: true,
      faults: [],
      elsewhere: [],
      missing: 0,
      doubled: 0,
      strange: false,
    });
    expect(said.join('')).not.toMatch(/DEP0137|garbage collection/);
  },
);
