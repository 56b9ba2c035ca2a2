import type { LedgerRow } from '@acequia/contract/fleet';
import { startDestination, type Received } from './destination.ts';
import { beginLife, type Life } from './life.ts';
import { putOldFolder, type Arrived, type OldFolder, type Outcome } from './old-folder.ts';
import type { Scene } from './scenes.ts';

const pairs = (received: readonly Received[]) => received.flatMap(({ lines, key }) => lines.map((line): [string, string] => [line, key]));

/** What has arrived of a process's; `answered`: of the requests, those that were. */
export function arrivedOf(scene: Scene, { lines, destination }: Life, answered: (received: Received) => boolean = () => true): Arrived {
  return {
    files: Object.fromEntries(Object.keys(scene.files ?? {}).map((path) => [path, lines(path)])),
    sent: pairs(destination.received.filter(answered)),
    unanswered: pairs(destination.received.filter((received) => !answered(received))),
  };
}

/** Counts of events, without those of bytes, over both lives. */
function totalsOf(ledger: Iterable<LedgerRow>): Outcome['totals'] {
  const totals: Record<string, Record<string, number>> = {};
  for (const { scope, id, node, counts } of ledger) {
    const own = (totals[`${scope} ${id} ${node}`.trim()] ??= {});
    for (const [name, count] of Object.entries(counts)) if (!name.endsWith('Bytes')) own[name] = (own[name] ?? 0) + count;
  }
  return totals;
}

/** An event's id and the rest. */
const withoutId = (line: string): string => line.slice(line.indexOf(' ') + 1);
export const textsOf = (lines: readonly string[]): string[] => lines.map(withoutId);

/** Of what is lost, the last report says more than that a test took too long. */
const patienceMs = 100_000;

export async function withPatience<T>(work: Promise<T>, failing: () => string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(failing())), patienceMs);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

/** Puts a folder down and goes on over it until all is there that should be, and ends well. */
export async function goOn(scene: Scene, folder: Omit<OldFolder, 'after'>, directory: string): Promise<Outcome> {
  const destination = await startDestination();
  putOldFolder(folder, directory, destination.port);
  const { serverKeys, atMs, told } = folder;
  const life = await beginLife({ directory, serverKeys, atMs, told, destination, lanes: 0 });
  const { fleet, lines } = life;
  const before = folder.before.sent.map(([line]) => line);
  const isAll = (wanted: readonly string[], found: readonly string[]) => wanted.every((line) => found.includes(line));
  const isThere = () =>
    Object.entries(scene.files ?? {}).every(([path, wanted]) => isAll(wanted, textsOf(lines(path)))) &&
    isAll(scene.sent ?? [], textsOf([...before, ...destination.received.flatMap((received) => received.lines)]));
  const isDone: Parameters<Life['fleet']['until']>[0] = ({ branches, replays = [] }) =>
    isThere() && branches.every(({ queuedEvents }) => queuedEvents === 0) && replays.every(({ state }) => state !== 'running');
  const work = async (): Promise<string[]> => {
    await fleet.until(({ deployment }) => deployment !== null);
    await scene.goOn?.(life);
    await fleet.until(isDone);
    return fleet.letters('t1');
  };
  const letters = await withPatience(work(), () => `${scene.name}: not all has come: ${JSON.stringify(fleet.report())}`).catch(
    async (error: unknown) => {
      await life.kill();
      throw error;
    },
  );
  const code = await life.stop();
  if (code !== 0) throw new Error(`${scene.name}: the worker ended with ${code}`);
  const { files, sent } = arrivedOf(scene, life);
  const { memoryEnd } = fleet.report()?.vitals ?? {};
  return { files, sent, letters, totals: totalsOf(fleet.ledger.values()), memoryEnd: memoryEnd?.how ?? '' };
}
