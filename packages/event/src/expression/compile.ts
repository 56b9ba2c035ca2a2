import { parsePath, readingsOf } from '../field-path.ts';
import type { FieldSet } from '../field-set.ts';
import { isObjectNode, jsonOf, nodeToValue, valueToNode } from '../json/print-json.ts';
import { stepInto, walkValue } from '../json/walk.ts';
import { Float, Json, List, Timestamp, type FieldValue } from '../values.ts';
import { calculate, negate } from './arithmetic.ts';
import { listResult } from './arguments.ts';
import {
  isTest,
  nodesOf,
  testParts,
  type CallNode,
  type Expression,
  type FieldTestNode,
  type GeneralTestNode,
  type IndexNode,
} from './ast.ts';
import { ExpressionError } from './faults.ts';
import type { Call, EvaluationEnv, FunctionDefinition } from './function-definition.ts';
import { functionNamed } from './functions/registry.ts';
import { literalValue } from './literal.ts';
import { positiveOf } from './operators.ts';
import { beginSteps, spendSteps, stepsOf, type StepAccount } from './steps.ts';
import { seesNull, valueTest } from './value-test.ts';
import type { ParameterType } from './types.ts';

/** Where fields are read from; `undefined` = missing. What adds up the steps of its event bounds all its evaluations together. */
export interface ExpressionSource extends StepAccount {
  get(slot: number): FieldValue | undefined;
}

export interface CompileContext {
  /** The slot of a field name; asked once per name while compiling. */
  slot(name: string): number;
  /** The fields upstream; settles which name a dotted reference means. Absent: settled per event. */
  readonly fields?: FieldSet;
}

export type CompiledValue = (source: ExpressionSource, env: EvaluationEnv) => FieldValue;
export type CompiledCondition = (source: ExpressionSource, env: EvaluationEnv) => boolean;
type Read = (source: ExpressionSource) => FieldValue | undefined;

export interface CompiledExpression {
  /** The value for one event; throws `ExpressionError` when it cannot be worked out. */
  evaluate(source: ExpressionSource, env: EvaluationEnv): FieldValue;
}

/** Compiles a checked expression to closures. */
export function compileExpression(ast: Expression, context: CompileContext): CompiledExpression {
  const evaluate = compileValue(ast, context);
  const nodes = nodesOf(ast);
  return {
    evaluate(source, env) {
      beginSteps(source, nodes);
      return evaluate(source, env);
    },
  };
}

/** Compiles a checked condition. Anything but true counts as false. */
export function compileCondition(ast: Expression, context: CompileContext): CompiledCondition {
  const isTrue = compileParts(ast, context);
  const nodes = nodesOf(ast);
  return (source, env) => {
    beginSteps(source, nodes);
    return isTrue(source, env);
  };
}

function compileParts(ast: Expression, context: CompileContext): CompiledCondition {
  if ('and' in ast) {
    const parts = ast.and.map((part) => compileParts(part, context));
    return (source, env) => {
      for (const part of parts) if (!part(source, env)) return false;
      return true;
    };
  }
  if ('or' in ast) {
    const parts = ast.or.map((part) => compileParts(part, context));
    return (source, env) => {
      for (const part of parts) if (part(source, env)) return true;
      return false;
    };
  }
  if ('not' in ast) {
    const part = compileParts(ast.not, context);
    return (source, env) => !part(source, env);
  }
  if (isTest(ast)) return compileTest(ast, context);
  const value = compileValue(ast, context);
  return (source, env) => value(source, env) === true;
}

/** Reads a reference (text between `${` and `}`); the longest field name that exists wins. */
export function compileReference(path: string, context: CompileContext): Read {
  const parsed = parsePath(path);
  if (!parsed.ok) throw new Error(`Assertion failed: unchecked path ${path}`);
  const readings = readingsOf(parsed.value, context.fields).map(({ field, steps }) => ({ slot: context.slot(field), steps }));
  const [first] = readings;
  if (readings.length === 1 && first) {
    const { slot, steps } = first;
    return steps.length === 0 ? (source) => source.get(slot) : (source) => walkValue(source.get(slot), steps);
  }
  return (source) => {
    for (const { slot, steps } of readings) {
      const value = source.get(slot);
      if (value !== undefined) return walkValue(value, steps);
    }
    return undefined;
  };
}

