/**
 * A JSON object in which no name stands twice, at any depth: two readers of one text must not see two things (quality.md 1.5.3).
 * Undefined for everything else.
 */
export function readStrictObject(text: string): Readonly<Record<string, unknown>> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || repeatsName(text)) return undefined;
  return value as Readonly<Record<string, unknown>>;
}

/** Of a text that is JSON: in an object a string before a colon is a name. */
function repeatsName(text: string): boolean {
  const open: Set<string>[] = [];
  for (const [token, colon] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined) {
      const name = JSON.parse(token.slice(0, -colon.length)) as string;
      const names = open.at(-1);
      if (names?.has(name)) return true;
      names?.add(name);
    }
  }
  return false;
}
