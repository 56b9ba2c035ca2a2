const anySurrogate = /\\u[dD][89a-fA-F]/;
/** A pair, or a lone one, or any other escape, so that the second half of `\\ud800` is taken for none. */
const escapes = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(\\u[dD][89a-fA-F][\da-fA-F]{2})|\\./g;

/** Checked JSON text whose lone surrogate escapes are U+FFFD (catalogue 0.4); everything else is as it was. */
export const wellFormedJson = (text: string): string =>
  anySurrogate.test(text) ? text.replace(escapes, (escape, lone: string | undefined) => (lone === undefined ? escape : '\\ufffd')) : text;
