import { batchFields, configObject, queueFields, requestFields, retryField } from '@acequia/component-sdk/definition';
import type * as z from 'zod';
import { homeMetricsField } from '../../encoding/common-fields.ts';

export const nullCreation = configObject({ retry: retryField(), ...requestFields(), inHomeMetrics: homeMetricsField() });
export type NullCreation = z.infer<typeof nullCreation>;

export const nullNode = configObject({ ...queueFields(), ...batchFields({ maxEvents: 1000, maxBytes: '1 MiB', maxWait: '1s' }) });
export type NullNode = z.infer<typeof nullNode>;
