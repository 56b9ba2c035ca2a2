import type { TraceAnswer, TraceQuestion } from '@acequia/contract/fleet';
import { openSealed, type KeyPair } from '@acequia/contract/fleet-crypto';
import type { Engine, TraceRooms } from '@acequia/engine';
import type { LentTables } from '../lookups/lent-tables.ts';

export interface TraceServices {
  readonly engine: Pick<Engine, 'newest'>;
  readonly rooms: Pick<TraceRooms, 'run'>;
  readonly sealing: KeyPair;
  readonly worker: string;
  readonly cluster: () => string;
  readonly lent: Pick<LentTables, 'lend'>;
}

/** What a document does to events of a tenant: apart from what runs, and without a destination. */
export async function answerTrace(
  services: TraceServices,
  tenantId: string,
  question: Extract<TraceQuestion, { do: 'trace' }>,
): Promise<TraceAnswer> {
  const { pipelineId, document, listener, source, upTo, frozenMs, secrets, lookups = [] } = question;
  if (listener && listener.tenantId !== tenantId) return { did: 'absent' };
  const beforeMs =
    source.kind === 'retained' || source.kind === 'search' ? source.beforeMs : source.kind === 'event' ? source.receivedMs + 1 : undefined;
  const whole = source.kind === 'search' ? { endBlock: source.from && source.from.block + 1 } : undefined;
  const newest = beforeMs !== undefined && listener ? services.engine.newest(tenantId, listener.id, beforeMs, whole) : undefined;
  if (beforeMs !== undefined && !newest) return { did: 'absent' };
  const findTable = await services.lent.lend(tenantId, lookups);
  const result = await services.rooms.run(
    {
      document,
      listener: listener ?? undefined,
      revisions: newest?.revisions ?? new Map(),
      input: source,
      upTo: upTo ?? undefined,
      frozenMs: frozenMs ?? undefined,
      facts: { tenantId, pipelineId, cluster: services.cluster(), worker: services.worker },
      secrets: secrets ? (JSON.parse(openSealed(secrets, services.sealing)) as Record<string, string>) : {},
    },
    {
      lookup: ({ id, version }) => findTable(id, version),
      older: () => newest?.blocks.older() ?? Promise.resolve([]),
    },
  );
  return result ? { did: 'trace', result: result as Extract<TraceAnswer, { did: 'trace' }>['result'] } : { did: 'busy' };
}
