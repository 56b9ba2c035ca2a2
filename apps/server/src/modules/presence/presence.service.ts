import { AppError, secondMs, type Clock, type Log } from '@acequia/base';
import type { OperationInput } from '@acequia/contract';
import { may } from '@acequia/domain';
import type { Database } from '../../db/database.ts';
import { keepNotifications } from '../../db/kept-notifications.ts';
import type { WatchedEditors } from '../../dispatch/change-stream.ts';
import { createRateLimit } from '../../http/rate-limit.ts';
import type { ActiveSession } from '../auth/sessions.ts';
import { EditorPresence, usualEditorLimits, type EditorReport, type EditorsChange } from './editor-presence.ts';

type ReportInput = OperationInput<'pipelines:reportEditor'>;

/** Who has the editor open, on all servers of the database together. */
export interface PresenceService {
  /**
   * Where a window of the session has the editor open, with what its user may do now. `assertThere` is asked when the window comes to the
   * pipeline. Throws ACQ-TOO-MANY, ACQ-EDITORS-MANY, and what `assertThere` throws.
   */
  report(session: ActiveSession, input: ReportInput, assertThere: () => Promise<unknown>): Promise<void>;
  /** The session is over: its windows are gone at once. */
  endSession(sessionId: string): void;
  /** At each pipeline that the session has a window at: everyone but its own user. */
  seenBy(session: ActiveSession): WatchedEditors;
  stop(): Promise<void>;
}

const channel = 'acequia_editors';
const expireEveryMs = 2 * secondMs;
/** Reports of a session: a person who walks through the steps sends a few a second, and each window one every 10 s. */
const reportLimit = { perSecond: 5, burst: 40 };
/** PostgreSQL takes less than 8000 bytes. */
const messageBytesMax = 7900;

type Message = { readonly report: EditorReport } | { readonly ended: string };

export async function startPresence(database: Database, clock: Clock, log: Log): Promise<PresenceService> {
  const presence = new EditorPresence(usualEditorLimits);
  const limit = createRateLimit(clock, reportLimit);
  const watchers = new Set<{ readonly session: ActiveSession; readonly changed: (pipelineId: string) => void }>();
  const tell = (changes: readonly EditorsChange[]) => {
    for (const { tenantId, pipelineId } of changes)
      for (const { session, changed } of watchers)
        if (session.tenantId === tenantId && presence.pipelinesOf(session.id).includes(pipelineId)) changed(pipelineId);
  };
  const take = (message: Message) => {
    const now = clock.monotonic();
    tell('report' in message ? presence.take(message.report, now) : presence.endSession(message.ended, now));
  };
  const hear = (text: string) => take(JSON.parse(text) as Message);
  const notifications = await keepNotifications(database, channel, hear, clock, log);
  /** A server hears itself, so that all of them take what there is in one order. Without a connection, it is alone. */
  const pass = async (message: Message) => {
    const sent = await notifications.send(JSON.stringify(message)).catch((error: unknown) => {
      log.warn({ error }, 'other servers learn with the next report who has the editor open');
      return false;
    });
    if (!sent) take(message);
  };
  let cancel = () => undefined as void;
  const expire = () => {
    tell(presence.expire(clock.monotonic()));
    cancel = clock.after(expireEveryMs, expire);
  };
  cancel = clock.after(expireEveryMs, expire);

  return {
    report: async (session, input, assertThere) => {
      limit.take(session.id);
      const report = reportOf(session, input, clock.now());
      if (Buffer.byteLength(JSON.stringify({ report })) > messageBytesMax) throw new AppError('ACQ-TOO-LARGE');
      presence.assertRoom(report);
      if (report.place !== null && !presence.knows(report)) await assertThere();
      await pass({ report });
    },
    endSession: (sessionId) => void pass({ ended: sessionId }),
    seenBy: (session) => ({
      watch: (changed) => {
        const watcher = { session, changed };
        watchers.add(watcher);
        presence.pipelinesOf(session.id).forEach(changed);
        return () => watchers.delete(watcher);
      },
      at: (pipelineId) => presence.others(session.tenantId, pipelineId, session.user.id),
    }),
    stop: async () => {
      cancel();
      await notifications.close();
    },
  };
}

function reportOf(
  { id: sessionId, tenantId, tenant, user, role }: ActiveSession,
  { id: pipelineId, window, sequence, place }: ReportInput,
  at: number,
): EditorReport {
  const name = [user.name, user.surname].filter((part) => part !== '').join(' ');
  return {
    tenantId,
    sessionId,
    window,
    sequence,
    pipelineId,
    user: { id: user.id, name: name === '' ? user.email : name, email: user.email },
    edits: place?.version === 'Main' && may(role, 'pipeline:update', tenant) && !tenant.readOnly,
    place,
    at,
  };
}
