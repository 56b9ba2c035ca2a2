/** Characters of an answer that people are told. */
const toldMax = 200;

/**
 * The beginning of what a destination answered, in one line for people: without tags, control characters and what looks like a secret.
 * Those that were sent are hidden in `response` already. Undefined: it said nothing.
 */
export function toldAnswer(response: string): string | undefined {
  const text = response.trimStart().startsWith('<') ? response.replace(/<[^<>]*>/g, ' ') : response;
  const line = text
    // A look ahead for the digit would read a long run once for each of its characters.
    .replace(/[\w+/=.~-]{24,}/g, (run) => (/\d/.test(run) ? '•••' : run))
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD\s]+/gu, ' ')
    .trim();
  const characters = [...line];
  if (characters.length === 0) return undefined;
  return characters.length > toldMax ? `${characters.slice(0, toldMax - 1).join('')}…` : line;
}
