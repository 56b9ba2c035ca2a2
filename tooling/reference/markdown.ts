/** Words every generated page begins with. */
export const page = (title: string, ...parts: readonly string[]): string =>
  `${[`# ${title}`, 'Made by `npm run docs` from the code; a test compares them. Change the code, not this page.', ...parts].join('\n\n')}\n`;

/** A table cell: one line, no bars of its own. */
export const cell = (text: string): string => text.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');

/** Source text in a table cell or sentence, whatever it holds. */
export function code(text: string): string {
  if (text === '') return '–';
  const fence = text.includes('`') ? '``' : '`';
  return `${fence}${text.startsWith('`') || text.endsWith('`') ? ` ${text} ` : text}${fence}`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
