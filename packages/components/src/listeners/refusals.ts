import { minuteMs, senderOf, type RefusalCount, type RefusalReason } from '@acequia/base';
import type { ListenerContext } from '@acequia/component-sdk/runtime';
import type { BodyErrorCode } from '@acequia/wire';
import { RefusalCounts } from './refusal-counts.ts';

/** Part of a listener's connections, and of its bytes of bodies, that one sender may have; trusted proxies, behind which are many senders, may have all. */
export const addressShare = 0.8;
/** How long after the last refusal the listener still reports it. */
const shownMs = minuteMs;

/** Reasons that the listener reports as its problem. */
const problemOf: Partial<Record<RefusalReason, string>> = {
  'address-full': 'ADDRESS_CONNECTIONS',
  credentials: 'CREDENTIALS_REFUSED',
};

/** A sender that breaks off, is too slow or is asked to come again was not turned away. */
const reasonOfBody: Partial<Record<BodyErrorCode, RefusalReason>> = {
  BODY_TOO_LARGE: 'too-large',
  BODY_RATIO: 'too-large',
  BODY_CORRUPT: 'malformed',
  BODY_ENCODING: 'malformed',
};

/** Keeps what a listener reports of senders it turned away. */
export interface Refusals {
  refused(this: void, reason: RefusalReason, ip: string): void;
  /** A body that could not be read. */
  body(this: void, code: BodyErrorCode, ip: string): void;
  problem(this: void): { readonly code: string; readonly message: string } | undefined;
  counts(this: void): readonly RefusalCount[] | undefined;
}

export function createRefusals(ctx: Pick<ListenerContext, 'clock' | 'log'>): Refusals {
  const counts = new RefusalCounts();
  let last: { readonly code: string; readonly message: string; readonly atMs: number } | undefined;
  const refused = (reason: RefusalReason, ip: string): void => {
    ctx.log.debug({ reason, ip }, 'sender refused');
    const now = ctx.clock.monotonic();
    counts.note(reason, senderOf(ip), now);
    const code = problemOf[reason];
    if (code !== undefined) last = { code, message: ip, atMs: now };
  };
  return {
    refused,
    body(code, ip) {
      const reason = reasonOfBody[code];
      if (reason !== undefined) refused(reason, ip);
    },
    problem() {
      if (last === undefined || ctx.clock.monotonic() - last.atMs > shownMs) return undefined;
      return { code: last.code, message: last.message };
    },
    counts: () => counts.read(ctx.clock.monotonic()),
  };
}
