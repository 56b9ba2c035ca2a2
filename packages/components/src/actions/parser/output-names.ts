import { NameCleaner, cleanName, convert, expecting, type Expected, type FieldType, type FieldValue, type Member } from '@acequia/event';
import type { OutputChange, ParserConfig } from './config.ts';

/** How many names are remembered; names may come from data. */
const namesMax = 4096;

export type ChangedMembers = readonly (readonly [name: string, value: FieldValue])[];

export interface OutputFault {
  readonly code: 'TYPE_CONVERSION';
  readonly field: string;
  readonly expected: Expected;
}

export type Outputs = ReturnType<typeof createOutputs>;

/** Names and types members get: cleaned (catalogue 1.2), renamed, converted, prefixed. */
export function createOutputs(config: Pick<ParserConfig, 'outputs' | 'prefix' | 'timezone'>) {
  const changes = new Map<string, OutputChange>(config.outputs.map((change) => [change.name, change]));
  const prefix = config.prefix ?? '';
  const names = new Map<string, string>();

  /** Final name of a member whose name needs no care; undefined when it has to be cleaned. */
  const nameOf = (member: string): string | undefined => {
    const known = names.get(member);
    if (known !== undefined) return known;
    if (cleanName(member, 1) !== member) return undefined;
    const name = prefix + renamed(changes, member);
    if (names.size < namesMax) names.set(member, name);
    return name;
  };

  return {
    nameOf,
    /** What a member's value has to be converted to. */
    typeOf: (member: string): FieldType | undefined => changes.get(member)?.type,
    changeAll: (members: readonly Member[], nearNs: bigint): ChangedMembers | OutputFault => {
      const changed: [string, FieldValue][] = [];
      let cleaner: NameCleaner | undefined;
      if (members.some(([member]) => nameOf(member) === undefined)) cleaner = new NameCleaner();
      for (const [member, value] of members) {
        const clean = cleaner === undefined ? member : cleaner.clean(member);
        const change = changes.get(clean);
        let result: FieldValue = value;
        if (change?.type !== undefined) {
          const converted = convert(value, change.type, {
            base: 10,
            tz: config.timezone,
            nearNs,
            ...(change.timeFormat === undefined ? {} : { pattern: change.timeFormat }),
          });
          if (!converted.ok)
            return {
              code: 'TYPE_CONVERSION',
              field: clean,
              expected: expecting('EXPECTED_TYPE_FROM', { type: converted.error.to, from: converted.error.from }),
            };
          result = converted.value;
        }
        changed.push([prefix + renamed(changes, clean), result]);
      }
      return changed;
    },
    /** Known outputs after renames, types and prefix. */
    known: (
      known: readonly { readonly name: string; readonly type: FieldType | 'unknown' }[],
    ): readonly (readonly [string, FieldType | 'unknown'])[] => {
      const all = new Map(known.map(({ name, type }) => [name, type]));
      for (const { name } of config.outputs) if (!all.has(name)) all.set(name, 'unknown');
      return [...all].map(([name, type]) => [prefix + renamed(changes, name), changes.get(name)?.type ?? type] as const);
    },
  };
}

/** A rename of `row` renames `row.k` too (catalogue 5.1). */
function renamed(changes: ReadonlyMap<string, OutputChange>, name: string): string {
  const own = changes.get(name)?.rename;
  if (own !== undefined) return own;
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const parent = changes.get(name.slice(0, dot))?.rename;
    if (parent !== undefined) return parent + name.slice(dot);
  }
  return name;
}
