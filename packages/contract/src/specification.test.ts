import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { contract } from './contract.ts';

interface Made {
  readonly '~orpc': { readonly inputSchema?: z.ZodType; readonly outputSchema?: z.ZodType };
}
interface Shape {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
}

function made(name: string): Made['~orpc'] {
  const [noun = '', verb = ''] = name.split(':');
  return (contract as unknown as Record<string, Record<string, Made>>)[noun]![verb]!['~orpc'];
}
const shapeOf = (schema: z.ZodType | undefined, io: 'input' | 'output'): Shape =>
  schema ? (z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Shape) : {};

/** Payloads of section 7 in the area of accounts and settings. Anything more must be optional. */
const payloads: Readonly<Record<string, readonly string[]>> = {
  'auth:reauthenticateWithCredential': ['email', 'password'],
  'auth:reauthenticateWithProvider': ['provider', 'tenantSlug'],
  'auth:removeToken': [],
  'auth:updatePassword': ['email', 'userId', 'oldPassword', 'newPassword', 'confirmNewPassword'],
  'auth:getTotpSecret': [],
  'auth:activateTotpMfa': ['totpCode'],
  'auth:onIdentityProviderTokenChange': [],
  'tenants:find': ['id'],
  'tenants:updateTenantSettings': ['id', 'settings'],
  'tenants:activateTenantMfa': ['id', 'settings'],
  'secrets:list': [],
  'secrets:deleteSecret': ['id'],
  'secrets:getUsages': ['id'],
  'authToken:getAll': [],
  'authToken:find': ['id'],
  'authToken:deleteById': ['id'],
  'activity:getUserActivity': ['page', 'from', 'to', 'userId', 'operation', 'entity'],
  'authOpenID:getConfig': [],
  'authOpenID:createConfig': ['clientId', 'issuer', 'clientSecret', 'responseType', 'enabled'],
  'authOpenID:updateConfig': ['id', 'clientId', 'issuer', 'clientSecret', 'responseType', 'enabled'],
  'authSaml:getConfig': [],
  'authSaml:createConfig': ['idpEntityId', 'ssoUrl', 'x509Certificates', 'enabled'],
  'authSaml:updateConfig': ['id', 'idpEntityId', 'ssoUrl', 'x509Certificates', 'enabled'],
  'marketplace:getAllTemplates': ['tenantId'],
  'marketplace:getTemplateById': ['id', 'tenantId'],
  'marketplace:createTemplate': ['pipelineId', 'version', 'name', 'description', 'tags', 'samples'],
  'listeners:find': ['id'],
  'datasinks:find': ['id'],
  'internalPipelines:create': ['pipelineId', 'version', 'document', 'source'],
  'internalPipelines:getLogSamples': ['id', 'node'],
  'internalPipelines:delete': ['id'],
  'actions:test': ['component', 'config', 'events'],
  'secrets:create': ['name', 'description', 'tags', 'value', 'expirationDate'],
  'usage:listeners': ['from', 'to'],
  'usage:pipelines': ['from', 'to'],
  'usage:datasinks': ['from', 'to'],
  'users:list': [],
  'users:find': ['id'],
  'users:invite': ['emails', 'role'],
  'users:reinvite': ['ids'],
  'users:remove': ['ids'],
  'users:updateRole': ['ids', 'role'],
  'auth:keepAlive': [],
};
/** Of our own: the specification tells neither. */
const more = new Set(['authSaml:createConfig nameIdFormat', 'authSaml:updateConfig nameIdFormat']);

describe('a call of the specification', () => {
  test.each(Object.entries(payloads))('%s keeps its name and takes %j', (name, fields) => {
    const { properties = {}, required = [] } = shapeOf(made(name).inputSchema, 'input');
    expect(Object.keys(properties)).toEqual(expect.arrayContaining([...fields]));
    expect(required.filter((field) => !fields.includes(field) && !more.has(`${name} ${field}`))).toEqual([]);
  });
});

