import {
  batchFields,
  configObject,
  durationField,
  durationMs,
  queueFields,
  requestFields,
  retryField,
} from '@acequia/component-sdk/definition';
import type * as z from 'zod';
import { homeMetricsField } from '../../encoding/common-fields.ts';

export const nullCreation = configObject({
  outageEvery: durationField({ optional: true, min: '2s', max: '24h', group: 'rehearsal', advanced: true }),
  outageFor: durationField({ default: '1m', min: '1s', max: '12h', group: 'rehearsal', advanced: true }),
  retry: retryField(),
  ...requestFields(),
  inHomeMetrics: homeMetricsField(),
}).superRefine(({ outageEvery, outageFor }, context) => {
  if (outageEvery === undefined || durationMs(outageFor) < durationMs(outageEvery)) return;
  const fault = 'CONFIG_TOO_LARGE';
  context.addIssue({ code: 'custom', path: ['outageFor'], input: outageFor, message: fault, params: { fault, max: outageEvery } });
});
export type NullCreation = z.infer<typeof nullCreation>;

/** Whether a rehearsed outage holds at a moment: it begins with each whole `outageEvery` since 1970. */
export const isAway = ({ outageEvery, outageFor }: NullCreation, nowMs: number): boolean =>
  outageEvery !== undefined && nowMs % durationMs(outageEvery) < durationMs(outageFor);

export const nullNode = configObject({ ...queueFields(), ...batchFields({ maxEvents: 1000, maxBytes: '1 MiB', maxWait: '1s' }) });
export type NullNode = z.infer<typeof nullNode>;
