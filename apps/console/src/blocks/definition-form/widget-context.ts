import { createContext, use, type ComponentType } from 'react';
import type { FormField } from './model/describe-fields.ts';
import type { WidgetProps } from './widgets/widget.ts';

/** The editor of a field's value; undefined when there is nothing to draw. Given by the form, because some editors hold lines and groups again. */
export type WidgetFor = (field: FormField, siblings: Readonly<Record<string, unknown>>) => ComponentType<WidgetProps> | undefined;

export const WidgetContext = createContext<WidgetFor>(() => undefined);

export const useWidget: WidgetFor = (field, siblings) => use(WidgetContext)(field, siblings);
