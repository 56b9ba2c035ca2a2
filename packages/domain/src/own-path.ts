/**
 * Whether a text is a path of this site and never an address of another one: browsers drop control characters from an address and
 * read `\` as `/`, so neither may stand in it.
 */
export const isOwnPath = (text: string): boolean => /^\/(?!\/)[^\\\p{Cc}]*$/u.test(text);
