import { isTest, testParts, type Expression, type FieldTestNode, type GeneralTestNode } from './ast.ts';
import { printLiteral } from './literal.ts';
import { operatorOf } from './operators.ts';

/** How tightly a node binds; a child of lower rank gets parentheses. */
const rank = { coalesce: 0, or: 1, and: 2, not: 3, test: 4, sum: 5, product: 6, unary: 7, power: 8, postfix: 9, primary: 10 } as const;

function rankOf(node: Expression): number {
  if ('coalesce' in node) return rank.coalesce;
  if ('or' in node) return node.or.length === 1 ? rankOf(node.or[0]!) : rank.or;
  if ('and' in node) return node.and.length === 1 ? rankOf(node.and[0]!) : rank.and;
  if ('not' in node) return rank.not;
  if ('op' in node) return rank.test;
  if ('math' in node) return node.math === '**' ? rank.power : node.math === '+' || node.math === '-' ? rank.sum : rank.product;
  if ('negate' in node) return rank.unary;
  if ('of' in node) return rank.postfix;
  if ('literal' in node && printLiteral(node.literal).startsWith('-')) return rank.unary;
  return rank.primary;
}

/** The expression as code; `parseExpression` reads it back as the same AST. */
export function printExpression(node: Expression): string {
  return print(node, 0);
}

function print(node: Expression, least: number): string {
  const text = bare(node);
  return rankOf(node) < least ? `(${text})` : text;
}

function bare(node: Expression): string {
  if ('coalesce' in node) return node.coalesce.map((n) => print(n, rank.or)).join(' ?? ');
  if ('or' in node) return node.or.map((n) => print(n, node.or.length === 1 ? 0 : rank.and)).join(' or ');
  if ('and' in node) return node.and.map((n) => print(n, node.and.length === 1 ? 0 : rank.not)).join(' and ');
  if ('not' in node) return `not ${print(node.not, rank.not)}`;
  if (isTest(node)) return printTest(node);
  if ('literal' in node) return printLiteral(node.literal);
  if ('field' in node) return `\${${node.field}}`;
  if ('call' in node) return `${node.call}(${node.args.map((n) => print(n, 0)).join(', ')})`;
  if ('list' in node) return printList(node.list);
  if ('of' in node) return `${print(node.of, rank.postfix)}[${print(node.index, 0)}]`;
  if ('negate' in node) {
    const number = 'literal' in node.negate && !printLiteral(node.negate.literal).startsWith('-');
    return `-${number ? `(${bare(node.negate)})` : print(node.negate, rank.unary)}`;
  }
  if (node.math === '**') return `${print(node.left, rank.postfix)} ** ${print(node.right, rank.unary)}`;
  const own = rankOf(node);
  return `${print(node.left, own)} ${node.math} ${print(node.right, own + 1)}`;
}

const printList = (items: readonly Expression[]): string => `[${items.map((n) => print(n, 0)).join(', ')}]`;

function printTest(node: FieldTestNode | GeneralTestNode): string {
  const { left, right } = testParts(node);
  const operator = operatorOf(node.op);
  let text = `${print(left, rank.sum)} ${operator.code}`;
  if (right !== undefined) text += ` ${printRight(right, operator.right)}`;
  return node.ignoreCase === true ? `${text} ignore case` : text;
}

function printRight(right: Expression, side: string): string {
  if (!('list' in right)) return print(right, rank.sum);
  if (side === 'two' && right.list.length === 2) return right.list.map((n) => print(n, rank.sum)).join(' and ');
  if (side === 'one' || right.list.length === 0) return printList(right.list);
  return `(${right.list.map((n) => print(n, 0)).join(', ')})`;
}
