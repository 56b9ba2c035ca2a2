import { err, ok, type Result } from '@acequia/base';
import { parsePath, printPath } from '../field-path.ts';
import { parseRfc3339 } from '../time/rfc3339.ts';
import type { Expression, Literal, MathOp, TestOp } from './ast.ts';
import { expressionLimits, type ExpressionFault, type ExpressionFaultCode } from './faults.ts';
import { tokenize, type Token } from './lexer.ts';
import { numberLiteral } from './literal.ts';
import { operators, type Operator } from './operators.ts';

class Refused extends Error {
  readonly fault: ExpressionFault;
  constructor(fault: ExpressionFault) {
    super(fault.code);
    this.fault = fault;
  }
}

/** Reads an expression or condition (catalogue 4.1). */
export function parseExpression(text: string): Result<Expression, ExpressionFault> {
  if (text.length > expressionLimits.sourceBytes || new TextEncoder().encode(text).length > expressionLimits.sourceBytes) {
    return err({ code: 'EXPR_TOO_LONG', offset: expressionLimits.sourceBytes, detail: String(expressionLimits.sourceBytes) });
  }
  const parsed = parseExpressionPrefix(text, 0);
  return parsed.ok ? ok(parsed.value.ast) : parsed;
}

/** Reads an expression from `start` up to the end or to `closing`; `end` is the offset where it stopped. */
export function parseExpressionPrefix(
  text: string,
  start: number,
  closing?: string,
): Result<{ ast: Expression; end: number }, ExpressionFault> {
  const tokens = tokenize(text, start, closing);
  if (!tokens.ok) return tokens;
  const reader = new Reader(tokens.value);
  try {
    const ast = reader.coalesce();
    const rest = reader.peek();
    if (rest.kind !== 'end') reader.refuse('EXPR_SYNTAX', rest, describe(rest));
    return ok({ ast, end: rest.at });
  } catch (error) {
    if (error instanceof Refused) return err(error.fault);
    throw error;
  }
}

const describe = (token: Token): string => (token.kind === 'end' ? '' : token.kind === 'field' ? `\${${token.text}}` : token.text);

const operatorWords = operators
  .flatMap((operator) =>
    [operator.code, ...(operator.reads === undefined ? [] : [operator.reads])].map((code) => ({ operator, words: code.split(' ') })),
  )
  .sort((a, b) => b.words.length - a.words.length);

class Reader {
  readonly tokens: readonly Token[];
  #next = 0;
  #nodes = 0;
  #depth = 0;
  #calls = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  peek(ahead = 0): Token {
    return this.tokens[Math.min(this.#next + ahead, this.tokens.length - 1)]!;
  }

  take(): Token {
    const token = this.peek();
    this.#next += 1;
    return token;
  }

  refuse(code: ExpressionFaultCode, token: Token, detail: string, fix?: string): never {
    throw new Refused({ code, offset: token.at, detail, ...(fix === undefined ? {} : { fix }) });
  }

  isSymbol(text: string): boolean {
    const token = this.peek();
    return token.kind === 'symbol' && token.text === text;
  }

  isWord(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'word' && token.text === text;
  }

  expect(text: string): void {
    if (!this.isSymbol(text)) this.refuse('EXPR_SYNTAX', this.peek(), text);
    this.#next += 1;
  }

  node<N extends Expression>(node: N): N {
    this.#nodes += 1;
    if (this.#nodes > expressionLimits.nodes) this.refuse('EXPR_TOO_LARGE', this.peek(), String(expressionLimits.nodes));
    return node;
  }

  nested<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > expressionLimits.depth) this.refuse('EXPR_TOO_DEEP', this.peek(), String(expressionLimits.depth));
    const result = read();
    this.#depth -= 1;
    return result;
  }

  coalesce(): Expression {
    return this.nested(() =>
      this.chain(
        () => this.isSymbol('??'),
        () => this.or(),
        (coalesce, at) => ({ coalesce, at }),
      ),
    );
  }

  or(): Expression {
    return this.chain(
      () => this.isWord('or'),
      () => this.and(),
      (or, at) => ({ or, at }),
    );
  }

