import { refusalReasons } from '@acequia/base';
import * as z from 'zod';

/** Whom a listener turned away within the last hour for one reason. */
export const refusalCountSchema = z.object({
  reason: z.enum(refusalReasons),
  count: z.int(),
  /** Those of the last 5 to 10 minutes. */
  recent: z.int(),
  /** The addresses with the most, each at least so often; the rest of `count` came from others; `recent` is missing from workers of earlier versions. */
  addresses: z.array(z.object({ address: z.string(), count: z.int(), recent: z.int().optional() })),
});
