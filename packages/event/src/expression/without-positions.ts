import type { Expression } from './ast.ts';

/** The AST without positions, for comparing and storing. */
export function withoutPositions(node: Expression): Expression {
  return JSON.parse(JSON.stringify(node, (key, value: unknown) => (key === 'at' ? undefined : value))) as Expression;
}