function compileValue(node: Expression, context: CompileContext): CompiledValue {
  if ('literal' in node) {
    const value = literalValue(node.literal) ?? null;
    return () => value;
  }
  if ('and' in node || 'or' in node || 'not' in node || isTest(node)) return compileParts(node, context);
  if ('field' in node) {
    const read = compileReference(node.field, context);
    return (source) => read(source) ?? null;
  }
  if ('coalesce' in node) {
    const parts = node.coalesce.map((part) => compileValue(part, context));
    return (source, env) => {
      for (const part of parts) {
        const value = part(source, env);
        if (value !== null) return value;
      }
      return null;
    };
  }
  if ('call' in node) return compileCall(node, context);
  if ('list' in node) {
    const items = node.list.map((item) => compileValue(item, context));
    return located(node, (source, env) => listOf(items.map((item) => item(source, env))));
  }
  if ('of' in node) return compileIndex(node, context);
  if ('negate' in node) {
    const value = compileValue(node.negate, context);
    return located(node, (source, env) => negate(value(source, env)));
  }
  const left = compileValue(node.left, context);
  const right = compileValue(node.right, context);
  const { math } = node;
  return located(node, (source, env) => calculate(math, left(source, env), right(source, env)));
}

/** Integers among floats become floats; anything else mixed is a json array. */
function listOf(items: readonly FieldValue[]): FieldValue {
  const mixed =
    items.some((item) => item instanceof Float) &&
    items.every((item) => item instanceof Float || typeof item === 'number' || typeof item === 'bigint');
  const even = mixed ? items.map((item) => (item instanceof Float ? item : new Float(Number(item)))) : items;
  return listResult(even, 'string', (all) => jsonOf(all.map((item) => valueToNode(item))));
}

function located(node: Expression, run: CompiledValue): CompiledValue {
  const at = node.at ?? -1;
  return (source, env) => {
    try {
      return run(source, env);
    } catch (error) {
      if (error instanceof ExpressionError && error.position < 0) error.position = at;
      throw error;
    }
  };
}

function compileIndex(node: IndexNode, context: CompileContext): CompiledValue {
  const of = compileValue(node.of, context);
  const index = compileValue(node.index, context);
  return located(node, (source, env) => {
    const value = of(source, env);
    const step = index(source, env);
    if (value === null || step === null) return null;
    const isKey = typeof step === 'string';
    if (!isKey && typeof step !== 'number') throw new ExpressionError('EXPR_INDEX', 'index');
    if (value instanceof List && !isKey) return value.items.at(step) ?? null;
    if (value instanceof Json && isKey === isObjectNode(value.node)) return nodeToValue(stepInto(value.node, step)) ?? null;
    throw new ExpressionError('EXPR_INDEX', String(step));
  });
}

const kinds: Readonly<Record<ParameterType, (value: FieldValue) => boolean>> = {
  a: () => true,
  s: (value) => typeof value === 'string',
  re: (value) => typeof value === 'string',
  i: (value) => typeof value === 'number' || typeof value === 'bigint',
  d: (value) => typeof value === 'number' || typeof value === 'bigint',
  dx: (value) => typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string',
  n: (value) => typeof value === 'number' || typeof value === 'bigint' || value instanceof Float,
  b: (value) => typeof value === 'boolean',
  t: (value) => value instanceof Timestamp,
  j: (value) => value instanceof Json,
  l: (value) => value instanceof List || value instanceof Json,
};

