import type { AppError, Clock } from '@acequia/base';
import type { Database } from '../db/database.ts';
import type { ContentReads } from '../modules/activity/content-reads.service.ts';
import type { ActiveSession } from '../modules/auth/sessions.ts';
import type { WatchedEnd } from './watched-ends.ts';

export interface Lasting {
  /** Its signal aborts with the reason when this server ends it. To be closed. */
  watch(): WatchedEnd;
  /** The present end, ms since 1970; undefined when it is over. */
  remaining(): Promise<number | undefined>;
}

/** What a handler knows of its request. */
export interface RequestContext {
  /** Address of the browser: of the socket, or of X-Forwarded-For when a trusted proxy set it. */
  readonly ip: string;
  /** What the browser shows as its device cookie, true or not. */
  readonly device: string | undefined;
  readonly session: ActiveSession | undefined;
  /** The console's address for people, without a slash at the end. */
  readonly origin: string;
  /** How long the session (or the key that came in its place) lasts; streams end with it. */
  readonly lasting: Lasting;
  /** Why the request may not go on: it came from another site, or its session is over. The guard throws it. */
  readonly fault: AppError | undefined;
  readonly database: Database;
  readonly clock: Clock;
  /** Notes who reads the content of which events. */
  readonly contentReads: ContentReads;
  /** Changes were committed: the relay passes them on. */
  readonly committed: () => void;
  /** Gives the browser the cookie of a session. */
  readonly setSessionCookie: (value: string) => void;
  /** Gives the browser the cookie of a device that has logged in, beside that of its session. */
  readonly setDeviceCookie: (value: string) => void;
  /** Tells who was refused for now when to try again. */
  readonly retryAfter: (seconds: number) => void;
  /** Counts the answer as an event stream of the session until its connection or the stream ends. Throws ACQ-STREAMS-… without a place. */
  readonly openStream: (session: ActiveSession) => void;
  /** Takes the cookie away, and what the browser has cached of us. */
  readonly leave: () => void;
}
