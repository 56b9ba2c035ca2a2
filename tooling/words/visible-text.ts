export type Language = 'en' | 'es';

/** How a text is used, which decides what else it must be. */
export type Role = 'sentence' | 'label' | 'button' | 'explanation';

/** A text that a user can meet, and the line of the file that holds it. */
export interface VisibleText {
  readonly file: string;
  readonly line: number;
  readonly language: Language;
  readonly role: Role;
  readonly text: string;
}

export const rules = ['banned', 'term', 'long', 'period', 'plural', 'button', 'next-step', 'unused', 'repeated'] as const;
export type Rule = (typeof rules)[number];

/** What is wrong with a text, and what to write instead. */
export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly rule: Rule;
  readonly text: string;
  readonly advice: string;
}
