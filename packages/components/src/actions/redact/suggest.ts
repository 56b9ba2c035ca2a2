import type { PointedValue, Suggestion } from '@acequia/component-sdk/definition';
import type * as z from 'zod';
import type { redactConfig } from './config.ts';

const detectorNameMax = 64;

/** Masks all of the field. */
export function suggestRedact({ name, type }: PointedValue): readonly Suggestion<z.input<typeof redactConfig>>[] {
  if (!['string', 'integer', 'float'].includes(type)) return [];
  const whole = { name: detectorName(name), regex: '.+', check: 'none' as const };
  return [{ kind: 'mask', config: { detectors: [], ownDetectors: [whole], mode: 'mask', fields: [name] } }];
}

const detectorName = (field: string): string => `value-${field.replaceAll(/[^A-Za-z0-9_-]/g, '-')}`.slice(0, detectorNameMax);
