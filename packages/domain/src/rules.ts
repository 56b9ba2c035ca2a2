import * as z from 'zod';

/** Catalogue 0.1: metadata of every instance. */
export const nameSchema = z.string().trim().min(1).max(128);
export const descriptionSchema = z.string().max(2000);
/** Each at least 2 characters, at most 20. */
export const tagsSchema = z.array(z.string().trim().min(1).min(2).max(64)).max(20);

export * from './password-rules.ts';
