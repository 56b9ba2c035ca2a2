import type { Held } from '@acequia/contract';
import type { TenantScope } from '../../tenant-scope.ts';
import type { ListenersService } from '../listeners/listeners.service.ts';
import { readReceived, readRunningLinks } from '../metrics/metrics.service.ts';
import { destinationsOf } from './away-time.ts';
import { readHeld } from './held.store.ts';

/** What the journals hold of each listener, in the order of the listeners; zeros where no worker tells. */
export async function listHeld(scope: TenantScope, listeners: Pick<ListenersService, 'list'>): Promise<Held> {
  const held = new Map((await readHeld(scope.tx)).map((row) => [row.listenerId, row]));
  const received = await readReceived(scope);
  const journals = (await listeners.list(scope)).map(({ id }) => ({
    listenerId: id,
    keptBytes: held.get(id)?.keptBytes ?? 0,
    undeliveredBytes: held.get(id)?.undeliveredBytes ?? 0,
    limitBytes: held.get(id)?.limitBytes ?? 0,
    oldestAt: held.get(id)?.oldestAt ?? null,
    newestAt: newestOf(held.get(id)?.oldestAt ?? null, received.get(id)?.newestAt ?? null),
    bytesPerSecond: received.get(id)?.bytesPerSecond ?? 0,
  }));
  return { journals, destinations: destinationsOf(journals, await readRunningLinks(scope)) };
}

/** Figures know only when the minute (long ago: hour, day) of the newest event began. It is not older than what is kept. */
const newestOf = (oldestAt: number | null, newestAt: number | null): number | null =>
  oldestAt === null || newestAt === null ? (newestAt ?? oldestAt) : Math.max(oldestAt, newestAt);
