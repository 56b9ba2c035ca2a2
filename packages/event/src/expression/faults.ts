import type { Expected } from '../expected.ts';

/** Why a text or AST is refused while it is edited. */
export type ExpressionFaultCode =
  | 'EXPR_SYNTAX'
  | 'EXPR_TOO_LONG'
  | 'EXPR_TOO_DEEP'
  | 'EXPR_TOO_LARGE'
  | 'EXPR_UNKNOWN_FUNCTION'
  | 'EXPR_ARGUMENTS'
  | 'EXPR_UNKNOWN_FIELD'
  | 'EXPR_WRONG_TYPE'
  | 'EXPR_NEVER_TRUE'
  | 'EXPR_PATTERN'
  | 'EXPR_LIKE_TOO_LONG'
  | 'EXPR_NOT_CONDITION';

export interface ExpressionFault {
  readonly code: ExpressionFaultCode;
  /** UTF-16 offset in the text. */
  readonly offset: number;
  /** What stands there or was expected: a name, a type, a symbol. Goes into the message. */
  readonly detail: string;
  /** A text that would be right in place of the test or word, offered with one click. */
  readonly fix?: string;
}

/** Why one event cannot be evaluated. */
export type ExpressionErrorCode =
  | 'EXPR_TYPE'
  | 'EXPR_OVERFLOW'
  | 'EXPR_DIVIDE_BY_ZERO'
  | 'EXPR_NOT_FINITE'
  | 'EXPR_LIMIT'
  | 'EXPR_CONVERSION'
  | 'EXPR_ASSERT'
  | 'EXPR_INDEX'
  | 'EXPR_ARGUMENT';

/** The only error an evaluation throws. `position` is the offset in the expression's text, −1 when the AST has none. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  readonly code: ExpressionErrorCode;
  position: number;
  /** Names the value or function at fault; from `assert` the user's own message; empty beside `expected`. */
  readonly detail: string;
  readonly expected: Expected | undefined;

  constructor(code: ExpressionErrorCode, detail: string | Expected, position = -1) {
    super(`${code}: ${typeof detail === 'string' ? detail : detail.code}`);
    this.code = code;
    this.detail = typeof detail === 'string' ? detail : '';
    this.expected = typeof detail === 'string' ? undefined : detail;
    this.position = position;
  }
}

/** Catalogue 4.4. */
export const expressionLimits = {
  sourceBytes: 4096,
  nodes: 500,
  depth: 64,
  callDepth: 32,
  textBytes: 1024 * 1024,
  elements: 10_000,
  /** Of all evaluations of one event in a version; about 10 ns each, so 100 ms at most. */
  steps: 10_000_000,
  /** Of all work of one run: a block of events in a version. Half a second or so, so that a block holds up no neighbor. */
  runSteps: 50_000_000,
  /** What each event of a run adds to them: about what a usual pipeline takes, so that many small events do not end it. */
  eventSteps: 10_000,
  /** Characters of a pattern of `like` that is written as a constant. */
  likePattern: 256,
  tests: 100,
  testDepth: 8,
} as const;
