import { MaskColumns, type BatchView, type Masked } from '@acequia/batch';
import { parsePath } from '@acequia/event';
import type { CompileContext } from '@acequia/component-sdk/runtime';
import type { RedactConfig } from './config.ts';
import { replacementOf } from './replacement.ts';

/** Columns that fit the bits which tell rows apart. */
const columnsMax = 24;

/** Redacts what it can of a whole batch; rows that are left are as they were. */
export type BulkMask = (view: BatchView) => Masked;

/**
 * The kernels' form: e-mail addresses and card numbers in named fields, replaced by what is the same for every value, or only
 * counted. Undefined: all rows one by one. `reportOf`: the report for so many findings by kind.
 */
export function compileBulkMask(
  config: RedactConfig,
  { slots, kernels }: Pick<CompileContext, 'slots' | 'kernels'>,
  reportOf: (counts: readonly number[]) => string,
): BulkMask | undefined {
  const { detectors, fields, mode } = config;
  const email = detectors.indexOf('email');
  const card = detectors.indexOf('card');
  const simple = detectors.every((id) => id === 'email' || id === 'card') && config.ownDetectors.length === 0;
  const plain = fields.length > 0 && fields.length <= columnsMax && fields.every(isPlainField);
  if (kernels === undefined || !simple || !plain || (mode !== 'label' && mode !== 'remove' && mode !== 'detect-only')) return undefined;
  const replace = mode === 'detect-only' ? undefined : replacementOf(mode, detectors, '');
  const standsFor = (kind: number): string => (kind < 0 ? '' : replace!(kind, () => ''));
  const column = (name: string) => ({ name, slot: slots.slot(name) });
  const masks = new MaskColumns(kernels, {
    columns: fields.map(column),
    email: email >= 0,
    card: card >= 0,
    replacements: replace && { email: standsFor(email), card: standsFor(card) },
    report: column(config.report),
    reportOf: (emails, cards) => reportOf(detectors.map((id) => (id === 'email' ? emails : cards))),
  });
  return (view) => masks.mask(view);
}

function isPlainField(field: string): boolean {
  const path = parsePath(field);
  return path.ok && path.value.names.length === 1 && path.value.steps.length === 0 && !field.startsWith('_');
}