  and(): Expression {
    return this.chain(
      () => this.isWord('and'),
      () => this.not(),
      (and, at) => ({ and, at }),
    );
  }

  chain(more: () => boolean, read: () => Expression, make: (parts: Expression[], at: number) => Expression): Expression {
    const { at } = this.peek();
    const parts = [read()];
    while (more()) {
      this.#next += 1;
      parts.push(read());
    }
    return parts.length === 1 ? parts[0]! : this.node(make(parts, at));
  }

  not(): Expression {
    if (!this.isWord('not')) return this.test();
    const { at } = this.take();
    return this.node({ not: this.nested(() => this.not()), at });
  }

  test(): Expression {
    const { at } = this.peek();
    const left = this.sum();
    const negatedBetween = this.isWord('not') && this.isWord('between', 1);
    if (negatedBetween) this.#next += 1;
    const operator = this.operator();
    if (!operator) return left;
    const right = this.rightSide(operator);
    let ignoreCase = false;
    if (this.isWord('ignore') && this.isWord('case', 1)) {
      if (operator.ignoreCase !== true) this.refuse('EXPR_SYNTAX', this.peek(), 'ignore case');
      this.#next += 2;
      ignoreCase = true;
    }
    const test = this.node(makeTest(left, operator.op, right, ignoreCase, at));
    return negatedBetween ? this.node({ not: test, at }) : test;
  }

  operator(): Operator | undefined {
    const token = this.peek();
    if (token.kind !== 'word' && token.kind !== 'symbol') return undefined;
    for (const { operator, words } of operatorWords) {
      if (!words.every((word, i) => this.peek(i).text === word && (this.peek(i).kind === 'word' || this.peek(i).kind === 'symbol')))
        continue;
      this.#next += words.length;
      return operator;
    }
    return undefined;
  }

  rightSide({ right }: Operator): Expression | undefined {
    switch (right) {
      case 'none':
        return undefined;
      case 'one':
        return this.sum();
      case 'two': {
        const { at } = this.peek();
        const low = this.sum();
        if (!this.isWord('and')) this.refuse('EXPR_SYNTAX', this.peek(), 'and');
        this.#next += 1;
        return this.node({ list: [low, this.sum()], at });
      }
      case 'list':
        if (!this.isSymbol('(') && !this.isSymbol('[')) this.refuse('EXPR_SYNTAX', this.peek(), '(');
        return this.list();
      case 'list-or-one':
        return this.isSymbol('(') || this.isSymbol('[') ? this.list() : this.sum();
    }
  }

  /** `( a )`, `( a, b )`, `[ ]`, `[ a, b ]` */
  list(): Expression {
    const open = this.take();
    const close = open.text === '(' ? ')' : ']';
    const list = this.items(close, open.text === '(');
    return this.node({ list, at: open.at });
  }

  items(close: string, atLeastOne: boolean): Expression[] {
    const items: Expression[] = [];
    if (!atLeastOne && this.isSymbol(close)) {
      this.#next += 1;
      return items;
    }
    for (;;) {
      items.push(this.coalesce());
      if (!this.isSymbol(',')) break;
      this.#next += 1;
    }
    this.expect(close);
    return items;
  }

  sum(): Expression {
    return this.binary(['+', '-'], () => this.product());
  }

  product(): Expression {
    return this.binary(['*', '/', '%'], () => this.unary());
  }

  binary(symbols: readonly MathOp[], read: () => Expression): Expression {
    const { at } = this.peek();
    let left = read();
    for (;;) {
      const math = symbols.find((symbol) => this.isSymbol(symbol));
      if (math === undefined) return left;
      this.#next += 1;
      left = this.node({ math, left, right: read(), at });
    }
  }

  unary(): Expression {
    if (!this.isSymbol('-')) return this.power();
    const { at } = this.take();
    const digits = this.peek();
    if (digits.kind === 'number' && this.peek(1).text !== '**' && this.peek(1).text !== '[') {
      this.#next += 1;
      return this.node({ literal: this.number(digits, `-${digits.text}`), at });
    }
    return this.node({ negate: this.nested(() => this.unary()), at });
  }

