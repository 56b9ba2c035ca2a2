import type { ConfigFault, Follow } from '@acequia/component-sdk/definition';

const loopback = '127.0.0.1';
const isLoopback = (bind: string): boolean => bind.startsWith('127.') || bind === '::1';

/** In a form: without authentication a listener serves this machine alone, unless a person chose an address. */
export const followBind: Follow = (next, before) => {
  if (next['auth'] === before['auth']) return next;
  const { bind, ...rest } = next;
  if (next['auth'] === 'none') return bind === undefined ? { ...next, bind: loopback } : next;
  return before['auth'] === 'none' && bind === loopback ? rest : next;
};

/** Warns of a listener that takes events from anyone who reaches it. */
export function openListenerFaults(config: {
  readonly auth: string;
  readonly bind: string;
  readonly allowFrom: readonly string[];
  readonly tls: boolean;
  readonly clientAuth: string;
}): readonly ConfigFault[] {
  const isOpen =
    config.auth === 'none' &&
    !isLoopback(config.bind) &&
    config.allowFrom.length === 0 &&
    !(config.tls && config.clientAuth === 'require-and-verify');
  return isOpen ? [{ path: 'auth', code: 'CONFIG_OPEN_LISTENER', severity: 'warning' }] : [];
}
