import type { ServerResponse } from 'node:http';
import { AppError, minuteMs, type Clock } from '@acequia/base';
import type { ActiveSession } from '../modules/auth/sessions.ts';

/** How many event streams are open at once on this server. */
export interface StreamLimits {
  /** Of a user over all sessions, or of an API key with what was exchanged for it. */
  readonly ofAccount: number;
  readonly ofTenant: number;
  readonly ofServer: number;
  /** A reader that takes nothing of what waits for it during this time is cut off. */
  readonly stalledMs: number;
}

/** A browser window has three or four, and none while it is in the background. */
export const usualStreamLimits: StreamLimits = { ofAccount: 100, ofTenant: 1000, ofServer: 4000, stalledMs: minuteMs };

/** The places of the event streams. */
export interface EventStreams {
  /**
   * Counts the response as a stream of the session until it is closed, in whatever way, and cuts it off when its reader stalls.
   * Throws ACQ-STREAMS-ACCOUNT, ACQ-STREAMS-TENANT or ACQ-STREAMS-SERVER when there is no place.
   */
  open(session: Pick<ActiveSession, 'key' | 'tenantId' | 'user'>, response: ServerResponse): void;
}

export function createEventStreams(limits: StreamLimits, clock: Clock): EventStreams {
  const taken = new Map<string, number>();
  const add = (key: string, count: number) => {
    const sum = (taken.get(key) ?? 0) + count;
    if (sum === 0) taken.delete(key);
    else taken.set(key, sum);
  };
  return {
    open: ({ key, tenantId, user }, response) => {
      const places = [
        { key: key ? `key:${key.id}` : `user:${user.id}`, max: limits.ofAccount, code: 'ACQ-STREAMS-ACCOUNT' },
        { key: `tenant:${tenantId}`, max: limits.ofTenant, code: 'ACQ-STREAMS-TENANT' },
        { key: 'server', max: limits.ofServer, code: 'ACQ-STREAMS-SERVER' },
      ] as const;
      for (const { key: of, max, code } of places) if ((taken.get(of) ?? 0) >= max) throw new AppError(code, { fields: { max } });
      // The caller left while its session was looked up.
      if (response.closed) return;
      for (const { key: of } of places) add(of, 1);
      response.once('close', () => places.forEach(({ key: of }) => add(of, -1)));
      cutOffStalledReader(response, limits.stalledMs, clock);
    },
  };
}

/**
 * Destroys the connection of a stream when bytes wait in it and none of them leaves within `stalledMs`. What waits until then is
 * bounded by the writer: it stops at a full buffer, and its mailbox drops the oldest.
 */
export function cutOffStalledReader(response: ServerResponse, stalledMs: number, clock: Clock): void {
  // Its own `socket` is null while it waits behind another answer of the connection.
  const { socket } = response.req;
  let before = -1;
  let cancel = () => undefined as void;
  const look = () => {
    const waiting = socket.writableLength;
    const gone = socket.bytesWritten - waiting;
    if (waiting > 0 && gone === before) {
      socket.destroy();
      return;
    }
    before = waiting > 0 ? gone : -1;
    cancel = clock.after(stalledMs, look);
  };
  cancel = clock.after(stalledMs, look);
  response.once('close', () => cancel());
}
