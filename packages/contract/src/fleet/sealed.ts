import * as z from 'zod';

/** Sealed box (crypto.ts), for one worker. */
export const sealedSchema = z.object({ ephemeralKey: z.string(), nonce: z.string(), ciphertext: z.string() });
