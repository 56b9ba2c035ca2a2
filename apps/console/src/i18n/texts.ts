import type { Language } from '@acequia/component-sdk/text';

declare const wordsOf: unique symbol;

/** Words of one feature in both languages; used with `useTexts`. */
export interface Texts<K extends string> {
  readonly namespace: string;
  readonly words: Readonly<Record<Language, Readonly<Record<string, string>>>>;
  readonly [wordsOf]?: K;
}

/** `count_one` and `count_other` are asked for as `count`. */
export type WordKey<K> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K;

/**
 * Declares the words of a feature. Spanish must have exactly the keys of English. `{{name}}` is filled in; a key with
 * `_one`/`_other` is chosen by `count`.
 */
export function defineTexts<const E extends Readonly<Record<string, string>>>(
  namespace: string,
  words: { readonly en: E; readonly es: { readonly [K in keyof E]: string } },
): Texts<WordKey<keyof E & string>> {
  return { namespace, words };
}
