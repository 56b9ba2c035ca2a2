import type { Result } from '@acequia/base';
import type { FieldValue } from '../values.ts';
import type { ExpressionType, ParameterType } from './types.ts';

/** What an evaluation may know besides the event. */
export interface EvaluationEnv {
  /** Worker time, ms since 1970; fixed for one event. */
  readonly nowMs: number;
  /** `_received` of the event, ns since 1970. */
  readonly receivedNs: bigint;
}

export type Thunk = () => FieldValue;
export type Call = (args: readonly FieldValue[], env: EvaluationEnv) => FieldValue;

export const functionGroups = ['logic', 'text', 'pattern', 'number', 'conversion', 'time', 'collection', 'network', 'encoding'] as const;
export type FunctionGroup = (typeof functionGroups)[number];

export interface Parameter {
  readonly name: string;
  readonly type: ParameterType;
  readonly optional: boolean;
  /** Repeats: any number of further arguments of this type. */
  readonly rest: boolean;
}

/** One function of the language: what the checker, the compiler, the editor's completion and the reference page read. */
export interface FunctionDefinition {
  readonly name: string;
  readonly group: FunctionGroup;
  readonly parameters: readonly Parameter[];
  readonly result: ExpressionType | ((args: readonly ExpressionType[]) => ExpressionType);
  readonly doc: { readonly en: string; readonly es: string };
  readonly example: { readonly code: string; readonly result: string };
  /** Steps for each character or element it is given. */
  readonly cost: number;
  /** Steps of a call, beside those of its arguments. */
  readonly callSteps: number;
  /** Constants that are wrong whatever the event: index of the argument and what is expected. */
  readonly checkConstants?: (
    constants: readonly (FieldValue | undefined)[],
  ) => { readonly argument: number; readonly detail: string } | undefined;
  readonly body: FunctionBody;
}

export type FunctionBody =
  /** Null in a required argument gives null without a call. */
  | { readonly kind: 'strict'; readonly call: Call }
  /** As strict, prepared once with the arguments that are constant. */
  | { readonly kind: 'prepared'; readonly prepare: (constants: readonly (FieldValue | undefined)[]) => Result<Call, string> }
  /** Decides itself which arguments to evaluate. */
  | { readonly kind: 'lazy'; readonly call: (args: readonly Thunk[], env: EvaluationEnv) => FieldValue };

const words: Readonly<Record<string, ParameterType>> = {
  s: 's',
  i: 'i',
  n: 'n',
  b: 'b',
  t: 't',
  d: 'd',
  j: 'j',
  l: 'l',
  a: 'a',
  re: 're',
  dx: 'dx',
};

/** Reads `text:s, chars:s?, more:a...`. */
export function parameters(signature: string): readonly Parameter[] {
  if (signature === '') return [];
  return signature.split(', ').map((part) => {
    const [, name, type, mark] = /^(\w+):(\w+)(\?|\.\.\.)?$/.exec(part)!;
    return { name: name!, type: words[type!]!, optional: mark === '?', rest: mark === '...' };
  });
}

export interface FunctionSpec {
  readonly group: FunctionGroup;
  /** `name(text:s, chars:s?)` */
  readonly signature: string;
  readonly result: FunctionDefinition['result'];
  readonly en: string;
  readonly es: string;
  /** Code and what it gives. */
  readonly example: readonly [code: string, result: string];
  readonly checkConstants?: NonNullable<FunctionDefinition['checkConstants']>;
  /** Default 1. */
  readonly cost?: number;
  /** Default 10. */
  readonly callSteps?: number;
}

function define(spec: FunctionSpec, body: FunctionBody): FunctionDefinition {
  const [, name, list] = /^(\w+)\((.*)\)$/.exec(spec.signature)!;
  return {
    name: name!,
    group: spec.group,
    parameters: parameters(list!),
    result: spec.result,
    doc: { en: spec.en, es: spec.es },
    example: { code: spec.example[0], result: spec.example[1] },
    cost: spec.cost ?? 1,
    callSteps: spec.callSteps ?? 10,
    body,
    ...(spec.checkConstants === undefined ? {} : { checkConstants: spec.checkConstants }),
  };
}

export const strict = (spec: FunctionSpec, call: Call): FunctionDefinition => define(spec, { kind: 'strict', call });

export const prepared = (
  spec: FunctionSpec,
  prepare: (constants: readonly (FieldValue | undefined)[]) => Result<Call, string>,
): FunctionDefinition => define(spec, { kind: 'prepared', prepare });

export const lazy = (spec: FunctionSpec, call: (args: readonly Thunk[], env: EvaluationEnv) => FieldValue): FunctionDefinition =>
  define(spec, { kind: 'lazy', call });

/** `substring(text, start, length?)`, for completion. */
export function signatureText(definition: FunctionDefinition): string {
  const list = definition.parameters.map(({ name, optional, rest }) => name + (optional ? '?' : rest ? ', …' : ''));
  return `${definition.name}(${list.join(', ')})`;
}
