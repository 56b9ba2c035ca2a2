import type * as z from 'zod';
import type { ConfigSchema } from './definition.ts';
import { hintOf } from './field.ts';
import type { FieldHint } from './field-hint.ts';

/** Where a configuration leads. `port` as the address has it, else that of its scheme. */
export interface ConfiguredAddress {
  readonly path: string;
  readonly host: string;
  readonly port: number;
}

type AddressHint = FieldHint & Required<Pick<FieldHint, 'leadsTo'>>;

/** Fields of a configuration that say where connections lead, with how they say it. */
export const addressFieldsOf = (schema: ConfigSchema): Readonly<Record<string, AddressHint>> =>
  Object.fromEntries(
    Object.entries(schema.shape as z.core.$ZodLooseShape).flatMap(([name, member]): readonly (readonly [string, AddressHint])[] => {
      const hint = hintOf(member);
      return hint?.leadsTo === undefined ? [] : [[name, { ...hint, leadsTo: hint.leadsTo }]];
    }),
  );

/** The addresses that a checked configuration would call, without those of fields that do not apply and texts that are none. */
export function addressesOf(schema: ConfigSchema, config: Readonly<Record<string, unknown>>): readonly ConfiguredAddress[] {
  return Object.entries(addressFieldsOf(schema)).flatMap(([path, { leadsTo, when }]): readonly ConfiguredAddress[] => {
    const text = config[path];
    if (typeof text !== 'string' || (when && !when.in.includes(config[when.field] as string))) return [];
    if (leadsTo === 'host') return [{ path, host: text, port: Number(config['port']) }];
    if (!URL.canParse(text)) return [];
    const url = new URL(text);
    return [{ path, host: url.hostname, port: Number(url.port) || (url.protocol === 'http:' ? 80 : 443) }];
  });
}
