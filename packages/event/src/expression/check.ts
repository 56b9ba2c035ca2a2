import { parsePath, readingsOf } from '../field-path.ts';
import { typeOfField, type FieldSet } from '../field-set.ts';
import { typeOf, type FieldType } from '../values.ts';
import { parseCidr } from '../net/cidr.ts';
import { compileRegex } from '../regex/compile-regex.ts';
import {
  childrenOf,
  isTest,
  testParts,
  type CallNode,
  type Expression,
  type FieldTestNode,
  type GeneralTestNode,
  type TestOp,
} from './ast.ts';
import { constantsOf } from './compile.ts';
import { expressionLimits, type ExpressionFault } from './faults.ts';
import { signatureText } from './function-definition.ts';
import { functionNamed } from './functions/registry.ts';
import { literalValue } from './literal.ts';
import { printExpression } from './printer.ts';
import { accepts, commonType, elementType, isListType, isNumberType, isOpenType, listTypeOf, type ExpressionType } from './types.ts';

export interface CheckedExpression {
  /** Inferred result type. */
  readonly type: ExpressionType;
  readonly faults: readonly ExpressionFault[];
}

/** Checks meaning against the fields upstream: names, types, functions, patterns, limits. No faults = it compiles. */
export function checkExpression(ast: Expression, fields: FieldSet): CheckedExpression {
  const checker = new Checker(fields);
  const tooMuch = sizeFault(ast);
  if (tooMuch) return { type: 'unknown', faults: [tooMuch] };
  const type = checker.type(ast);
  return { type, faults: checker.faults };
}

/** As `checkExpression`; the result must be true or false. */
export function checkCondition(ast: Expression, fields: FieldSet): CheckedExpression {
  const tooMuch = sizeFault(ast);
  if (tooMuch) return { type: 'boolean', faults: [tooMuch] };
  const { tests, depth } = conditionSize(ast);
  if (tests > expressionLimits.tests)
    return { type: 'boolean', faults: [{ code: 'EXPR_TOO_LARGE', offset: 0, detail: String(expressionLimits.tests) }] };
  if (depth > expressionLimits.testDepth)
    return { type: 'boolean', faults: [{ code: 'EXPR_TOO_DEEP', offset: 0, detail: String(expressionLimits.testDepth) }] };
  const checked = checkExpression(ast, fields);
  if (checked.faults.length > 0 || checked.type === 'boolean' || isOpenType(checked.type)) return checked;
  return { ...checked, faults: [{ code: 'EXPR_NOT_CONDITION', offset: ast.at ?? 0, detail: checked.type }] };
}

/** Tests in a tree and levels of its `and`, `or`, `not`. */
function conditionSize(ast: Expression): { tests: number; depth: number } {
  if (!('and' in ast || 'or' in ast || 'not' in ast)) return { tests: 1, depth: 0 };
  const sizes = childrenOf(ast).map(conditionSize);
  return { tests: sizes.reduce((sum, size) => sum + size.tests, 0), depth: 1 + Math.max(...sizes.map((size) => size.depth)) };
}

function sizeFault(ast: Expression): ExpressionFault | undefined {
  let nodes = 0;
  const visit = (node: Expression, depth: number): ExpressionFault | undefined => {
    nodes += 1;
    if (nodes > expressionLimits.nodes) return { code: 'EXPR_TOO_LARGE', offset: node.at ?? 0, detail: String(expressionLimits.nodes) };
    if (depth > expressionLimits.depth) return { code: 'EXPR_TOO_DEEP', offset: node.at ?? 0, detail: String(expressionLimits.depth) };
    for (const child of childrenOf(node)) {
      const fault = visit(child, depth + 1);
      if (fault) return fault;
    }
    return undefined;
  };
  return visit(ast, 1);
}

