import { err, ok, type Result } from '@acequia/base';
import type * as z from 'zod';
import type { ConfigFault, ConfigSchema } from './definition.ts';
import { withoutHidden } from './config-object.ts';

/** What can be wrong with one value of a configuration. Texts: `faultText`. */
export const configFaultCodes = [
  'CONFIG_REQUIRED',
  'CONFIG_TYPE',
  'CONFIG_CHOICE',
  'CONFIG_TOO_SMALL',
  'CONFIG_TOO_LARGE',
  'CONFIG_TOO_SHORT',
  'CONFIG_TOO_LONG',
  'CONFIG_FORMAT',
  'CONFIG_REGEX',
  'CONFIG_TIMEZONE',
  'CONFIG_DUPLICATE',
  'CONFIG_UNKNOWN_FIELD',
  'CONFIG_INVALID',
] as const;
export type ConfigFaultCode = (typeof configFaultCodes)[number];

/**
 * Reads a configuration: defaults filled in, values of hidden fields left out, every fault with its path. Components may
 * raise codes of their own through `fault`; those pass unchanged.
 */
export function parseConfig<C extends ConfigSchema>(schema: C, input: unknown): Result<z.infer<C>, readonly ConfigFault[]> {
  const parsed = schema.safeParse(withoutHidden(schema, input), { reportInput: true });
  return parsed.success ? ok(parsed.data) : err(parsed.error.issues.flatMap(toFaults));
}

function toFaults(issue: z.core.$ZodIssue): ConfigFault[] {
  const path = issue.path.map(String).join('.');
  const one = (code: string, fields?: Readonly<Record<string, string | number>>): ConfigFault[] => [
    { path, code, severity: 'error', ...(fields && Object.keys(fields).length > 0 ? { fields } : {}) },
  ];
  switch (issue.code) {
    case 'invalid_type':
      return one(issue.input === undefined ? 'CONFIG_REQUIRED' : 'CONFIG_TYPE', { expected: String(issue.expected) });
    case 'invalid_value':
      return one(issue.input === undefined ? 'CONFIG_REQUIRED' : 'CONFIG_CHOICE', { expected: issue.values.map(String).join(', ') });
    case 'too_small':
      return one(isLength(issue.origin) ? 'CONFIG_TOO_SHORT' : 'CONFIG_TOO_SMALL', { min: Number(issue.minimum) });
    case 'too_big':
      return one(isLength(issue.origin) ? 'CONFIG_TOO_LONG' : 'CONFIG_TOO_LARGE', { max: Number(issue.maximum) });
    case 'invalid_format':
      return one('CONFIG_FORMAT');
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: path === '' ? key : `${path}.${key}`,
        code: 'CONFIG_UNKNOWN_FIELD',
        severity: 'error' as const,
      }));
    case 'invalid_key':
    case 'invalid_element':
      return one('CONFIG_FORMAT');
    case 'custom': {
      const { fault, ...fields } = (issue.params ?? {}) as Record<string, string | number>;
      return one(typeof fault === 'string' ? fault : 'CONFIG_INVALID', fields);
    }
    default:
      return one('CONFIG_INVALID');
  }
}

const isLength = (origin: string) => origin === 'string' || origin === 'array' || origin === 'set' || origin === 'map';
