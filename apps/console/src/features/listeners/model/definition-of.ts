import { parseConfig, type ConfigFault, type ListenerDefinition } from '@acequia/component-sdk/definition';
import type { Listener } from '@acequia/contract';

type Definition = ListenerDefinition | undefined;

/** `tcp 6514 TLS` for each socket. */
export function socketsOf(definition: Definition, listener: Listener): readonly string[] {
  const parsed = definition && parseConfig(definition.config, listener.config);
  if (!definition || !parsed?.ok) return [];
  return definition.binds(parsed.value).map((bind) => `${bind.protocol} ${bind.port}${bind.tls ? ' TLS' : ''}`);
}

/** What a person should know about a configuration that runs; none while it cannot be read. */
export function listenerWarnings(definition: Definition, config: Readonly<Record<string, unknown>>): readonly ConfigFault[] {
  const parsed = definition && parseConfig(definition.config, config);
  return definition?.check && parsed?.ok ? definition.check(parsed.value).filter(({ severity }) => severity === 'warning') : [];
}
