import type { Clock } from '@acequia/base';
import type { BatchView, Row, SlotTable } from '@acequia/batch';
import {
  compileTemplate,
  isConstantTemplate,
  parseTemplate,
  type CompiledTemplate,
  type Template,
  type TemplateContext,
  type TemplatePart,
} from '@acequia/event';
import { Misconfigured } from '@acequia/component-sdk/runtime';
import { createEnvironment } from './expressions.ts';

/** Text of a template for one event; throws `ExpressionError` when it cannot be worked out. Null and missing print nothing. */
export type TextOf = (view: BatchView, row: Row) => string;

/** What compiling needs; both contexts of runtimes have it. */
export interface TemplateScope {
  readonly slots: SlotTable;
  readonly clock: Clock;
}

/** `url`: what follows the host; values are percent-encoded, as path before the first literal `?` and as query after it. */
export type TextPlace = 'plain' | 'url' | 'header';

const places: Readonly<Record<Exclude<TextPlace, 'url'>, TemplateContext>> = { plain: 'text', header: 'header' };

/** Compiles a template of a configuration. One that was never checked and is wrong is `Misconfigured('CONFIG_TEMPLATE')`. */
export function compileText(source: string, scope: TemplateScope, place: TextPlace): TextOf {
  const template = parsed(source);
  if (place !== 'url') return textOf(compiled(template, scope, places[place]), scope);
  const [path, query] = splitAtQuery(template);
  const before = textOf(compiled(path, scope, 'url-path'), scope);
  const after = textOf(compiled(query, scope, 'url-query'), scope);
  return (view, row) => before(view, row) + after(view, row);
}

/** Whether the template is the same for every event. Wrong templates are not. */
export function isConstantText(source: string): boolean {
  const template = parseTemplate(source);
  return template.ok && isConstantTemplate(template.value);
}

function parsed(source: string): Template {
  const template = parseTemplate(source);
  if (!template.ok) throw new Misconfigured('CONFIG_TEMPLATE', { message: `${template.error.code} at ${template.error.offset}` });
  return template.value;
}

function compiled(template: Template, scope: TemplateScope, escape: TemplateContext): CompiledTemplate {
  try {
    return compileTemplate(template, { slot: (name) => scope.slots.slot(name) }, { escape, onMissing: 'empty' });
  } catch (error) {
    throw new Misconfigured('CONFIG_TEMPLATE', { message: (error as Error).message }, error);
  }
}

function textOf(template: CompiledTemplate, scope: TemplateScope): TextOf {
  const environment = createEnvironment(scope.slots);
  return (view, row) => {
    const text = template.render(view.at(row), environment(view, row, scope.clock.now()));
    if (text.ok) return text.value;
    if (text.error.kind === 'expression') throw text.error.error;
    return '';
  };
}

function splitAtQuery(template: Template): [Template, Template] {
  const index = template.parts.findIndex((part) => 'text' in part && part.text.includes('?'));
  if (index < 0) return [template, { parts: [] }];
  const { text } = template.parts[index] as { readonly text: string };
  const at = text.indexOf('?');
  const piece = (part: string): TemplatePart[] => (part === '' ? [] : [{ text: part }]);
  return [
    { parts: [...template.parts.slice(0, index), ...piece(text.slice(0, at))] },
    { parts: [...piece(text.slice(at)), ...template.parts.slice(index + 1)] },
  ];
}
