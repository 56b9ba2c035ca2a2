import type * as z from 'zod';
import type { ConfigFault, ConfigSchema } from './definition.ts';
import { hintOf } from './field.ts';
import type { FieldHint } from './field-hint.ts';

/** What stands for a credential where somebody may not see it. */
export const hiddenCredential = '***';

type Config = Readonly<Record<string, unknown>>;

/**
 * A fault for each text of a configuration that holds a credential in clear: an address with a user in it or with a query that carries
 * one, a header that does. A text that stood there `before` is none, so that what was saved once may be renamed.
 */
export function clearCredentialFaults(schema: ConfigSchema, config: Config, before: Config = {}): readonly ConfigFault[] {
  return credentialFieldsOf(schema).flatMap(([field, code]): readonly ConfigFault[] => {
    const value = config[field];
    if (typeof value === 'string') {
      const found = value === before[field] ? undefined : faultOfAddress(value, code);
      return found === undefined ? [] : [{ path: field, code: found, severity: 'error' }];
    }
    const known = headersOf(before[field]);
    return Object.entries(headersOf(value)).flatMap(([name, text]): readonly ConfigFault[] =>
      isClearHeader(name, text) && known[name] !== text ? [{ path: `${field}.${name}`, code, severity: 'error' }] : [],
    );
  });
}

/** The configuration for somebody who may not edit it: `***` in place of each credential that `clearCredentialFaults` finds. */
export function withoutCredentials(schema: ConfigSchema, config: Config): Record<string, unknown> {
  const shown: Record<string, unknown> = { ...config };
  for (const [field, code] of credentialFieldsOf(schema)) {
    const value = config[field];
    if (typeof value === 'string')
      shown[field] = addressWithoutCredentials(
        code === 'CONFIG_HOST_CREDENTIALS' ? value.replace(userBeforeHost, `${hiddenCredential}@`) : value,
      );
    else if (typeof value === 'object' && value !== null)
      shown[field] = Object.fromEntries(
        Object.entries(headersOf(value)).map(([name, text]) => [name, isClearHeader(name, text) ? hiddenCredential : text]),
      );
  }
  return shown;
}

/** An address, perhaps a template, with `***` for the user in it and for the values of a query that carry credentials. */
export function addressWithoutCredentials(text: string): string {
  const cut = text.search(/[?#]/);
  const [place, query] = cut < 0 ? [text, ''] : [text.slice(0, cut), text.slice(cut)];
  return (
    place.replace(userInAddress, `$1${hiddenCredential}@`) +
    query.replaceAll(/([?&;])([^=&;#]*)=([^&;#]*)/g, (whole, mark: string, name: string, value: string) =>
      isClearParameter(name, value) ? `${mark}${name}=${hiddenCredential}` : whole,
    )
  );
}

/**
 * Whether a header or parameter of this name carries a credential: `authorization`, `cookie`, `*-api-key`, `*-token`, `*-secret` and the
 * others below, whole or as the end of a longer name, written with hyphens, underscores, dots or capitals: `x-api-key`, `clientSecret`,
 * `hub.secret`, `token[]`.
 */
export function carriesCredential(name: string): boolean {
  const plain = decoded(name)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '');
  return plain !== 'x-atlassian-token' && credentialName.test(plain);
}

/** A peer decodes what is percent-encoded in the name of a parameter. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const credentialName =
  /^x-honeycomb-team$|(?:^|-)(?:authorization|cookie|api-?key|access-key|auth-key|functions-key|subscription-key|private-key|license-key|insert-key|shared-key|auth|token|jwt|secret|password|passwd|pwd|credentials?)$/;
const userInAddress = /^(\s*[a-z][a-z0-9+.-]*:[/\\]*)[^/\\?#]*@/i;
/** In a text that names a host. */
export const userBeforeHost = /^[^/\\?#]*@/;

const credentialFieldsOf = (schema: ConfigSchema): readonly (readonly [string, NonNullable<FieldHint['clearCredential']>])[] =>
  Object.entries(schema.shape as z.core.$ZodLooseShape).flatMap(([name, member]) => {
    const code = hintOf(member)?.clearCredential;
    return code === undefined ? [] : [[name, code] as const];
  });

function faultOfAddress(text: string, code: string): string | undefined {
  if (userInAddress.test(text) || (code === 'CONFIG_HOST_CREDENTIALS' && userBeforeHost.test(text))) return code;
  const query = /\?([^#]*)/.exec(text)?.[1] ?? '';
  const carries = query.split(/[&;]/).some((part) => isClearParameter(...nameAndValue(part)));
  return carries ? 'CONFIG_QUERY_CREDENTIAL' : undefined;
}

function nameAndValue(part: string): readonly [string, string] {
  const cut = part.indexOf('=');
  return cut < 0 ? [part, ''] : [part.slice(0, cut), part.slice(cut + 1)];
}

/** `key` and `code` are names of credentials (Google, Azure) and of much else: what is long counts. */
const isClearParameter = (name: string, value: string): boolean =>
  isTyped(value) && (carriesCredential(name) || /^sig$|signature$/i.test(name) || (/^(?:key|code)$/i.test(name) && value.length >= 16));

const isClearHeader = (name: string, value: string): boolean =>
  isTyped(value) && (carriesCredential(name) || /^\s*(?:bearer|basic)\s+\S/i.test(value));

/** Whether more stands in a value than references to an event's fields, with the scheme before them. */
function isTyped(value: string): boolean {
  const rest = value.replaceAll(/\{\{[^}]*\$\{[^}]*\}.*?\}\}|\$\{[^}]*\}/g, '').trim();
  return rest !== '' && (rest === value.trim() || !/^(?:bearer|basic|digest|token|apikey|splunk)$/i.test(rest));
}

const headersOf = (value: unknown): Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
    : {};
