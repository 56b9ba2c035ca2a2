import type { SourceLanguage } from '../language.ts';

/** Text without anything to offer; its faults come from outside. */
export const plainLanguage: SourceLanguage = { tokens: () => [], offers: () => undefined, hint: () => undefined, call: () => undefined };
