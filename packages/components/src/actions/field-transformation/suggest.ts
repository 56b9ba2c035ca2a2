import type { PointedValue, Suggestion } from '@acequia/component-sdk/definition';
import { cleanName } from '@acequia/event';
import type * as z from 'zod';
import type { fieldTransformationConfig } from './config.ts';

/** Takes the field away, or gives it another name. */
export function suggestFieldTransformation({ name }: PointedValue): readonly Suggestion<z.input<typeof fieldTransformationConfig>>[] {
  return [
    { kind: 'drop', config: { steps: [{ field: name, operation: 'remove', parameters: { names: [name] } }] } },
    { kind: 'rename', config: { steps: [{ field: name, operation: 'rename', parameters: {}, output: cleanName(`new_${name}`, 1) }] } },
  ];
}
