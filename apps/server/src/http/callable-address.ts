import { isAppError } from '@acequia/base';
import { checkEgress, type EgressPolicy, type EgressSurroundings, type Resolver } from '@acequia/wire';

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

/** Knows no name but this machine's: for what is decided by an address as it is written. */
export const asWritten: Resolver = {
  resolve: (name) => Promise.resolve(name === 'localhost' || name.endsWith('.localhost') ? ['127.0.0.1', '::1'] : []),
};

/**
 * The rule (`EGRESS_…`) by which connections to a place are refused, as its name resolves now; undefined: none, or the name does not
 * resolve, which is seen when it is called. May take as long as name servers do: not to be called within a transaction.
 */
export async function ruleAgainst(
  { host, port }: { readonly host: string; readonly port: number },
  egress: EgressPolicy,
  surroundings: EgressSurroundings = {},
): Promise<string | undefined> {
  return checkEgress(host, port, egress, surroundings).then(
    () => undefined,
    (error: unknown) => (isAppError(error) && error.code === 'EGRESS_REFUSED' ? String(error.fields['rule']) : undefined),
  );
}

/** `ruleAgainst` for a URL; undefined for a text that is none. */
export async function ruleAgainstUrl(
  text: string,
  egress: EgressPolicy,
  surroundings: EgressSurroundings = {},
): Promise<string | undefined> {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return ruleAgainst({ host: url.hostname, port: Number(url.port) || (url.protocol === 'http:' ? 80 : 443) }, egress, surroundings);
}

/** Whether an address has a user or a password in it. */
export const hasUser = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username !== '' || password !== '';
};

/** `rule`: the guard's (`EGRESS_…`), URL_CREDENTIALS for an address with a user in it, or URL_INVALID for a text that is no address to call. */
export interface CallFault {
  readonly rule: string;
}

/** Why the server may not be told to call an address, as `isCallable` and the guard of connections say; undefined: it may. */
export async function callFault(text: string, egress: EgressPolicy): Promise<CallFault | undefined> {
  if (hasUser(text)) return { rule: 'URL_CREDENTIALS' };
  const mayBe = await isCallable(text, egress);
  const rule = await ruleAgainstUrl(text, egress, mayBe ? {} : { resolver: asWritten });
  if (rule !== undefined) return { rule };
  return mayBe ? undefined : { rule: 'URL_INVALID' };
}
