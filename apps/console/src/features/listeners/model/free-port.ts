import { defaultOf, hintOf, type ConfigSchema } from '@acequia/component-sdk/definition';

type Config = Readonly<Record<string, unknown>>;

/** The next port from `wanted` upwards that is not taken, starting again at the bottom of the range; `wanted` when all are. */
export function freePort(wanted: number, taken: ReadonlySet<unknown>, range: { readonly from: number; readonly to: number }): number {
  const start = Math.min(Math.max(wanted, range.from), range.to);
  const size = range.to - range.from + 1;
  for (let step = 0; step < size; step += 1) {
    const port = range.from + ((start - range.from + step) % size);
    if (!taken.has(port)) return port;
  }
  return wanted;
}

/** Where a new listener begins: as given, but with a port of its own where the others of the tenant have its usual one. */
export function withFreePort(
  schema: ConfigSchema,
  begun: Config,
  others: readonly Config[],
  range: { readonly from: number; readonly to: number },
): Config {
  const taken = new Set(others.flatMap(portsOf));
  const changed: Record<string, number> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    const usual = begun[name] ?? defaultOf(field);
    if (hintOf(field)?.widget !== 'port' || typeof usual !== 'number') continue;
    const port = taken.has(usual) ? freePort(usual, taken, range) : usual;
    taken.add(port);
    if (port !== usual) changed[name] = port;
  }
  return { ...begun, ...changed };
}

/** Ports of a listener of any kind: its fields `port`, `grpcPort` and the like. */
const portsOf = (config: Config): unknown[] => Object.entries(config).flatMap(([name, value]) => (/port$/i.test(name) ? [value] : []));
