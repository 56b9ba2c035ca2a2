import type { Language, VisibleText } from './visible-text.ts';

/** The paragraphs, list items, headings and table cells of a page, without code, addresses and marks. */
export function readMarkdown(file: string, source: string): VisibleText[] {
  const language: Language = file.endsWith('.es.md') ? 'es' : 'en';
  const found: VisibleText[] = [];
  let from = 1;
  let open: string[] = [];
  let fenced = false;
  const close = (): void => {
    const text = plain(open.join(' '));
    if (/\p{L}{2}/u.test(text)) found.push({ file, line: from, language, role: 'sentence', text });
    open = [];
  };
  for (const [index, line] of source.split('\n').entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) {
      close();
      fenced = !fenced;
    } else if (fenced || line.trim() === '' || /^ {4}/.test(line)) {
      if (open.length > 0 && !fenced && line.trim() !== '') open.push(line.trim());
      else close();
    } else if (line.startsWith('|')) {
      close();
      for (const cell of line.replaceAll(/`[^`]*`/g, 'x').split('|')) {
        from = index + 1;
        open = [cell.trim()];
        close();
      }
    } else {
      if (/^(?:#|\s*[-*] |\s*\d+\. )/.test(line)) close();
      if (open.length === 0) from = index + 1;
      open.push(line.trim());
    }
  }
  close();
  return found;
}

const plain = (text: string): string =>
  text
    .replaceAll(/`[^`]*`/g, 'x')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/https?:\/\/\S+|<!--.*?-->/g, 'x')
    // The bold words that introduce an item are a label, not a part of its first sentence.
    .replace(/^((?:[-*] )?\*\*[^*]+\*\*): /, '$1\n')
    .replaceAll(/^#+ |^[-*] |^\d+\. |\*\*|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)/g, '');
