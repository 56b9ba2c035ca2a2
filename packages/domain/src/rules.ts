import { filledLine, text } from '@acequia/base/bounded';
import * as z from 'zod';

/** Catalogue 0.1: metadata of every instance. */
export const nameSchema = filledLine(128);
export const descriptionSchema = text(2000);
/** Each at least 2 characters, at most 20. */
export const tagsSchema = z.array(filledLine(64).min(2)).max(20);

export * from './password-rules.ts';
