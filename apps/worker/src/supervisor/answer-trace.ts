import type { TraceAnswer, TraceQuestion } from '@acequia/contract/fleet';
import { openSealed, type KeyPair } from '@acequia/contract/fleet-crypto';
import type { Engine, TraceRooms } from '@acequia/engine';

export interface TraceServices {
  readonly engine: Pick<Engine, 'newest'>;
  readonly rooms: Pick<TraceRooms, 'run'>;
  readonly sealing: KeyPair;
  readonly worker: string;
  readonly cluster: () => string;
  lookup(id: string, version: number | undefined, tenantId: string): SharedArrayBuffer | undefined;
}

/** What a document does to events of a tenant: apart from what runs, and without a destination. */
export async function answerTrace(
  services: TraceServices,
  tenantId: string,
  question: Extract<TraceQuestion, { do: 'trace' }>,
): Promise<TraceAnswer> {
  const { pipelineId, document, listener, source, upTo, frozenMs, secrets } = question;
  if (listener && listener.tenantId !== tenantId) return { did: 'absent' };
  const beforeMs = source.kind === 'retained' ? source.beforeMs : source.kind === 'event' ? source.receivedMs + 1 : undefined;
  const newest = beforeMs !== undefined && listener ? services.engine.newest(tenantId, listener.id, beforeMs) : undefined;
  if (beforeMs !== undefined && !newest) return { did: 'absent' };
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
      lookup: ({ id, version }) => services.lookup(id, version, tenantId),
      older: () => newest?.blocks.older() ?? Promise.resolve([]),
    },
  );
  return result ? { did: 'trace', result: result as Extract<TraceAnswer, { did: 'trace' }>['result'] } : { did: 'busy' };
}
