import { operatorWords, type Language } from '@acequia/component-sdk/text';
import { isVisual, printExpression, type Expression, type FieldTestNode, type Literal, type TestOp } from '@acequia/event';

const joins = { en: { and: 'and', or: 'or', not: 'not' }, es: { and: 'y', or: 'o', not: 'no' } } as const;

/** A condition as a person reads it; one that rows cannot show as code. */
export function conditionSentence(ast: Expression, language: Language): string {
  return isVisual(ast) ? sentenceOf(ast, language, true) : printExpression(ast);
}

/** What is true of an event for which a condition came out so: of one that it does not meet, the opposite. */
export function outcomeSentence(ast: Expression, holds: boolean, language: Language): string {
  if (holds) return conditionSentence(ast, language);
  const op = isVisual(ast) && 'op' in ast ? opposites.get(ast.op) : undefined;
  return op === undefined
    ? `${joins[language].not} (${conditionSentence(ast, language)})`
    : conditionSentence({ ...ast, op } as Expression, language);
}

/** Where exactly one of two holds for every event. An order of values has none: without a value, neither `<` nor `>=` holds. */
const pairs: readonly (readonly [TestOp, TestOp])[] = [
  ['eq', 'ne'],
  ['in', 'not-in'],
  ['contains', 'not-contains'],
  ['starts-with', 'not-starts-with'],
  ['ends-with', 'not-ends-with'],
  ['matches', 'not-matches'],
  ['like', 'not-like'],
  ['in-cidr', 'not-in-cidr'],
  ['exists', 'not-exists'],
  ['is-null', 'not-null'],
  ['is-empty', 'not-empty'],
];
const opposites = new Map(pairs.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]));

function sentenceOf(ast: Expression, language: Language, outermost: boolean): string {
  const words = joins[language];
  if ('not' in ast) return `${words.not} (${sentenceOf(ast.not, language, true)})`;
  if (!('and' in ast) && !('or' in ast)) return testOf(ast as FieldTestNode, language);
  const [members, join] = 'and' in ast ? [ast.and, words.and] : [ast.or, words.or];
  const text = members.map((member) => sentenceOf(member, language, false)).join(` ${join} `);
  return outermost || members.length === 1 ? text : `(${text})`;
}

function testOf({ field, op, value }: FieldTestNode, language: Language): string {
  const values = value === undefined ? [] : Array.isArray(value) ? (value as readonly Literal[]) : [value as Literal];
  const right = values.map(literalText).join(op === 'between' ? ` ${joins[language].and} ` : ', ');
  return [field, operatorWords[op][language], right].filter((part) => part !== '').join(' ');
}

function literalText(literal: Literal): string {
  if (literal === '') return '""';
  if (literal === null || typeof literal !== 'object') return String(literal);
  return Object.values(literal)[0] as string;
}
