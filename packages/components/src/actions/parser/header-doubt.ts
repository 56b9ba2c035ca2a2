const opened: Readonly<Record<string, string>> = { '[': ']', '(': ')', '"': '"' };

/** Whether the signs between the columns of a pattern's parts leave a bracket or quotation open: the message would begin inside. */
export function leavesOpen(parts: readonly string[]): boolean {
  const open: string[] = [];
  for (const part of parts) {
    // Columns, and forms with columns in them, are whole.
    if (/^(?:\{|<\w)/.test(part)) continue;
    for (const sign of part.replaceAll(/\\./g, '')) {
      if (sign === open.at(-1)) open.pop();
      else if (opened[sign] !== undefined) open.push(opened[sign]);
    }
  }
  return open.length > 0;
}

/** Whether a bracket begins in the text and ends outside of it, or the other way round. */
export function isTorn(text: string): boolean {
  return ['()', '[]', '{}'].some(([open, close]) => text.split(open!).length !== text.split(close!).length);
}
