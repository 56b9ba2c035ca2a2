import * as z from 'zod';
import { field, type FieldOptions } from './field.ts';

/**
 * A condition or expression as it is stored (catalogue 4): the AST and the form it is edited in. The AST's own schema is
 * given by the component through `ast`, so that the form, the server and the worker refuse the same things.
 */
export interface StoredExpression<A> {
  readonly form: 'visual' | 'code';
  readonly ast: A;
  /** In code form the text as typed, with its comments and line ends. */
  readonly code?: string | undefined;
}

const codeMax = 4096;

const stored = <A extends z.ZodType>(ast: A) =>
  z.strictObject({ form: z.enum(['visual', 'code']), ast, code: z.string().max(codeMax).optional() }) as unknown as z.ZodType<
    StoredExpression<z.infer<A>>
  >;

/** A condition; `ast` is the condition schema of @acequia/event. */
export function conditionField<A extends z.ZodType, const O extends FieldOptions>(ast: A, options: O) {
  return field(stored(ast), 'condition', options);
}

/** An expression; `ast` is the expression schema of @acequia/event. */
export function expressionField<A extends z.ZodType, const O extends FieldOptions>(ast: A, options: O) {
  return field(stored(ast), 'expression', options);
}