function compileCall(node: CallNode, context: CompileContext): CompiledValue {
  const definition = functionNamed(node.call);
  if (!definition) throw new Error(`Assertion failed: unchecked function ${node.call}`);
  const args = node.args.map((arg) => compileValue(arg, context));
  const { body } = definition;
  if (body.kind === 'lazy')
    return located(node, (source, env) =>
      body.call(
        args.map((arg) => () => arg(source, env)),
        env,
      ),
    );
  const call = body.kind === 'strict' ? body.call : preparedCall(definition, node);
  const parameters = node.args.map((_, i) => definition.parameters[Math.min(i, definition.parameters.length - 1)]!);
  return located(node, (source, env) => {
    const values: FieldValue[] = [];
    let steps = definition.callSteps;
    for (let i = 0; i < args.length; i += 1) {
      const value = args[i]!(source, env);
      values.push(value);
      steps += stepsOf(value) * definition.cost;
      const { optional, type, name } = parameters[i]!;
      if (value === null) {
        if (optional) continue;
        return null;
      }
      if (!kinds[type](value)) throw new ExpressionError('EXPR_TYPE', `${node.call}: ${name}`);
    }
    spendSteps(steps);
    return call(values, env);
  });
}

/** Values of arguments that are constants; undefined for the others. */
export function constantsOf(args: readonly Expression[]): (FieldValue | undefined)[] {
  return args.map((arg) => ('literal' in arg ? literalValue(arg.literal) : undefined));
}

function preparedCall(definition: FunctionDefinition, node: CallNode): Call {
  const body = definition.body;
  const call = body.kind === 'prepared' ? body.prepare(constantsOf(node.args)) : undefined;
  if (!call?.ok) throw new Error(`Assertion failed: unchecked constants of ${node.call}`);
  return call.value;
}

function compileTest(node: FieldTestNode | GeneralTestNode, context: CompileContext): CompiledCondition {
  const positive = positiveOf[node.op];
  if (positive !== undefined) {
    const test = compileTest({ ...node, op: positive }, context);
    return (source, env) => !test(source, env);
  }
  const { left, right } = testParts(node);
  if (node.op === 'exists') return compileExists(left, context);
  const read = compileValue(left, context);
  if (node.op === 'between') return compileBetween(read, right, context);
  const value = right === undefined ? () => null : compileValue(right, context);
  const constant = constantValue(right, value);
  const plainTest = valueTest(node.op, constant, node.ignoreCase === true);
  const test: typeof plainTest = readsText.has(node.op)
    ? (own, other, env) => {
        spendSteps(stepsOf(own));
        return plainTest(own, other, env);
      }
    : plainTest;
  const withNull = seesNull.has(node.op);
  if (constant !== undefined) {
    return (source, env) => {
      const own = read(source, env);
      return (own !== null || withNull) && test(own, constant, env);
    };
  }
  return (source, env) => {
    const own = read(source, env);
    return (own !== null || withNull) && test(own, value(source, env), env);
  };
}

function constantValue(right: Expression | undefined, value: CompiledValue): FieldValue | undefined {
  if (right === undefined) return undefined;
  const constant = 'literal' in right || ('list' in right && right.list.every((item) => 'literal' in item));
  return constant ? value({ get: () => undefined }, { nowMs: 0, receivedNs: 0n }) : undefined;
}

/** Tests that look through a whole text. */
const readsText: ReadonlySet<FieldTestNode['op']> = new Set(['matches', 'like', 'contains']);

function compileExists(left: Expression, context: CompileContext): CompiledCondition {
  if ('field' in left && !isTest(left)) {
    const read = compileReference(left.field, context);
    return (source) => read(source) !== undefined;
  }
  const value = compileValue(left, context);
  return (source, env) => value(source, env) !== null;
}

function compileBetween(read: CompiledValue, right: Expression | undefined, context: CompileContext): CompiledCondition {
  const [low, high] = right !== undefined && 'list' in right ? right.list.map((item) => compileValue(item, context)) : [];
  if (!low || !high) throw new Error('Assertion failed: between without two values');
  const atLeast = valueTest('ge', undefined, false);
  const atMost = valueTest('le', undefined, false);
  return (source, env) => {
    const value = read(source, env);
    return value !== null && atLeast(value, low(source, env), env) && atMost(value, high(source, env), env);
  };
}
