import { useState } from 'react';
import { fallbackOf } from '../model/describe-fields.ts';
import { textOf, type WidgetProps } from './widget.ts';

/**
 * The text of a field as it is typed. An emptied field leaves the configuration and so gets its default back; the text
 * stays empty until the field is left, or nobody could type another value.
 */
export function useTyped(
  { field, value }: Pick<WidgetProps, 'field' | 'value'>,
  read: (text: string) => unknown,
): { readonly text: string; readonly type: (text: string) => void; readonly leave: () => void } {
  const [text, setText] = useState(textOf(value));
  const emptied = text.trim() === '' && (value === undefined || value === fallbackOf(field.schema));
  return { text: emptied || read(text) === value ? text : textOf(value), type: setText, leave: () => setText(textOf(value)) };
}