const textOps: ReadonlySet<TestOp> = new Set([
  'starts-with',
  'not-starts-with',
  'ends-with',
  'not-ends-with',
  'matches',
  'not-matches',
  'like',
  'not-like',
  'in-cidr',
  'not-in-cidr',
]);
const orderOps: ReadonlySet<TestOp> = new Set(['lt', 'le', 'gt', 'ge', 'between']);
const listOps: ReadonlySet<TestOp> = new Set(['in', 'not-in', 'contains-any', 'contains-all']);
const typeNames = ['string', 'integer', 'float', 'boolean', 'timestamp', 'json', 'null'];

class Checker {
  readonly fields: FieldSet;
  readonly faults: ExpressionFault[] = [];

  constructor(fields: FieldSet) {
    this.fields = fields;
  }

  fault(code: ExpressionFault['code'], node: Expression, detail: string, fix?: string): void {
    this.faults.push({ code, offset: node.at ?? 0, detail, ...(fix === undefined ? {} : { fix }) });
  }

  type(node: Expression): ExpressionType {
    if ('literal' in node) return this.literalType(node);
    if (isTest(node)) {
      this.test(node);
      return 'boolean';
    }
    if ('field' in node) return this.fieldType(node, node.field);
    if ('and' in node || 'or' in node || 'not' in node) {
      for (const child of childrenOf(node)) {
        const type = this.type(child);
        if (type !== 'boolean' && !isOpenType(type)) this.fault('EXPR_WRONG_TYPE', child, `boolean / ${type}`);
      }
      return 'boolean';
    }
    if ('coalesce' in node) return commonType(node.coalesce.map((part) => this.type(part)));
    if ('call' in node) return this.call(node);
    if ('list' in node) return listTypeOf(commonType(node.list.map((item) => this.type(item))));
    if ('of' in node) {
      const of = this.type(node.of);
      const index = this.type(node.index);
      if (!isListType(of) && of !== 'json' && !isOpenType(of)) this.fault('EXPR_WRONG_TYPE', node.of, `list / ${of}`);
      if (index !== 'integer' && index !== 'string' && !isOpenType(index)) this.fault('EXPR_WRONG_TYPE', node.index, `integer / ${index}`);
      return elementType(of);
    }
    if ('negate' in node) {
      const type = this.type(node.negate);
      if (!isNumberType(type) && !isOpenType(type)) this.fault('EXPR_WRONG_TYPE', node, `number / ${type}`);
      return type;
    }
    const type = mathType(node.math, this.type(node.left), this.type(node.right));
    if (type === undefined) this.fault('EXPR_WRONG_TYPE', node, printExpression(node));
    return type ?? 'unknown';
  }

  literalType(node: Expression & { readonly literal: unknown }): ExpressionType {
    const { literal } = node as Extract<Expression, { readonly literal: unknown }>;
    const value = literalValue(literal);
    if (value === undefined) {
      this.fault('EXPR_SYNTAX', node, JSON.stringify(literal));
      return 'unknown';
    }
    if (typeof literal === 'object' && literal !== null && 'duration' in literal) return 'duration';
    return typeOf(value) ?? 'null';
  }

  fieldType(node: Expression, text: string): ExpressionType {
    const path = parsePath(text);
    if (!path.ok || path.value.each) {
      this.fault('EXPR_SYNTAX', node, text);
      return 'unknown';
    }
    const readings = readingsOf(path.value, this.fields);
    const { field, steps } = readings.find((reading) => this.fields.fields.has(reading.field)) ?? readings.at(-1)!;
    const type = typeOfField(this.fields, field);
    if (type === undefined) {
      this.fault('EXPR_UNKNOWN_FIELD', node, field);
      return 'unknown';
    }
    if (steps.length === 0) return type;
    if (isListType(type) && steps.length === 1 && typeof steps[0] === 'number') return elementType(type);
    if (type !== 'json' && type !== 'unknown') this.fault('EXPR_WRONG_TYPE', node, `json / ${type}`);
    return 'unknown';
  }

