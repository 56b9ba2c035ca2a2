/** The same JSON with line breaks and indents. Numbers and strings stay as they are written, which parsing would not keep. */
export function prettyJson(text: string): string {
  let out = '';
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  for (const [token] of text.matchAll(/"(?:\\.|[^"\\])*"|[{}[\],:]|[^\s"{}[\],:]+/gs)) {
    if (token === '}' || token === ']') {
      depth -= 1;
      out += /[{[]$/.test(out) ? token : line() + token;
    } else if (token === ',') out += token + line();
    else if (token === ':') out += ': ';
    else {
      out += /[{[]$/.test(out) ? line() + token : token;
      if (token === '{' || token === '[') depth += 1;
    }
  }
  return out;
}
