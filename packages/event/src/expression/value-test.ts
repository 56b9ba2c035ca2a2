import { compareValues, nodesEqual, valuesEqual } from '../compare.ts';
import { isArrayNode, isObjectNode, valueToNode } from '../json/print-json.ts';
import { CidrSet, parseCidr } from '../net/cidr.ts';
import { parseIp } from '../net/ip-address.ts';
import { compileRegex } from '../regex/compile-regex.ts';
import { findText } from '../text/find-text.ts';
import { likeMatcher } from '../text/like-matcher.ts';
import { Float, Json, List, Timestamp, typeOf, type FieldValue } from '../values.ts';
import type { TestOp } from './ast.ts';
import { foldCase } from './fold-case.ts';
import type { EvaluationEnv } from './function-definition.ts';
import { spendSteps, stepsOf } from './steps.ts';

/** A positive test; a null on the left never reaches it, except for the tests of null and emptiness. */
export type ValueTest = (left: FieldValue, right: FieldValue, env: EvaluationEnv) => boolean;

const caseless = (value: FieldValue): FieldValue => (typeof value === 'string' ? foldCase(value) : value);

/** The elements of what stands right of `contains any of`. */
function elements(value: FieldValue): readonly FieldValue[] {
  if (value instanceof List) return value.items;
  if (value instanceof Json && isArrayNode(value.node))
    return value.node.map((node) => (typeof node === 'object' && node !== null && !(node instanceof Float) ? null : node));
  return value === null ? [] : [value];
}

/** Whether a folded text, a list or a json holds a value; a list of texts is folded element by element. */
function contains(left: FieldValue, right: FieldValue, fold: (value: FieldValue) => FieldValue): boolean {
  if (typeof left === 'string') return typeof right === 'string' && findText(left, fold(right) as string) >= 0;
  if (left instanceof List) return left.items.some((item) => valuesEqual(fold(item), fold(right)));
  if (!(left instanceof Json)) return false;
  const { node } = left;
  if (isObjectNode(node))
    return typeof right === 'string' && (node.has(right) || (fold !== same && [...node.keys()].some((key) => fold(key) === fold(right))));
  return (
    isArrayNode(node) && node.some((item) => (typeof item === 'string' ? fold(item) === fold(right) : nodesEqual(item, valueToNode(right))))
  );
}

const same = (value: FieldValue): FieldValue => value;

/** A search costs less than a step of reading for each character. */
const searchStepsOf = (value: FieldValue): number => 1 + Math.ceil(stepsOf(value) / 2);

/** Each element of the right side is a search through the left. */
function containsEach(how: 'some' | 'every', fold: (value: FieldValue) => FieldValue): ValueTest {
  return (left, right) => {
    const source = fold(left);
    const steps = searchStepsOf(source);
    return elements(right)[how]((item) => {
      spendSteps(steps);
      return contains(source, item, fold);
    });
  };
}

function ordered(holds: (order: number) => boolean): ValueTest {
  return (left, right) => {
    const order = compareValues(left, right);
    return order !== undefined && holds(order);
  };
}

function textTest(fold: (value: FieldValue) => FieldValue, holds: (left: string, right: string) => boolean): ValueTest {
  return (left, right) => typeof left === 'string' && typeof right === 'string' && holds(fold(left) as string, fold(right) as string);
}

/** Key of a scalar for the set behind `in`; 1 and 1.0 meet. */
function scalarKey(value: FieldValue): string | undefined {
  if (typeof value === 'string') return `s${value}`;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return `v${value}`;
  if (value instanceof Float) return Number.isInteger(value.value) ? `v${BigInt(value.value)}` : `v${value.value}`;
  return value instanceof Timestamp ? `t${value.ns}` : undefined;
}

