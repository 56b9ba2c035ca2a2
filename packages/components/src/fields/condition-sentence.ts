import { operatorWords, type Language } from '@acequia/component-sdk/text';
import { isVisual, printExpression, type Expression, type FieldTestNode, type Literal } from '@acequia/event';

const joins = { en: { and: 'and', or: 'or', not: 'not' }, es: { and: 'y', or: 'o', not: 'no' } } as const;

/** A condition as a person reads it; one that rows cannot show as code. */
export function conditionSentence(ast: Expression, language: Language): string {
  return isVisual(ast) ? sentenceOf(ast, language, true) : printExpression(ast);
}

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
