import type { EncodeConfig } from '@acequia/component-sdk/definition';
import { typeOfField, type FieldSet } from '@acequia/event';

/** Whether the group `encode` writes the original message: plain text is `message`, and `_raw` where there is none. */
export const sendsRaw = ({ content, format }: EncodeConfig, input: FieldSet): boolean =>
  (content === 'all' || content === 'chosen') && format === 'text' && typeOfField(input, 'message') === undefined;