  call(node: CallNode): ExpressionType {
    const types = node.args.map((arg) => this.type(arg));
    const definition = functionNamed(node.call);
    if (!definition) {
      this.fault('EXPR_UNKNOWN_FUNCTION', node, node.call);
      return 'unknown';
    }
    const { parameters } = definition;
    const least = parameters.filter((p) => !p.optional && !p.rest).length;
    if (types.length < least || (types.length > parameters.length && !parameters.some((p) => p.rest))) {
      this.fault('EXPR_ARGUMENTS', node, signatureText(definition));
      return 'unknown';
    }
    types.forEach((type, i) => {
      const parameter = parameters[Math.min(i, parameters.length - 1)]!;
      if (!accepts(parameter.type, type))
        this.fault('EXPR_WRONG_TYPE', node.args[i]!, `${signatureText(definition)}: ${parameter.name} / ${type}`);
    });
    const constants = constantsOf(node.args);
    const wrong = definition.checkConstants?.(constants);
    if (wrong) this.fault('EXPR_ARGUMENTS', node.args[wrong.argument]!, wrong.detail);
    if (definition.body.kind === 'prepared') {
      const ready = definition.body.prepare(constants);
      if (!ready.ok) this.fault('EXPR_PATTERN', node.args[1] ?? node, ready.error);
    }
    return typeof definition.result === 'function' ? definition.result(types) : definition.result;
  }

  test(node: FieldTestNode | GeneralTestNode): void {
    const { left, right } = testParts(node);
    const type = this.type(left);
    const other = right === undefined ? undefined : this.type(right);
    this.constants(node, right);
    if (textOps.has(node.op) && type !== 'string' && !isOpenType(type)) {
      this.fault(
        'EXPR_NEVER_TRUE',
        node,
        `${type} / string`,
        printExpression({ ...general(node), left: { call: 'string', args: [left] } }),
      );
      return;
    }
    if ((node.op === 'is-true' || node.op === 'is-false') && type !== 'boolean' && !isOpenType(type))
      this.fault('EXPR_NEVER_TRUE', node, `${type} / boolean`);
    if ((node.op === 'within-last' || node.op === 'older-than') && !(type === 'timestamp' || isOpenType(type)))
      this.fault('EXPR_NEVER_TRUE', node, `${type} / timestamp`);
    if ((node.op === 'within-last' || node.op === 'older-than') && other !== undefined && !accepts('d', other))
      this.fault('EXPR_NEVER_TRUE', node, `${other} / duration`);
    if (node.op === 'eq' || node.op === 'ne') this.compare(node, type, other ?? 'null');
    if (orderOps.has(node.op)) {
      if (type === 'boolean' || type === 'json' || isListType(type)) this.fault('EXPR_NEVER_TRUE', node, type);
      else this.compare(node, type, node.op === 'between' ? elementType(other ?? 'unknown') : (other ?? 'null'));
    }
    if (node.op === 'in' || node.op === 'not-in') this.compare(node, type, elementType(other ?? 'unknown'));
  }

  /** A test between types that can never be equal, with the change that would make sense of it. */
  compare(node: FieldTestNode | GeneralTestNode, type: ExpressionType, other: ExpressionType): void {
    if (isOpenType(type) || isOpenType(other) || sameKind(type, other)) return;
    this.fault('EXPR_NEVER_TRUE', node, `${type} / ${other}`, fixOf(node, type, other));
  }

