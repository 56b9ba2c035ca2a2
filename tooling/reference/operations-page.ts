import { contract, type OperationMeta } from '@acequia/contract';
import * as z from 'zod';
import { code, page, table } from './markdown.ts';

/** What oRPC keeps of one operation. */
interface Procedure {
  readonly '~orpc': {
    readonly meta: OperationMeta;
    readonly route: { readonly method?: string; readonly path?: string; readonly summary?: string };
    readonly inputSchema?: z.core.$ZodType;
  };
}

/** Every named operation: how it is called, who may, what it takes and which errors it gives. */
export function operationsPage(): string {
  const nouns = Object.entries(contract as unknown as Readonly<Record<string, Readonly<Record<string, Procedure>>>>);
  return page(
    'Operations',
    'The path stands under `/api/v1`. The permission is checked before anything runs: *public* needs no session, *session* any logged-in user. `?` marks input that may be left out. Every operation may also give the errors of the last line.',
    ...nouns.flatMap(([noun, operations]) => [
      `## ${noun}`,
      table(
        ['operation', 'what', 'call', 'permission', 'input', 'errors of its own', 'activity'],
        Object.entries(operations).map(([verb, procedure]) => rowOf(`${noun}:${verb}`, procedure, own(nouns))),
      ),
    ]),
    `Errors of all: with a session ${codes(shared(nouns, false))}; public ${codes(shared(nouns, true))}.`,
  );
}

function rowOf(
  name: string,
  { '~orpc': { meta, route, inputSchema } }: Procedure,
  isOwn: (meta: OperationMeta, error: string) => boolean,
): string[] {
  return [
    code(name),
    `${route.summary ?? ''}${meta.stream ? ' (event stream)' : ''}`,
    code(`${route.method} ${route.path}`),
    permissionOf(meta),
    inputOf(inputSchema),
    codes(meta.errors.filter((error) => isOwn(meta, error))),
    meta.activity ? `${meta.activity.entity} ${meta.activity.operation}` : '–',
  ];
}

const permissionOf = ({ permission, content }: OperationMeta): string => {
  if (permission === 'public' || permission === 'session') return permission;
  return content === 'refused' ? codes([permission, 'content:read']) : code(permission);
};

const codes = (list: readonly string[]): string => (list.length === 0 ? '–' : list.map(code).join(' '));

type Nouns = readonly (readonly [string, Readonly<Record<string, Procedure>>])[];

const allOf = (nouns: Nouns): OperationMeta[] =>
  nouns.flatMap(([, operations]) => Object.values(operations).map((procedure) => procedure['~orpc'].meta));

/** Errors that every operation of the kind has. */
function shared(nouns: Nouns, open: boolean): string[] {
  const lists = allOf(nouns)
    .filter(({ permission }) => (permission === 'public') === open)
    .map(({ errors }): readonly string[] => errors);
  return (lists[0] ?? []).filter((error) => lists.every((list) => list.includes(error)));
}

function own(nouns: Nouns): (meta: OperationMeta, error: string) => boolean {
  const [open, closed] = [shared(nouns, true), shared(nouns, false)];
  return ({ permission }, error) => !(permission === 'public' ? open : closed).includes(error);
}

function inputOf(schema: z.core.$ZodType | undefined): string {
  if (!schema) return '–';
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const names = Object.keys(properties).map((name) => code(required.includes(name) ? name : `${name}?`));
  return names.length === 0 ? '–' : names.join(' ');
}
