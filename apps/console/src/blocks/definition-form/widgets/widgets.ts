import { lazy, type ComponentType } from 'react';
import { unwrap, type FieldWidget as Widget } from '@acequia/component-sdk/definition';
import * as z from 'zod';
import { hasParameters } from '#blocks/components/cards.ts';
import type { FormField } from '../model/describe-fields.ts';
import type { WidgetFor } from '../widget-context.ts';
import { FieldWidget } from './field-widget.tsx';
import { ListWidget, MapWidget, ObjectWidget } from './list-widget.tsx';
import { LookupWidget } from './lookup-widget.tsx';
import { ChoiceWidget, ChoicesWidget, MonoWidget, NumberWidget, TextareaWidget, TextWidget, TimezoneWidget } from './plain-widgets.tsx';
import { SecretWidget } from './secret-widget.tsx';
import type { WidgetProps } from './widget.ts';

/** These bring the language of expressions along. */
const condition = () => import('./condition-widgets.tsx');
/** These bring every operation of field transformation along. */
const operation = () => import('./operation-widget.tsx');

const late = <M>(load: () => Promise<M>, pick: (module: M) => ComponentType<WidgetProps>) =>
  lazy(() => load().then((module) => ({ default: pick(module) })));

const ParametersWidget = late(operation, (module) => module.ParametersWidget);

/** The editor of each kind of value; switches are drawn by the line itself. Some suspend until they are there. */
const widgets: Readonly<Record<Exclude<Widget, 'boolean'>, ComponentType<WidgetProps>>> = {
  text: TextWidget,
  textarea: TextareaWidget,
  integer: NumberWidget,
  number: NumberWidget,
  port: NumberWidget,
  choice: ChoiceWidget,
  choices: ChoicesWidget,
  list: ListWidget,
  map: MapWidget,
  object: ObjectWidget,
  operation: late(operation, (module) => module.OperationWidget),
  duration: MonoWidget,
  size: MonoWidget,
  cidr: MonoWidget,
  name: MonoWidget,
  lookup: LookupWidget,
  secret: SecretWidget,
  pem: SecretWidget,
  field: FieldWidget,
  template: late(
    () => import('./template-widget.tsx'),
    (module) => module.TemplateWidget,
  ),
  expression: late(condition, (module) => module.ExpressionWidget),
  condition: late(condition, (module) => module.ConditionWidget),
  regex: late(
    () => import('./regex-widget.tsx'),
    (module) => module.RegexWidget,
  ),
  pattern: late(
    () => import('./pattern-widget.tsx'),
    (module) => module.PatternWidget,
  ),
  timezone: TimezoneWidget,
};

/** Parameters are an object whose fields depend on the operation beside it. */
const isParameters = (field: FormField): boolean => field.hint.widget === 'object' && unwrap(field.schema) instanceof z.ZodRecord;

/** Nothing to draw: no operation is chosen, or it has no parameters. */
const isEmptyParameters = (field: FormField, siblings: Readonly<Record<string, unknown>>): boolean =>
  isParameters(field) && !hasParameters(String(siblings['operation']));

export const widgetFor: WidgetFor = (field, siblings) => {
  if (isEmptyParameters(field, siblings)) return undefined;
  if (isParameters(field)) return ParametersWidget;
  return field.hint.widget === 'boolean' ? TextWidget : widgets[field.hint.widget];
};