function inTest(constant: FieldValue | undefined, fold: (value: FieldValue) => FieldValue): ValueTest {
  if (constant === undefined)
    return (left, right) => {
      const own = fold(left);
      return elements(right).some((item) => valuesEqual(own, fold(item)));
    };
  const keys = new Set(elements(constant).map((item) => scalarKey(fold(item))));
  return (left) => {
    const key = scalarKey(fold(left));
    return key !== undefined && keys.has(key);
  };
}

function cidrTest(constant: FieldValue | undefined): ValueTest {
  const setOf = (value: FieldValue) =>
    new CidrSet(elements(value).flatMap((item) => (typeof item === 'string' ? (parseCidr(item) ?? []) : [])));
  const known = constant === undefined ? undefined : setOf(constant);
  return (left, right) => {
    const address = typeof left === 'string' ? parseIp(left) : undefined;
    return address !== undefined && (known ?? setOf(right)).has(address);
  };
}

function patternTest(constant: FieldValue | undefined, ignoreCase: boolean): ValueTest {
  const regex = typeof constant === 'string' ? compileRegex(constant, { ignoreCase }) : undefined;
  if (!regex?.ok) throw new Error('Assertion failed: an unchecked pattern reached the compiler');
  return (left) => typeof left === 'string' && regex.value.test(left);
}

function likeTest(constant: FieldValue | undefined, fold: (value: FieldValue) => FieldValue): ValueTest {
  const known = typeof constant === 'string' ? likeMatcher(fold(constant) as string) : undefined;
  return textTest(fold, (left, right) => {
    if (known === undefined) spendSteps(stepsOf(right));
    return (known ?? likeMatcher(right))(left, spendSteps);
  });
}

function ageTest(holds: (age: bigint, limit: bigint) => boolean): ValueTest {
  return (left, right, env) =>
    left instanceof Timestamp &&
    (typeof right === 'number' || typeof right === 'bigint') &&
    holds(env.receivedNs - left.ns, BigInt(right) * 1_000_000n);
}

/** The test of a positive operator between two values; `constant` is the right side when it is known beforehand. */
export function valueTest(op: TestOp, constant: FieldValue | undefined, ignoreCase: boolean): ValueTest {
  const fold = ignoreCase ? caseless : same;
  switch (op) {
    case 'eq':
      return (left, right) => right !== null && valuesEqual(fold(left), fold(right));
    case 'lt':
      return ordered((order) => order < 0);
    case 'le':
      return ordered((order) => order <= 0);
    case 'gt':
      return ordered((order) => order > 0);
    case 'ge':
      return ordered((order) => order >= 0);
    case 'in':
      return inTest(constant, fold);
    case 'contains':
      return (left, right) => right !== null && contains(fold(left), right, fold);
    case 'contains-any':
      return containsEach('some', fold);
    case 'contains-all':
      return containsEach('every', fold);
    case 'starts-with':
      return textTest(fold, (left, right) => left.startsWith(right));
    case 'ends-with':
      return textTest(fold, (left, right) => left.endsWith(right));
    case 'matches':
      return patternTest(constant, ignoreCase);
    case 'like':
      return likeTest(constant, fold);
    case 'in-cidr':
      return cidrTest(constant);
    case 'is-empty':
      return (left) =>
        left === null || left === '' || (left instanceof List && left.items.length === 0) || (left instanceof Json && isEmptyNode(left));
    case 'is-null':
      return (left) => left === null;
    case 'is-true':
      return (left) => left === true;
    case 'is-false':
      return (left) => left === false;
    case 'within-last':
      return ageTest((age, limit) => age <= limit);
    case 'older-than':
      return ageTest((age, limit) => age > limit);
    case 'is-type':
      return (left, right) => (typeOf(left) ?? 'null') === right;
    default:
      throw new Error(`Assertion failed: ${op} is no positive test of two values`);
  }
}

function isEmptyNode({ node }: Json): boolean {
  return isArrayNode(node) ? node.length === 0 : isObjectNode(node) && node.size === 0;
}

/** Tests that say something about null itself. */
export const seesNull: ReadonlySet<TestOp> = new Set(['is-null', 'is-empty', 'is-type']);
