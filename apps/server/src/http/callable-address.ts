import { checkEgress, type EgressPolicy } from '@acequia/wire';

const loopbackHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether a text is an address that the server may be told to call: https; plain http only to this very machine, where that may be called. Never with a user in it. */
export async function isCallable(text: string, egress: EgressPolicy): Promise<boolean> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  if (url.protocol !== 'http:' || !loopbackHost.test(url.hostname)) return false;
  return checkEgress(url.hostname, Number(url.port || 80), egress).then(
    () => true,
    () => false,
  );
}
