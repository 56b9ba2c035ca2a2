import { err, ok, type Result } from '@acequia/base';
import { compileExpression, compileReference, type CompileContext, type ExpressionSource } from '../expression/compile.ts';
import { ExpressionError, expressionLimits } from '../expression/faults.ts';
import type { EvaluationEnv } from '../expression/function-definition.ts';
import { beginSteps, chargeRun } from '../expression/steps.ts';
import { valueToText } from '../json/print-json.ts';
import type { FieldValue } from '../values.ts';
import { escapeValue, type TemplateContext } from './escaping.ts';
import type { Template, TemplatePart } from './parse-template.ts';

/** What a missing or null value does: print nothing, drop the whole item, or fail. */
export type OnMissing = 'empty' | 'skip' | 'error';

/** Why a template gave no text for an event. `skip` is no error: the enclosing item is dropped. */
export type TemplateOutcome =
  | { readonly kind: 'skip' }
  | { readonly kind: 'missing'; readonly field: string }
  | { readonly kind: 'expression'; readonly error: ExpressionError };

export interface TemplateContextOptions {
  readonly escape?: TemplateContext;
  readonly onMissing?: OnMissing;
  /** Values behind reserved prefixes, asked when an event is rendered. */
  readonly special?: (prefix: string, name: string) => string | undefined;
}

export interface CompiledTemplate {
  /** The text for one event; its characters count among the steps of the run. */
  render(source: ExpressionSource, env: EvaluationEnv): Result<string, TemplateOutcome>;
}

interface Field {
  readonly name: string;
  readonly read: (source: ExpressionSource, env: EvaluationEnv) => FieldValue | undefined;
}
type Piece = string | Field;

/** Compiles a template; values are escaped for their place, literal text is not. */
export function compileTemplate(template: Template, context: CompileContext, options: TemplateContextOptions = {}): CompiledTemplate {
  const pieces = template.parts.map((part) => pieceOf(part, context, options));
  const escape = escapeValue[options.escape ?? 'text'];
  const render = (source: ExpressionSource, env: EvaluationEnv): Result<string, TemplateOutcome> => {
    let text = '';
    beginSteps(source);
    for (const piece of pieces) {
      const value = typeof piece === 'string' ? piece : piece.read(source, env);
      if (value === null || value === undefined) {
        if (options.onMissing === 'skip') return err({ kind: 'skip' });
        if (options.onMissing === 'error') return err({ kind: 'missing', field: (piece as Field).name });
        chargeRun(1);
        continue;
      }
      const added = typeof piece === 'string' ? piece : escape(valueToText(value));
      chargeRun(1 + added.length);
      text += added;
      if (text.length > 16 * expressionLimits.textBytes) throw new ExpressionError('EXPR_LIMIT', 'text');
    }
    return ok(text);
  };
  return {
    render: (source, env) => {
      try {
        return render(source, env);
      } catch (error) {
        if (error instanceof ExpressionError) return err({ kind: 'expression', error });
        throw error;
      }
    },
  };
}

function pieceOf(part: TemplatePart, context: CompileContext, options: TemplateContextOptions): Piece {
  if ('text' in part) return part.text;
  if ('field' in part) {
    const read = compileReference(part.field, context);
    return { name: part.field, read: (source) => read(source) };
  }
  if ('special' in part) return { name: `${part.special}.${part.name}`, read: () => options.special?.(part.special, part.name) };
  const compiled = compileExpression(part.expression, context);
  return { name: '{{ }}', read: (source, env) => compiled.evaluate(source, env) };
}
