import type { Clock } from '@acequia/base';
import { DeliveryError, Disconnected, Misconfigured, type SendReport } from '@acequia/component-sdk/runtime';
import type { Link, LinkReport } from './link.ts';

export interface ResilientOptions {
  readonly tries: number;
  readonly tryForMs: number;
  /** Field that gets the assembled message. */
  readonly field: string;
  readonly clock: Clock;
  /** What the links to one receiver share. */
  readonly receiver: { isDown: boolean };
}

const firstWaitMs = 250;

/**
 * The resilient form (catalogue 8.4), the one exception to the rule that a runtime never retries or sleeps by itself:
 * after `tries`, or `tryFor`, the records leave by the port `fallback` with their text instead of waiting. It waits on the
 * context's clock and ends with `Disconnected` when the signal aborts. While the last batch failed, later ones get a
 * single try.
 *
 * Takes further batches while earlier ones wait for their proof. As soon as one of them fails, all without a proof and those
 * that come meanwhile are sent one by one, in order; the tries of each are counted from its turn on.
 */
export function createResilientLink(link: Link, options: ResilientOptions): Link<SendReport> {
  const { clock, receiver } = options;
  let last: Promise<void> = Promise.resolve();
  /** Batches called and not ended. */
  let underWay = 0;
  /** Those of them that failed, or came after one that did. */
  let inTurn = 0;
  /** What the caller must hear of before anything else is sent. */
  let final: { readonly error: unknown } | undefined;

  const attempt = async (messages: readonly Uint8Array[], signal: AbortSignal): Promise<SendReport | DeliveryError> => {
    if (final) throw final.error;
    try {
      const report = await link.deliver(messages, signal);
      receiver.isDown = false;
      return reportOf(messages, report);
    } catch (error) {
      if (!signal.aborted && error instanceof DeliveryError && !(error instanceof Misconfigured)) return error;
      final ??= { error };
      throw error;
    }
  };

  const tryInTurn = async (
    messages: readonly Uint8Array[],
    signal: AbortSignal,
    { startMs, failures }: { readonly startMs: number; readonly failures: number },
  ): Promise<SendReport> => {
    const tries = receiver.isDown ? 1 : options.tries;
    for (let failed = failures; ;) {
      if (failed > 0) {
        const waitMs = firstWaitMs * 2 ** (failed - 1);
        if (failed >= tries || clock.monotonic() - startMs + waitMs > options.tryForMs) {
          receiver.isDown = true;
          return { wireBytes: 0, routed: messages.map((_, record) => route(messages, record)) };
        }
        await clock.sleep(waitMs, signal).catch((reason: unknown) => {
          throw new Disconnected('DELIVERY_ABORTED', {}, reason);
        });
      }
      const report = await attempt(messages, signal);
      if (!(report instanceof DeliveryError)) return report;
      failed += 1;
    }
  };

  const deliver = async (messages: readonly Uint8Array[], signal: AbortSignal): Promise<SendReport> => {
    const before = last;
    const own = Promise.withResolvers<void>();
    last = own.promise;
    const calledMs = clock.monotonic();
    let isFirst = underWay === 0;
    void before.then(() => (isFirst = true));
    underWay += 1;
    let waits = inTurn > 0;
    try {
      let failures = 0;
      if (!waits) {
        const report = await attempt(messages, signal);
        if (!(report instanceof DeliveryError)) return report;
        // With others before it, its failure is theirs.
        failures = isFirst ? 1 : 0;
        waits = true;
      }
      inTurn += 1;
      await orAborted(before, signal);
      return await tryInTurn(messages, signal, { startMs: failures > 0 ? calledMs : clock.monotonic(), failures });
    } finally {
      if (waits) inTurn -= 1;
      underWay -= 1;
      if (underWay === 0) final = undefined;
      own.resolve();
    }
  };

  return { deliver, close: () => link.close() };

  function reportOf(messages: readonly Uint8Array[], { wireBytes, rejected = [] }: LinkReport): SendReport {
    return { wireBytes, ...(rejected.length === 0 ? {} : { routed: rejected.map(({ record }) => route(messages, record)) }) };
  }

  function route(messages: readonly Uint8Array[], record: number): NonNullable<SendReport['routed']>[number] {
    return { record, port: 'fallback', fields: { [options.field]: Buffer.from(messages[record]!).toString('utf8') } };
  }
}

async function orAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(new Disconnected('DELIVERY_ABORTED'));
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
