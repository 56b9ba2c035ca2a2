/** Words of one part of the editor; Spanish must have exactly the keys of English. */
export const inBoth = <const E extends Readonly<Record<string, string>>>(words: {
  readonly en: E;
  readonly es: { readonly [K in keyof E]: string };
}): typeof words => words;
