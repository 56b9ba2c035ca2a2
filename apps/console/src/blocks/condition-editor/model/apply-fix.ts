import {
  childrenOf,
  isTest,
  nextToken,
  parseExpression,
  blankEnd,
  printExpression,
  withoutPositions,
  type Expression,
  type ExpressionFault,
} from '@acequia/event';

/** The text with a fault's offered fix in place of the test it belongs to; undefined when there is none, or its place cannot be told. */
export function applyFix(text: string, ast: Expression, fault: ExpressionFault): string | undefined {
  const { fix, offset } = fault;
  const test = fix === undefined ? undefined : findTest(ast, offset);
  if (!test) return undefined;
  const wanted = printExpression(withoutPositions(test));
  for (let at = offset; at < text.length;) {
    const token = nextToken(text, blankEnd(text, at));
    if (!('kind' in token) || token.kind === 'end') return undefined;
    at = token.end;
    const read = parseExpression(text.slice(offset, at));
    if (read.ok && printExpression(withoutPositions(read.value)) === wanted) return text.slice(0, offset) + fix! + text.slice(at);
    if (blankEnd(text, at) >= text.length) return undefined;
  }
  return undefined;
}

function findTest(node: Expression, offset: number): Expression | undefined {
  if (isTest(node) && node.at === offset) return node;
  for (const child of childrenOf(node)) {
    const found = findTest(child, offset);
    if (found) return found;
  }
  return undefined;
}
