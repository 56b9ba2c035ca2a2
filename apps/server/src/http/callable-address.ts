import type { EgressPolicy } from '@acequia/wire';

const loopbackHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether the server itself may call an address: https; plain http only to this very machine, where the installation may call it. Never with a user in the address. */
export function isCallable(text: string, { mode }: EgressPolicy): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const secure = url?.protocol === 'https:' || (url?.protocol === 'http:' && mode === 'open' && loopbackHost.test(url.hostname));
  return url !== undefined && secure && url.username === '' && url.password === '';
}
