import { MaskColumns, type BatchView, type Masked, type MaskOptions } from '@acequia/batch';
import { parsePath } from '@acequia/event';
import type { CompileContext } from '@acequia/component-sdk/runtime';
import type { RedactConfig } from './config.ts';
import { replacementOf } from './replacement.ts';

/** Redacts what it can of a whole batch; rows that are left are as they were. */
export type BulkMask = (view: BatchView) => Masked;

/**
 * The kernels' form: e-mail addresses and card numbers in all fields or named ones and in `_raw`, replaced by what is the same
 * for every value or by asterisks, or only counted. Undefined: all rows one by one. `reportOf`: the report for so many
 * findings by kind.
 */
export function compileBulkMask(
  config: RedactConfig,
  { slots, kernels }: Pick<CompileContext, 'slots' | 'kernels'>,
  reportOf: (counts: readonly number[]) => string,
): BulkMask | undefined {
  const { detectors, fields, mode } = config;
  const simple = detectors.every((id) => id === 'email' || id === 'card') && config.ownDetectors.length === 0;
  const named = fields.filter((field) => field !== '_raw');
  const plain = named.every(isPlainField);
  if (kernels === undefined || !simple || !plain || mode === 'partial' || mode === 'hash') return undefined;
  const column = (name: string) => ({ name, slot: slots.slot(name) });
  const masks = new MaskColumns(kernels, {
    columns: fields.length === 0 ? undefined : named.map(column),
    raw: fields.length === 0 || fields.includes('_raw'),
    email: detectors.includes('email'),
    card: detectors.includes('card'),
    replacements: replacementsOf(mode, detectors),
    report: column(config.report),
    reportOf: (emails, cards) => reportOf(detectors.map((id) => (id === 'email' ? emails : cards))),
  });
  return (view) => masks.mask(view);
}

function replacementsOf(
  mode: Exclude<RedactConfig['mode'], 'partial' | 'hash'>,
  detectors: readonly string[],
): MaskOptions['replacements'] {
  if (mode === 'detect-only') return undefined;
  if (mode === 'mask') return 'asterisks';
  const replace = replacementOf(mode, detectors, '');
  const standsFor = (id: string): string => (detectors.includes(id) ? replace(detectors.indexOf(id), () => '') : '');
  return { email: standsFor('email'), card: standsFor('card') };
}

function isPlainField(field: string): boolean {
  const path = parsePath(field);
  return path.ok && path.value.names.length === 1 && path.value.steps.length === 0 && !field.startsWith('_');
}
