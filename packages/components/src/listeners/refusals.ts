import { minuteMs } from '@acequia/base';
import type { ListenerContext } from '@acequia/component-sdk/runtime';
import type { Refusal } from '@acequia/wire';

/** Part of a listener's connections, and of its bytes of bodies, that one address may have; trusted proxies, behind which are many senders, may have all. */
export const addressShare = 0.8;
/** How long after the last refusal the listener still reports it. */
const shownMs = minuteMs;

export const perAddress = (maxConnections: number, except: readonly string[] = []) => ({
  max: Math.ceil(maxConnections * addressShare),
  except,
});

/** Keeps what a listener reports of connections and credentials it refused. */
export function createRefusals(ctx: Pick<ListenerContext, 'clock' | 'log'>) {
  let last: { readonly code: string; readonly message: string; readonly atMs: number } | undefined;
  const note = (code: string, ip: string): void => {
    last = { code, message: ip, atMs: ctx.clock.monotonic() };
  };
  return {
    refused(reason: Refusal, ip: string): void {
      ctx.log.debug({ reason, ip }, 'connection refused');
      if (reason === 'address-full') note('ADDRESS_CONNECTIONS', ip);
    },
    credentials: (ip: string): void => note('CREDENTIALS_REFUSED', ip),
    problem(): { readonly code: string; readonly message: string } | undefined {
      if (last === undefined || ctx.clock.monotonic() - last.atMs > shownMs) return undefined;
      return { code: last.code, message: last.message };
    },
  };
}
