import { compileTimePattern } from '../../time/time-pattern.ts';
import { isZone } from '../../time/zone.ts';
import type { FieldValue } from '../../values.ts';

type Check = (constants: readonly (FieldValue | undefined)[]) => { readonly argument: number; readonly detail: string } | undefined;

/** Refuses a constant that is no time pattern. */
export const badPattern =
  (argument: number): Check =>
  (constants) => {
    const value = constants[argument];
    return typeof value === 'string' && !compileTimePattern(value).ok ? { argument, detail: value } : undefined;
  };

/** Refuses a constant that is no time zone. */
export const badZone =
  (argument: number): Check =>
  (constants) => {
    const value = constants[argument];
    return typeof value === 'string' && !isZone(value) ? { argument, detail: value } : undefined;
  };