  power(): Expression {
    const { at } = this.peek();
    const left = this.postfix();
    if (!this.isSymbol('**')) return left;
    this.#next += 1;
    return this.node({ math: '**', left, right: this.nested(() => this.unary()), at });
  }

  postfix(): Expression {
    const { at } = this.peek();
    let node = this.primary();
    while (this.isSymbol('[')) {
      this.#next += 1;
      const index = this.coalesce();
      this.expect(']');
      node = this.node({ of: node, index, at });
    }
    return node;
  }

  primary(): Expression {
    const token = this.peek();
    const { at } = token;
    switch (token.kind) {
      case 'number':
        this.#next += 1;
        return this.node({ literal: this.number(token, token.text), at });
      case 'string':
        this.#next += 1;
        return this.node({ literal: token.text, at });
      case 'duration':
        this.#next += 1;
        return this.node({ literal: { duration: token.text }, at });
      case 'time':
        this.#next += 1;
        if (parseRfc3339(token.text) === undefined) this.refuse('EXPR_SYNTAX', token, 't"2026-01-31T12:00:00Z"');
        return this.node({ literal: { time: token.text }, at });
      case 'field':
        return this.field();
      case 'word':
        return this.wordOrCall();
      case 'symbol':
        if (token.text === '[') return this.list();
        if (token.text === '(') return this.group();
        return this.refuse('EXPR_SYNTAX', token, token.text);
      case 'end':
        return this.refuse('EXPR_SYNTAX', token, '');
    }
  }

  number(token: Token, text: string): Literal {
    const literal = numberLiteral(text);
    return literal === undefined ? this.refuse('EXPR_SYNTAX', token, text) : literal;
  }

  field(): Expression {
    const token = this.take();
    const path = parsePath(token.text);
    if (!path.ok) this.refuse('EXPR_SYNTAX', { ...token, at: token.at + 2 + path.error.offset }, path.error.expected);
    if (path.value.each) this.refuse('EXPR_SYNTAX', token, '[*]');
    return this.node({ field: printPath(path.value), at: token.at });
  }

  wordOrCall(): Expression {
    const token = this.take();
    const { at } = token;
    if (this.isSymbol('(')) {
      this.#next += 1;
      this.#calls += 1;
      if (this.#calls > expressionLimits.callDepth) this.refuse('EXPR_TOO_DEEP', token, String(expressionLimits.callDepth));
      const args = this.items(')', false);
      this.#calls -= 1;
      return this.node({ call: token.text, args, at });
    }
    if (token.text === 'true' || token.text === 'false') return this.node({ literal: token.text === 'true', at });
    if (token.text === 'null') return this.node({ literal: null, at });
    return this.refuse('EXPR_SYNTAX', token, token.text, `\${${token.text}}`);
  }

  /** `( x )` groups; `( a, b )` is a list. */
  group(): Expression {
    const open = this.take();
    const first = this.coalesce();
    if (this.isSymbol(',')) {
      this.#next += 1;
      return this.node({ list: [first, ...this.items(')', true)], at: open.at });
    }
    this.expect(')');
    return first;
  }
}

/** The visual shape where it can be, else the general one: one AST per meaning. */
function makeTest(left: Expression, op: TestOp, right: Expression | undefined, ignoreCase: boolean, at: number): Expression {
  const extra = ignoreCase ? { ignoreCase } : {};
  const value = right === undefined ? undefined : constantOf(right);
  if ('field' in left && !('op' in left) && (right === undefined || value !== undefined)) {
    return { field: left.field, op, ...(value === undefined ? {} : { value }), ...extra, at };
  }
  return { left, op, ...(right === undefined ? {} : { right }), ...extra, at };
}

function constantOf(node: Expression): Literal | readonly Literal[] | undefined {
  if ('literal' in node) return node.literal;
  if (!('list' in node) || node.list.length > 1000) return undefined;
  const items: Literal[] = [];
  for (const item of node.list) {
    if (!('literal' in item)) return undefined;
    items.push(item.literal);
  }
  return items;
}
