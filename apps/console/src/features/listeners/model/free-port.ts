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
  const ports = Object.entries(schema.shape).flatMap(([name, field]): [string, number][] => {
    const usual = begun[name] ?? defaultOf(field);
    if (hintOf(field)?.widget !== 'port' || typeof usual !== 'number') return [];
    const taken = new Set(others.map((config) => config[name]));
    return taken.has(usual) ? [[name, freePort(usual, taken, range)]] : [];
  });
  return ports.length === 0 ? begun : { ...begun, ...Object.fromEntries(ports) };
}