/** Fields of section 3, as paths into what an operation answers with; `[]` is an element of a list. */
const answers: Readonly<Record<string, readonly string[]>> = {
  'auth:session': ['user.Email', 'user.UID', 'user.UserName', 'user.TenantId', 'user.AccessMap.Roles'],
  'auth:getTotpSecret': ['key', 'url'],
  'tenants:find': ['id', 'slug', 'name', 'members', 'default', 'settings[].settingType', 'settings[].value'],
  'secrets:list': ['[].id', '[].name', '[].description', '[].tags', '[].expirationDate', '[].active'],
  'secrets:getUsages': [
    'pipelines[].id',
    'pipelines[].name',
    'pipelines[].versions[].version',
    'pipelines[].versions[].versionName',
    'pipelines[].versions[].status',
    'listeners[].id',
    'listeners[].name',
    'listeners[].actionName',
    'datasinks[].id',
    'datasinks[].name',
    'datasinks[].actionName',
    'totalUsages',
  ],
  'authToken:getAll': ['[].id', '[].name', '[].description', '[].expiration', '[].lastUsed', '[].tokenMask'],
  'authToken:create': ['token'],
  'marketplace:getAllTemplates': [
    '[].id',
    '[].name',
    '[].description',
    '[].author.avatar',
    '[].author.name',
    '[].tags',
    '[].actionFrom.name',
    '[].actionFrom.customAction.src',
    '[].actionFrom.customAction.color',
    '[].actionTo.name',
    '[].featured',
  ],
  'marketplace:getTemplateById': [
    'preview',
    'pipeline',
    'pipelineMetadata',
    'related',
    'logs.input.label',
    'logs.input.fields',
    'logs.input.content',
    'logs.output[].label',
    'logs.output[].fields',
    'logs.output[].content',
    'graph',
  ],
  'alerts:list': ['message', 'priority', 'source.type', 'source.id', 'location', 'cluster', 'worker', 'timestamp'].map(
    (field) => `data[].${field}`,
  ),
  'lookups:listVersions': ['[].number', '[].status', '[].columns[]', '[].rows', '[].bytes'],
  'users:list': [
    '[].id',
    '[].name',
    '[].surname',
    '[].email',
    '[].roles[].id',
    '[].roles[].name',
    '[].tenants[].id',
    '[].tenants[].status',
  ],
  'activity:getUserActivity': [
    'data[].date',
    'data[].user.name',
    'data[].user.surname',
    'data[].user.email',
    'data[].event.operation',
    'data[].event.entity',
    'data[].event.name',
    'data[].ip_address',
    'page',
    'limit',
    'count',
  ],
  'authOpenID:getConfig': ['clientId', 'issuer', 'responseType', 'enabled', 'id', 'callbackURL', 'homeURL', 'slug'],
  'authSaml:getConfig': ['idpEntityId', 'ssoUrl', 'x509Certificates[]', 'enabled', 'callbackURL', 'nameIdFormat', 'spAcsUrl', 'homeURL'],
};

function at(shape: Shape | undefined, path: readonly string[]): Shape | undefined {
  const [step, ...rest] = path;
  if (step === undefined || shape === undefined) return shape;
  for (const each of [shape, ...(shape.anyOf ?? []), ...(shape.oneOf ?? [])]) {
    const found = at(step === '[]' ? each.items : each.properties?.[step], rest);
    if (found) return found;
  }
  return undefined;
}

describe('an entity of the specification', () => {
  test.each(Object.entries(answers))('%s answers with its fields under their names', (name, paths) => {
    const shape = shapeOf(made(name).outputSchema, 'output');
    const missing = paths.filter((path) => !at(shape, path.replaceAll('[]', '.[]').split('.').filter(Boolean)));
    expect(missing).toEqual([]);
  });

  test('neither the value of a secret nor the secret of a client is ever in an answer', () => {
    for (const name of ['secrets:list', 'authOpenID:getConfig', 'authSaml:getConfig'])
      for (const field of ['value', '[].value', 'clientSecret'])
        expect([
          name,
          field,
          at(shapeOf(made(name).outputSchema, 'output'), field.replaceAll('[]', '[].').split('.').filter(Boolean)),
        ]).toEqual([name, field, undefined]);
  });
});
