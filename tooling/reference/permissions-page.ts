import { contract, type OperationMeta } from '@acequia/contract';
import { may, permissionOf, resources, roles, verbs, type Permission, type Role } from '@acequia/domain';
import * as z from 'zod';
import { code, page, table } from './markdown.ts';

const letters: Readonly<Record<Role, string>> = { owner: 'O', admin: 'A', viewer: 'V' };
const byRank = roles.toReversed();

/** Who may do what: rights by resource, then every operation with everyone who may call it. */
export function permissionsPage(): string {
  return page(
    'Permissions',
    'O = owner, A = admin, V = viewer; O* = owners of the operator’s organization, which is the first one unless `acequia installation operator` says otherwise. A permission is written `resource:verb`. Everybody may change the own preferences. In a demo nobody changes users or the tenant: its members, and how they log in, are those of its organization. `content:read` lets people see what is in events. Operations that show it ask for it besides their own permission. Viewers have it unless an owner or admin has turned off *Show event contents to viewers* (Settings › Security), and so have API keys with the role viewer. Each person and API key that reads content of a listener, a pipeline or a template has one row in the activity log for each clock hour, with the entity `content`.',
    table(
      ['resource', ...verbs],
      resources.map((resource) => [code(resource), ...verbs.map((verb) => whoMay(permissionOf(resource, verb)) || '–')]),
    ),
    '## Operations',
    '*Operator*: yes to owners of the operator’s organization, no to those of every other one. *No* is answered with `WEB-00027`, or with `AUTH.REQUIRED` when logged out. *Unknown*: things of another tenant are named in the input and answered as if they did not exist; what is listed is the own tenant’s alone. An API key may never do more than its role. On users and roles the ranks count besides: nobody acts on oneself or on a higher rank, nor gives a higher role. *Content*: what becomes of event content without `content:read`. *Refused*: the operation is, with `ACQ-CONTENT-HIDDEN`. *Withheld*: it answers without the content. *Inner*: it passes on what the operations that it calls answer the same caller. *Sent*: it answers with what the caller has sent, and nothing else. Reasons keep their code and lose a message that may quote an event. Tables of enrichments are no events: `lookup:read` shows them. Every cell is tested by `apps/server/src/http/permission-matrix.test.ts`.',
    table(
      ['operation', ...byRank, 'API key', 'logged out', 'another tenant’s ids', 'content'],
      Object.entries(contract as unknown as Readonly<Record<string, Readonly<Record<string, Procedure>>>>).flatMap(([noun, operations]) =>
        Object.entries(operations).map(([verb, procedure]) => rowOf(`${noun}:${verb}`, procedure)),
      ),
    ),
  );
}

const whoMay = (permission: Permission | undefined): string =>
  byRank
    .filter((role) => permission !== undefined && may(role, permission, { operator: true }))
    .map((role) => `${letters[role]}${permission !== undefined && may(role, permission) ? '' : '*'}`)
    .join(' ');

/** What oRPC keeps of one operation. */
interface Procedure {
  readonly '~orpc': { readonly meta: OperationMeta; readonly inputSchema?: z.core.$ZodType };
}

function rowOf(name: string, { '~orpc': { meta, inputSchema } }: Procedure): string[] {
  const { permission } = meta;
  const open = permission === 'public';
  return [
    code(name),
    ...byRank.map((role) => answerOf(role, permission)),
    yesNo(meta.keys),
    yesNo(open),
    !open && inputSchema && namesThings(z.toJSONSchema(inputSchema, { io: 'input', unrepresentable: 'any' })) ? 'unknown' : '–',
    meta.content ?? '–',
  ];
}

/** Of a role; `operator`: in the operator's organization alone. */
function answerOf(role: Role, permission: OperationMeta['permission']): string {
  if (permission === 'public' || permission === 'session' || may(role, permission)) return 'yes';
  return may(role, permission, { operator: true }) ? 'operator' : 'no';
}

const yesNo = (yes: boolean): string => (yes ? 'yes' : 'no');

/** Whether an input names things that have ids. */
function namesThings(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  const { properties } = schema as { readonly properties?: Readonly<Record<string, unknown>> };
  if (properties && Object.keys(properties).some((name) => /^ids?$|Ids?$/.test(name))) return true;
  return Object.values(schema).some(namesThings);
}
