import { percentEncoded } from '../net/percent.ts';

/** Where a template's text goes; each context makes values harmless there (catalogue 1.6). */
export type TemplateContext = 'text' | 'url-path' | 'url-query' | 'header';

/** Escapes one value for its place. Literal text of the template is the user's own and stays. */
export const escapeValue: Readonly<Record<TemplateContext, (value: string) => string>> = {
  text: (value) => value,
  'url-path': (value) => (value === '.' || value === '..' ? value.replaceAll('.', '%2E') : percentEncoded(value)),
  'url-query': (value) => percentEncoded(value),
  header: (value) => value.replace(/[\r\n\0]/g, ''),
};
