import type { ComponentType } from 'react';
import { unwrap, type FieldWidget as Widget } from '@acequia/component-sdk/definition';
import { findOperation } from '@acequia/components/definitions';
import * as z from 'zod';
import type { FormField } from '../model/describe-fields.ts';
import type { WidgetFor } from '../widget-context.ts';
import { ConditionWidget, ExpressionWidget, PatternWidget, RegexWidget, TemplateWidget } from './code-widgets.tsx';
import { FieldWidget } from './field-widget.tsx';
import { ListWidget, MapWidget, ObjectWidget } from './list-widget.tsx';
import { ChoiceWidget, ChoicesWidget, MonoWidget, NumberWidget, TextareaWidget, TextWidget, TimezoneWidget } from './plain-widgets.tsx';
import { OperationWidget, ParametersWidget } from './operation-widget.tsx';
import { SecretWidget } from './secret-widget.tsx';
import type { WidgetProps } from './widget.ts';

/** The editor of each kind of value; switches are drawn by the line itself. */
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
  operation: OperationWidget,
  duration: MonoWidget,
  size: MonoWidget,
  cidr: MonoWidget,
  name: MonoWidget,
  secret: SecretWidget,
  pem: SecretWidget,
  field: FieldWidget,
  template: TemplateWidget,
  expression: ExpressionWidget,
  condition: ConditionWidget,
  regex: RegexWidget,
  pattern: PatternWidget,
  timezone: TimezoneWidget,
};

/** Parameters are an object whose fields depend on the operation beside it. */
const isParameters = (field: FormField): boolean => field.hint.widget === 'object' && unwrap(field.schema) instanceof z.ZodRecord;

/** Nothing to draw: no operation is chosen, or it has no parameters. */
const isEmptyParameters = (field: FormField, siblings: Readonly<Record<string, unknown>>): boolean =>
  isParameters(field) && Object.keys(findOperation(String(siblings['operation']))?.parameters.shape ?? {}).length === 0;

export const widgetFor: WidgetFor = (field, siblings) => {
  if (isEmptyParameters(field, siblings)) return undefined;
  if (isParameters(field)) return ParametersWidget;
  return field.hint.widget === 'boolean' ? TextWidget : widgets[field.hint.widget];
};