  constants(node: FieldTestNode | GeneralTestNode, right: Expression | undefined): void {
    if (node.op === 'matches' || node.op === 'not-matches') {
      const pattern = right !== undefined && 'literal' in right ? right.literal : undefined;
      const regex = typeof pattern === 'string' ? compileRegex(pattern, { ignoreCase: node.ignoreCase === true }) : undefined;
      if (!regex?.ok) this.fault('EXPR_PATTERN', right ?? node, regex ? `${regex.error.code}@${regex.error.offset}` : 'constant');
    }
    if ((node.op === 'like' || node.op === 'not-like') && right !== undefined && 'literal' in right && typeof right.literal === 'string') {
      if (right.literal.length > expressionLimits.likePattern)
        this.fault('EXPR_LIKE_TOO_LONG', right, String(expressionLimits.likePattern));
    }
    if (node.op === 'in-cidr' || node.op === 'not-in-cidr') {
      const items = right !== undefined && 'list' in right ? right.list : right === undefined ? [] : [right];
      for (const item of items) {
        if ('literal' in item && (typeof item.literal !== 'string' || !parseCidr(item.literal)))
          this.fault('EXPR_WRONG_TYPE', item, `CIDR / ${JSON.stringify(item.literal)}`);
      }
    }
    if (node.op === 'is-type' && !(right !== undefined && 'literal' in right && typeNames.includes(String(right.literal))))
      this.fault('EXPR_WRONG_TYPE', right ?? node, typeNames.join(', '));
    if (node.op === 'between' && !(right !== undefined && 'list' in right && right.list.length === 2))
      this.fault('EXPR_ARGUMENTS', right ?? node, 'between … and …');
    if (listOps.has(node.op) && (right === undefined || ('list' in right && right.list.length === 0)))
      this.fault('EXPR_ARGUMENTS', right ?? node, 'list');
    const needsRight = !/^(not-)?(exists|null|empty)$|^is-(null|empty|true|false)$/.test(node.op);
    if (needsRight !== (right !== undefined)) this.fault('EXPR_ARGUMENTS', node, node.op);
  }
}

const general = (node: FieldTestNode | GeneralTestNode): GeneralTestNode => {
  const { left, right } = testParts(node);
  return { left, op: node.op, right, ignoreCase: node.ignoreCase };
};

function sameKind(a: ExpressionType, b: ExpressionType): boolean {
  if (a === b || (isNumberType(a) && isNumberType(b))) return true;
  const lists = (isListType(a) || a === 'json') && (isListType(b) || b === 'json');
  return lists;
}

const conversions: Partial<Record<FieldType | 'duration', string>> = {
  integer: 'int',
  float: 'float',
  boolean: 'bool',
  timestamp: 'time',
  string: 'string',
  duration: 'int',
};

function fixOf(node: FieldTestNode | GeneralTestNode, type: ExpressionType, other: ExpressionType): string {
  const test = general(node);
  if (type === 'string')
    return printExpression({ ...test, left: { call: conversions[other as FieldType] ?? 'string', args: [test.left] } });
  if (
    test.right !== undefined &&
    'literal' in test.right &&
    typeof test.right.literal === 'string' &&
    isNumberType(type) &&
    /^-?\d+(\.\d+)?$/.test(test.right.literal)
  ) {
    return printExpression({ ...test, right: { literal: Number(test.right.literal) } });
  }
  return printExpression({ ...test, left: { call: 'string', args: [test.left] } });
}

function mathType(op: string, left: ExpressionType, right: ExpressionType): ExpressionType | undefined {
  if (isNumberType(left) && isNumberType(right)) {
    if (op === '/' || left === 'float' || right === 'float') return 'float';
    if (op === '**') return 'unknown';
    return left === 'duration' && right === 'duration' && op !== '*' ? 'duration' : 'integer';
  }
  if (left === 'timestamp' || right === 'timestamp') {
    if (op === '-' && left === 'timestamp' && right === 'timestamp') return 'duration';
    const other = left === 'timestamp' ? right : left;
    if ((op === '+' || (op === '-' && left === 'timestamp')) && (other === 'duration' || other === 'integer')) return 'timestamp';
    return isOpenType(other) && (op === '+' || op === '-') ? 'unknown' : undefined;
  }
  if (op === '+' && left === 'string' && right === 'string') return 'string';
  if (isOpenType(left) || isOpenType(right))
    return left === 'string' || right === 'string' ? (op === '+' ? 'string' : undefined) : 'unknown';
  return undefined;
}
