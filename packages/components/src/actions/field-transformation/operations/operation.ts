import type { TextChange } from '@acequia/batch';
import type { Expected, FieldType, FieldValue } from '@acequia/event';
import type { FieldsText, Localised } from '@acequia/component-sdk/text';
import type * as z from 'zod';

export const operationGroups = [
  'arithmetic-logic',
  'code-tidy',
  'conversion',
  'date-time',
  'encoding',
  'encryption-hashing',
  'extraction',
  'networking',
  'data-format',
  'utils',
  'fields',
] as const;
export type OperationGroup = (typeof operationGroups)[number];

/** What an operation may ask about the event besides its input. */
export interface OperationRow {
  /** Values of the fields named by `references`, in that order; null when missing. */
  readonly others: readonly FieldValue[];
  /** `_id` of the event. */
  id(): string;
  /** `_received` of the event, ns since 1970. */
  receivedNs(): bigint;
}

export interface OperationContext {
  /** Plain value of a secret reference. */
  secret(reference: string): string;
}

export type ApplyOperation = (value: FieldValue, row: OperationRow) => FieldValue;

/** What the step does to the event's fields instead of to a value. Names may hold `*` as a wildcard. */
export type FieldChange =
  | { readonly do: 'rename' }
  | { readonly do: 'copy' }
  | { readonly do: 'remove' | 'keep'; readonly names: readonly string[] };

export interface OperationExample {
  readonly input: FieldValue;
  /** Values of referenced fields, by name. */
  readonly others?: Readonly<Record<string, FieldValue>>;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly output: FieldValue;
}

interface OperationCommon {
  readonly id: string;
  readonly group: OperationGroup;
  readonly title: Localised;
  readonly summary: Localised;
  /** Types it takes; lists of them too when it maps. */
  readonly input: readonly FieldType[] | 'any';
  /** `same` = the input's type; `unknown` = known only at run time. */
  readonly output: FieldType | 'number' | 'same' | 'unknown';
  /** Applied to a list element by element. */
  readonly maps: boolean;
  /** Called with null too; without it null passes as null. */
  readonly takesNull?: true;
  /** Steps for each character or element of what it takes; default 1. What it gives counts where it is written. */
  readonly cost?: number;
  /** Steps of one application, beside those of what it takes; default 20. */
  readonly applySteps?: number;
  readonly examples: readonly OperationExample[];
}

export interface OperationSpec<S extends z.ZodObject> extends OperationCommon {
  readonly parameters: S;
  readonly text: FieldsText<z.infer<S>>;
  readonly references?: (parameters: z.infer<S>) => readonly string[];
  readonly change?: (parameters: z.infer<S>) => FieldChange;
  /** What it does to a text of ASCII, where that is one of the changes of whole columns. */
  readonly ascii?: (parameters: z.infer<S>) => TextChange | undefined;
  /** Pure; throws `OperationFault`. */
  readonly compile: (parameters: z.infer<S>, ctx: OperationContext) => ApplyOperation;
}

/** One operation of the catalogue, its parameters checked when it is compiled. */
export interface Operation extends OperationCommon {
  readonly parameters: z.ZodObject;
  readonly text: Readonly<
    Record<string, { readonly label: Localised; readonly help?: Localised; readonly options?: Readonly<Record<string, Localised>> }>
  >;
  readonly references: (parameters: unknown) => readonly string[];
  /** Present on operations of the group `fields` that move or remove fields; their `compile` is the identity. */
  readonly change: ((parameters: unknown) => FieldChange) | undefined;
  readonly ascii: (parameters: unknown) => TextChange | undefined;
  readonly compile: (parameters: unknown, ctx: OperationContext) => ApplyOperation;
}

export function defineOperation<S extends z.ZodObject>(spec: OperationSpec<S>): Operation {
  const { references, change, ascii } = spec;
  return {
    ...spec,
    text: spec.text as unknown as Operation['text'],
    references: (raw) => references?.(spec.parameters.parse(raw)) ?? [],
    change: change === undefined ? undefined : (raw) => change(spec.parameters.parse(raw)),
    ascii: (raw) => ascii?.(spec.parameters.parse(raw)),
    compile: (raw, ctx) => spec.compile(spec.parameters.parse(raw), ctx),
  };
}

/** A value the operation cannot work on. `code` is one of `TYPE_*`, `NOT_FINITE`, `LIMIT_*`. */
export class OperationFault extends Error {
  override readonly name = 'OperationFault';
  readonly code: OperationFaultCode;
  /** Absent where the code says it all. */
  readonly expected: Expected | undefined;
  constructor(code: OperationFaultCode, expected?: Expected, cause?: unknown) {
    super(code, { cause });
    this.code = code;
    this.expected = expected;
  }
}

export type OperationFaultCode =
  | 'TYPE_INPUT'
  | 'TYPE_CONVERSION'
  | 'TYPE_FORMAT'
  | 'TYPE_OVERFLOW'
  | 'TYPE_ZERO_DIVISION'
  | 'NOT_FINITE'
  | 'LIMIT_SIZE'
  | 'LIMIT_ELEMENTS';
