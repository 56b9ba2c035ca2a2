import { fault, field, type FieldOptions } from '@acequia/component-sdk/definition';
import * as z from 'zod';
import { parseDelimiter } from './delimiter-text.ts';

/** 1 to 16 bytes that end a frame, as text with escapes. */
export function delimiterField<const O extends FieldOptions<string>>(options: O) {
  const schema = z
    .string()
    .min(1)
    .max(64)
    .superRefine((text, context) => {
      if (parseDelimiter(text) === undefined) fault(context, text, 'CONFIG_FORMAT');
    });
  return field(schema, 'text', options, { bounds: { min: 1, max: 64 } });
}
