import { contract, type OperationMeta } from '@acequia/contract';
import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter, type ZodToJsonSchemaConverterOptions } from '@orpc/zod/zod4';
import { componentSchemas, withComponents, type SchemaPart } from './component-schemas.ts';
import { sessionCookie } from './cookies.ts';
import { ownHeader } from './cross-site.ts';
import { retryAfterSeconds } from './wire-error.ts';

/** The parts of an OpenAPI document that are read or completed here. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string };
  components?: { securitySchemes?: object; schemas?: Readonly<Record<string, SchemaPart>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
}

export interface ApiOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly ApiParameter[];
  readonly requestBody?: { required?: boolean; readonly content?: Readonly<Record<string, { schema?: unknown }>> };
  readonly responses?: Readonly<Record<string, ApiResponse>>;
  security?: readonly Readonly<Record<string, readonly string[]>>[];
}

interface ApiParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: unknown;
  style?: string;
  explode?: boolean;
  allowEmptyValue?: boolean;
  allowReserved?: boolean;
}

interface ApiResponse {
  readonly content?: Readonly<Record<string, { readonly schema?: unknown }>>;
  headers?: object;
}

const securitySchemes = {
  apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, or a token exchanged for one: "Authorization: Bearer acq_key_…".' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie,
    description: `The cookie of a login. Calls other than GET also need the header "${ownHeader}" with any value, and come from the console's own address.`,
  },
};

/** OpenAPI 3.1 of every named operation, made from the contract. */
export async function describeApi(version: string): Promise<ApiDocument> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter({ interceptors: [requireAnything] })] });
  const info = { title: 'Acequia', version };
  const document = (await generator.generate(contract, { info, servers: [{ url: '/api/v1' }] })) as unknown as ApiDocument;
  document.components = { ...document.components, securitySchemes, schemas: componentSchemas() };
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) complete(operation);
  return document;
}

/** The generator takes a member of any type for one that may be left out. */
const requireAnything: NonNullable<ZodToJsonSchemaConverterOptions['interceptors']>[number] = ({ schema, options, next }) => {
  const [required, described] = next();
  return [required || (options.strategy === 'input' && schema._zod.def.type === 'unknown'), described];
};

/** What the generator does not know: who may call, what configurations are, how a list stands in a query, when to try again. */
function complete(operation: ApiOperation): void {
  const { permission, keys } = metaOf(operation.operationId ?? '');
  operation.security = permission === 'public' ? [] : keys ? [{ apiKey: [] }, { session: [] }] : [{ session: [] }];
  const [noun = ''] = (operation.operationId ?? '').split('.');
  for (const content of Object.values(operation.requestBody?.content ?? {})) {
    content.schema = withComponents(content.schema, noun);
    const { type, required } = content.schema as { readonly type?: unknown; readonly required?: unknown };
    if (operation.requestBody && type === 'object' && required === undefined) operation.requestBody.required = false;
  }
  for (const parameter of operation.parameters ?? []) {
    delete parameter.allowEmptyValue;
    delete parameter.allowReserved;
    if (parameter.style !== undefined) {
      parameter.style = 'form';
      parameter.explode = true;
    }
  }
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    forgetDefaultMessages(response);
    if (retryAfterSeconds(Number(status)) !== undefined)
      response.headers = { 'Retry-After': { description: 'Seconds until the next attempt.', schema: { type: 'integer', minimum: 1 } } };
  }
}

function metaOf(operationId: string): OperationMeta {
  const [noun = '', verb = ''] = operationId.split('.');
  const made = contract as unknown as Record<string, Record<string, { readonly '~orpc': { readonly meta: OperationMeta } }>>;
  const operation = made[noun]?.[verb];
  if (!operation) throw new Error(`no operation ${operationId}`);
  return operation['~orpc'].meta;
}

/** The generator takes the code for the message where the contract has none; the server always sends a sentence. */
function forgetDefaultMessages(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  const { message } = part as { readonly message?: { readonly type?: unknown; default?: unknown } };
  if (typeof message === 'object' && message.type === 'string') delete message.default;
  for (const member of Object.values(part)) forgetDefaultMessages(member);
}
