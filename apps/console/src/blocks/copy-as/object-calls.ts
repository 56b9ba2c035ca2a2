import type { OperationName } from '@acequia/contract';

/** The call of the API that reads one thing, by kind: the operation, and its path with the place of the id. */
export const objectCalls = {
  listener: { operation: 'listeners:find', path: '/listeners/{id}' },
  pipeline: { operation: 'pipelines:find', path: '/pipelines/{id}' },
  datasink: { operation: 'datasinks:find', path: '/datasinks/{id}' },
  lookup: { operation: 'lookups:find', path: '/lookups/{id}' },
  secret: { operation: 'secrets:getUsages', path: '/secrets/{id}/usages' },
  token: { operation: 'authToken:find', path: '/auth-tokens/{id}' },
} as const satisfies Record<string, { readonly operation: OperationName; readonly path: string }>;

export type ObjectKind = keyof typeof objectCalls;

/** Reads the thing with an API key, which the shell has in ACEQUIA_KEY. `origin`: where the console is served. */
export const curlOf = (kind: ObjectKind, id: string, origin: string): string =>
  `curl -sS -H "Authorization: Bearer $ACEQUIA_KEY" ${quoted(`${origin}/api/v1${objectCalls[kind].path.replace('{id}', encodeURIComponent(id))}`)}`;

/** Reads the thing with the command of Acequia, as the account in ACEQUIA_EMAIL and ACEQUIA_PASSWORD. */
export const commandOf = (kind: ObjectKind, id: string, origin: string): string =>
  `ACEQUIA_URL=${quoted(origin)} acequia api ${objectCalls[kind].operation} ${quoted(JSON.stringify({ id }))}`;

/** One word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
