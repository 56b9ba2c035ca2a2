/** Characters of an answer that people are told. */
const toldMax = 200;
/** Of these, in bytes, an answer is looked at. */
const readMax = 4096;
/** Shorter ones would hide ordinary words. */
const secretLeast = 4;
const hidden = '•••';

/**
 * The beginning of what a destination answered, in one line for people: without the secrets that were sent to it, without what looks like
 * one, without tags and without control characters. Undefined: it said nothing.
 */
export function toldAnswer(response: string, secrets: readonly string[]): string | undefined {
  let text = response.slice(0, readMax);
  for (const secret of secrets.filter(({ length }) => length >= secretLeast))
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), Buffer.from(secret).toString('base64')])
      text = text.replaceAll(form, hidden);
  if (text.trimStart().startsWith('<')) text = text.replace(/<[^<>]*>/g, ' ');
  const line = text
    .replace(/\b(basic|bearer|digest)\s+(?=\S*[\d=])\S{8,}/gi, `$1 ${hidden}`)
    .replace(
      /((?:api[-_]?key|authorization|passwd|password|secret|signature|token)["']?\s*[:=]\s*)(?:"[^"]*"|'[^']*'|[^\s,;&}"']+)/gi,
      `$1${hidden}`,
    )
    // A look ahead for the digit would read a long run once for each of its characters.
    .replace(/[\w+/=.~-]{24,}/g, (run) => (/\d/.test(run) ? hidden : run))
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD\s]+/gu, ' ')
    .trim();
  const characters = [...line];
  if (characters.length === 0) return undefined;
  return characters.length > toldMax ? `${characters.slice(0, toldMax - 1).join('')}…` : line;
}
