import type { Clock } from '@acequia/base';
import { DeliveryError, Disconnected, Misconfigured, type SendReport } from '@acequia/component-sdk/runtime';
import type { Link } from './link.ts';

export interface ResilientOptions {
  readonly tries: number;
  readonly tryForMs: number;
  /** Field that gets the assembled message. */
  readonly field: string;
  readonly clock: Clock;
}

const firstWaitMs = 250;

/**
 * The resilient form (catalogue 8.4), the one exception to the rule that a runtime never retries or sleeps by itself:
 * after `tries`, or `tryFor`, the records leave by the port `fallback` with their text instead of waiting. It waits on the
 * context's clock and ends with `Disconnected` when the signal aborts. While the last batch failed, later ones get a
 * single try.
 */
export function createResilientDelivery(link: Link, options: ResilientOptions) {
  let down = false;

  return async (messages: readonly Uint8Array[], signal: AbortSignal): Promise<SendReport> => {
    const startMs = options.clock.monotonic();
    const tries = down ? 1 : options.tries;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const report = await link.deliver(messages, signal);
        down = false;
        const refused = report.rejected ?? [];
        return {
          wireBytes: report.wireBytes,
          ...(refused.length === 0 ? {} : { routed: refused.map(({ record }) => route(messages, record)) }),
        };
      } catch (error) {
        if (signal.aborted || !(error instanceof DeliveryError) || error instanceof Misconfigured) throw error;
        const waitMs = firstWaitMs * 2 ** (attempt - 1);
        if (attempt >= tries || options.clock.monotonic() - startMs + waitMs > options.tryForMs) {
          down = true;
          return { wireBytes: 0, routed: messages.map((_, record) => route(messages, record)) };
        }
        await options.clock.sleep(waitMs, signal).catch((reason: unknown) => {
          throw new Disconnected('DELIVERY_ABORTED', {}, reason);
        });
      }
    }
  };

  function route(messages: readonly Uint8Array[], record: number): NonNullable<SendReport['routed']>[number] {
    return { record, port: 'fallback', fields: { [options.field]: Buffer.from(messages[record]!).toString('utf8') } };
  }
}
