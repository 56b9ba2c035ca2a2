import { AppError, hourMs, type Clock } from '@acequia/base';
import { may } from '@acequia/domain';
import type { Database, TenantTx } from '../../db/database.ts';
import type { ActiveSession } from '../auth/sessions.ts';
import { recordActivity } from './activity.service.ts';
import { findContentName, insertContentRead, readContentRights } from './content-reads.store.ts';

/** A request, as far as reading content concerns it. */
export interface ContentRequest {
  readonly session: ActiveSession | undefined;
  readonly ip: string;
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Who reads the content of which events: one row of the activity log for each person (or API key), thing and clock hour, however many
 * servers, requests and streams there are. Things are named by the id of a listener, a pipeline or a template.
 */
export interface ContentReads {
  /**
   * Writes the rows. Call it before the content is given and outside of a transaction: what cannot be noted is not shown.
   * Throws ACQ-CONTENT-HIDDEN for who may not read content.
   */
  note(request: ContentRequest, ids: readonly string[]): Promise<void>;
  /** The row of content that was refused. */
  refuse(request: ContentRequest, id: string): Promise<void>;
  /** Whether the caller may read content, asked anew for each item of a stream: it lasts longer than a session's rights. */
  watch(request: ContentRequest): () => Promise<boolean>;
  /** The items of a stream, each noted before it is given. Ends with ACQ-CONTENT-HIDDEN soon after the reader has lost the right. */
  follow<T>(request: ContentRequest, ids: readonly string[], items: AsyncIterable<T>): AsyncGenerator<T>;
}

const event = { entity: 'content', operation: 'read' } as const;
const hidden = 'ACQ-CONTENT-HIDDEN';
/** How often a stream looks whether its reader still has the right. */
const recheckMs = 15_000;
/** Of one hour; beyond it the database is asked again. */
const rememberedMax = 50_000;

export const mayReadContent = ({ role, tenant }: Pick<ActiveSession, 'role' | 'tenant'>): boolean => may(role, 'content:read', tenant);

export function createContentReads(): ContentReads {
  let hour = 0;
  /** What this server knows to be written in this hour. */
  const written = new Set<string>();

  const write = async ({ session, ip, database, clock }: ContentRequest, ids: readonly string[], refusedCode?: string) => {
    if (!session) throw new AppError('AUTH.REQUIRED');
    const now = clock.now();
    const thisHour = Math.floor(now / hourMs) * hourMs;
    if (hour !== thisHour || written.size > rememberedMax) written.clear();
    hour = thisHour;
    const reader = session.key?.id ?? session.user.id;
    const keyOf = (id: string) => [session.tenantId, reader, refusedCode ?? '', id].join(' ');
    const fresh = [...new Set(ids)].filter((id) => !written.has(keyOf(id)));
    if (fresh.length === 0) return;
    const firstName = async (tx: TenantTx, id: string): Promise<string | undefined> => {
      const name = await findContentName(tx, id);
      // A refused call may name anything; what does not exist is one thing.
      const known = refusedCode === undefined || name !== undefined ? id : '';
      const objectId = refusedCode === undefined ? known : `${refusedCode} ${known}`;
      const row = { tenantId: session.tenantId, reader, objectId, hour: thisHour };
      return (await insertContentRead(tx, row)) ? (name ?? known) : undefined;
    };
    await database.withTenant(session.tenantId, async (tx) => {
      const names: string[] = [];
      // All in one order and before the log, whose end every transaction waits for: two requests never wait for each other.
      for (const id of fresh.toSorted()) {
        const name = await firstName(tx, id);
        if (name !== undefined) names.push(name);
      }
      for (const name of names) await recordActivity(tx, { session, ip }, event, name, now, refusedCode);
    });
    if (hour === thisHour) for (const id of fresh) written.add(keyOf(id));
  };

  const note: ContentReads['note'] = async (request, ids) => {
    if (request.session && !mayReadContent(request.session)) throw new AppError(hidden);
    await write(request, ids);
  };

  return {
    note,
    refuse: (request, id) => write(request, [id], hidden),
    watch,
    follow: async function* (request, ids, items) {
      const mayStill = watch(request);
      for await (const item of items) {
        if (!(await mayStill())) throw new AppError(hidden);
        await note(request, ids);
        yield item;
      }
    },
  };
}

/** The rights of a session are those of the moment its request began. */
const watch: ContentReads['watch'] = ({ session, database, clock }) => {
  let checkedAt = clock.now();
  let allowed = session !== undefined && mayReadContent(session);
  return async () => {
    const now = clock.now();
    if (session && now - checkedAt >= recheckMs) {
      const { tenantId, user, key } = session;
      const rights = await database.withTenant(tenantId, (tx) => readContentRights(tx, tenantId, user.id));
      allowed = may(key ? session.role : (rights.role ?? 'viewer'), 'content:read', rights);
      checkedAt = now;
    }
    return allowed;
  };
};
