import { err, ok, type Result } from '@acequia/base';
import { checkExpression } from '../expression/check.ts';
import { fieldsOf, type Expression } from '../expression/ast.ts';
import type { ExpressionFault } from '../expression/faults.ts';
import { parseExpressionPrefix } from '../expression/parser.ts';
import { printExpression } from '../expression/printer.ts';
import type { ExpressionType } from '../expression/types.ts';
import { parsePath, printPath } from '../field-path.ts';
import type { FieldSet } from '../field-set.ts';

/** A piece of a template: text, a reference, an expression, or a name behind a reserved prefix (`secrets.x`). */
export type TemplatePart =
  | { readonly text: string }
  | { readonly field: string; readonly at: number }
  | { readonly expression: Expression; readonly at: number }
  | { readonly special: string; readonly name: string; readonly at: number };

export interface Template {
  readonly parts: readonly TemplatePart[];
}

export interface TemplateFault {
  readonly code: 'TEMPLATE_SYNTAX' | 'TEMPLATE_EXPRESSION' | 'TEMPLATE_TOO_LONG';
  readonly offset: number;
  readonly detail: string;
  readonly expression?: ExpressionFault;
}

export interface TemplateOptions {
  /** Prefixes the place allows, such as `secrets` and `parameters`. */
  readonly specials?: readonly string[];
  /** Whether `{{ }}` is read; default true. */
  readonly expressions?: boolean;
}

const sourceMax = 64 * 1024;

/** Reads a template (catalogue 1.6). */
export function parseTemplate(text: string, options: TemplateOptions = {}): Result<Template, TemplateFault> {
  if (text.length > sourceMax) return err({ code: 'TEMPLATE_TOO_LONG', offset: sourceMax, detail: String(sourceMax) });
  const parts: TemplatePart[] = [];
  let plain = '';
  const push = (part: TemplatePart) => {
    if (plain !== '') parts.push({ text: plain });
    plain = '';
    parts.push(part);
  };
  for (let at = 0; at < text.length;) {
    if (text.startsWith('$${', at)) {
      plain += '${';
      at += 3;
    } else if (text.startsWith('${', at)) {
      const end = referenceEnd(text, at + 2);
      if (end < 0) return err({ code: 'TEMPLATE_SYNTAX', offset: at, detail: '}' });
      const part = reference(text.slice(at + 2, end), at, options);
      if ('code' in part) return err(part);
      push(part);
      at = end + 1;
    } else if (options.expressions !== false && text.startsWith('{{', at)) {
      const parsed = parseExpressionPrefix(text, at + 2, '}}');
      if (!parsed.ok)
        return err({ code: 'TEMPLATE_EXPRESSION', offset: parsed.error.offset, detail: parsed.error.detail, expression: parsed.error });
      if (!text.startsWith('}}', parsed.value.end)) return err({ code: 'TEMPLATE_SYNTAX', offset: at, detail: '}}' });
      push({ expression: parsed.value.ast, at });
      at = parsed.value.end + 2;
    } else {
      plain += text[at];
      at += 1;
    }
  }
  if (plain !== '') parts.push({ text: plain });
  return ok({ parts });
}

function referenceEnd(text: string, start: number): number {
  let quote: string | undefined;
  for (let i = start; i < text.length; i += 1) {
    const c = text[i]!;
    if (quote !== undefined) {
      if (c === '\\') i += 1;
      else if (c === quote) quote = undefined;
    } else if (c === '"' || c === "'") quote = c;
    else if (c === '}') return i;
  }
  return -1;
}

function reference(source: string, at: number, options: TemplateOptions): TemplatePart | TemplateFault {
  const path = parsePath(source);
  if (!path.ok) return { code: 'TEMPLATE_SYNTAX', offset: at + 2 + path.error.offset, detail: path.error.expected };
  if (path.value.each) return { code: 'TEMPLATE_SYNTAX', offset: at, detail: '[*]' };
  const [head, ...rest] = path.value.names;
  if (options.specials?.includes(head!) === true && rest.length > 0 && path.value.steps.length === 0)
    return { special: head!, name: rest.join('.'), at };
  return { field: printPath(path.value), at };
}

/** The template as text; `parseTemplate` reads it back equal. */
export function printTemplate(template: Template): string {
  return template.parts
    .map((part) => {
      if ('text' in part) return part.text.replaceAll('${', () => '$${');
      if ('field' in part) return `\${${part.field}}`;
      return 'special' in part ? `\${${part.special}.${part.name}}` : `{{ ${printExpression(part.expression)} }}`;
    })
    .join('');
}

/** Paths of all fields a template reads, each once. */
export function templateFields(template: Template): string[] {
  return [
    ...new Set(template.parts.flatMap((part) => ('field' in part ? [part.field] : 'expression' in part ? fieldsOf(part.expression) : []))),
  ];
}

/** Whether the template is one constant text. */
export const isConstantTemplate = (template: Template): boolean => template.parts.every((part) => 'text' in part);

/** Faults against the fields upstream, at offsets of the template's text. */
export function checkTemplate(
  template: Template,
  fields: FieldSet,
): { readonly type: ExpressionType; readonly faults: readonly ExpressionFault[] } {
  const faults = template.parts.flatMap((part) => {
    if ('field' in part) return checkExpression({ field: part.field, at: part.at }, fields).faults;
    return 'expression' in part ? checkExpression(part.expression, fields).faults : [];
  });
  return { type: 'string', faults };
}
