/** What stands for something that is not sent. */
const hidden = '…';

/** Queries and fragments of addresses, whole or within a text. */
const afterPath = /(^|https?:\/\/[^\s?#"'<>]*|\/[\w\-./%]*)[?#][^\s"'<>]*/g;
const quoted = /"[^"]*"/g;
const email = /[^\s@"'<>:/]+@[^\s@"'<>:/]+\.[a-z]+/gi;

/** A text without queries of addresses, without what stands in double quotes (texts of elements, pieces of JSON) and without e-mail addresses. */
export const maskText = (text: string): string =>
  text.replaceAll(afterPath, '$1').replaceAll(quoted, `"${hidden}"`).replaceAll(email, hidden);

/** The look of a replayed page: style sheets of our own. */
const isStyle = (key: string, holder: object): boolean =>
  key === '_cssText' || (key === 'textContent' && 'isStyle' in holder && holder.isStyle === true);

/** Never sent, whatever they hold. */
const secret =
  /^(?:http\.query|url\.query|http\.fragment|url\.fragment|query_string|cookies|headers|data\.body|request_body|response_body|body)$/;

/** The same value with every text in it masked. Plain JSON in, plain JSON out. */
export function maskDeep(value: unknown): unknown {
  if (typeof value === 'string') return maskText(value);
  if (Array.isArray(value)) return value.map(maskDeep);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !secret.test(key))
      .map(([key, inner]) => [key, isStyle(key, value) ? inner : maskDeep(inner)]),
  );
}

/** A recorded piece of a replay: a line of JSON about it, then the JSON of its events. Undefined when it cannot be read, and so not be masked. */
export function maskRecording(recording: unknown): string | undefined {
  if (typeof recording !== 'string') return undefined;
  const end = recording.indexOf('\n');
  try {
    return `${recording.slice(0, end)}\n${JSON.stringify(maskDeep(JSON.parse(recording.slice(end + 1))))}`;
  } catch {
    return undefined;
  }
}
