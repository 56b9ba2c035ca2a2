import { contract, type OperationName } from '@acequia/contract';
import * as z from 'zod';
import type { ModelTool } from './model-client.ts';

/** What the model may look up: operations that only read, each with the caller's own permission. */
export const readable = [
  'pipelines:list',
  'pipelines:find',
  'pipelines:listVersions',
  'pipelines:getVersion',
  'listeners:list',
  'listeners:find',
  'labels:list',
  'datasinks:list',
  'datasinks:find',
  'lookups:list',
  'clusters:list',
  'health:parts',
  'alerts:list',
  'metrics:totals',
  'dataHistory:held',
] as const satisfies readonly OperationName[];

/** These show events: offered only while the person lets the model see some. */
export const readableEvents = ['dataHistory:search'] as const satisfies readonly OperationName[];

export type ReadableOperation = (typeof readable)[number] | (typeof readableEvents)[number];

/** Names of functions hold no colon. */
const toolName = (operation: OperationName): string => operation.replace(':', '_');

const operationOfTool = new Map<string, ReadableOperation>([...readable, ...readableEvents].map((name) => [toolName(name), name]));

/** The operation a tool stands for, when it is offered. */
export function readableOperation(tool: string, showEvents: boolean): ReadableOperation | undefined {
  const operation = operationOfTool.get(tool);
  const hidden = !showEvents && (readableEvents as readonly OperationName[]).includes(operation as OperationName);
  return hidden ? undefined : operation;
}

interface Line {
  readonly '~orpc': {
    readonly inputSchema?: z.ZodType;
    readonly route: { readonly summary?: string };
  };
}

const toolOf = (operation: ReadableOperation): ModelTool => {
  const [noun = '', verb = ''] = operation.split(':');
  const line = (contract as unknown as Readonly<Record<string, Readonly<Record<string, Line>>>>)[noun]?.[verb]?.['~orpc'];
  const schema = line?.inputSchema ?? z.object({});
  const parameters: object = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return { type: 'function', function: { name: toolName(operation), description: line?.route.summary ?? operation, parameters } };
};

const always = readable.map(toolOf);
const withEvents = [...always, ...readableEvents.map(toolOf)];

export const readingTools = (showEvents: boolean): readonly ModelTool[] => (showEvents ? withEvents : always);
