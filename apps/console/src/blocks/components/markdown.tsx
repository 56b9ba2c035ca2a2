import { createElement, type ReactNode } from 'react';

/** The few forms our help pages use: headings, paragraphs, lists, tables, fenced code; inside a line code, strong, emphasis and links. */
export function Markdown({ source }: { readonly source: string }) {
  return <div className="prose">{blocksOf(source).map(drawBlock)}</div>;
}

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] };

export function blocksOf(source: string): readonly Block[] {
  const lines = source.replaceAll('\r\n', '\n').split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    const fence = line.startsWith('```');
    if (fence) {
      const end = lines.findIndex((other, index) => index > at && other.startsWith('```'));
      const stop = end < 0 ? lines.length : end;
      blocks.push({ kind: 'code', text: lines.slice(at + 1, stop).join('\n') });
      at = stop + 1;
      continue;
    }
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    if (heading) {
      blocks.push({ kind: 'heading', level: heading[1]!.length, text: heading[2]! });
      at += 1;
      continue;
    }
    const take = (test: (text: string) => boolean): readonly string[] => {
      const from = at;
      while (at < lines.length && test(lines[at]!)) at += 1;
      return lines.slice(from, at);
    };
    if (/^\s*\|/.test(line)) {
      const rows = take((text) => /^\s*\|/.test(text)).filter((text) => !/^[\s|:-]+$/.test(text));
      blocks.push({
        kind: 'table',
        rows: rows.map((row) =>
          row
            .trim()
            .replace(/^\||\|$/g, '')
            .split(/(?<!\\)\|/)
            .map((cell) => cell.trim().replaceAll('\\|', '|')),
        ),
      });
    } else if (isItem(line)) {
      const items: string[] = [];
      for (const text of take((other) => isItem(other) || /^\s{2,}\S/.test(other))) {
        if (isItem(text)) items.push(text.replace(/^\s*([-*]|\d+\.)\s+/, ''));
        else items[items.length - 1] += ` ${text.trim()}`;
      }
      blocks.push({ kind: 'list', ordered: /^\s*\d/.test(line), items });
    } else if (line.trim() === '') at += 1;
    else
      blocks.push({
        kind: 'paragraph',
        text: take((text) => text.trim() !== '' && !/^(#{1,6}\s|```|\s*\|)/.test(text) && !isItem(text)).join(' '),
      });
  }
  return blocks;
}

const isItem = (line: string): boolean => /^\s*([-*]|\d+\.)\s+/.test(line);

function drawBlock(block: Block, index: number): ReactNode {
  switch (block.kind) {
    case 'heading':
      return createElement(`h${Math.min(4, block.level + 2)}`, { key: index }, ...inline(block.text));
    case 'paragraph':
      return <p key={index}>{inline(block.text)}</p>;
    case 'code':
      return (
        <pre key={index} tabIndex={0}>
          {block.text}
        </pre>
      );
    case 'list':
      return createElement(
        block.ordered ? 'ol' : 'ul',
        { key: index },
        block.items.map((item, place) => <li key={place}>{inline(item)}</li>),
      );
    case 'table':
      return (
        <table key={index} aria-label={block.rows[0]?.join(', ').replaceAll(/[`*]/g, '')}>
          <thead>
            <tr>
              {block.rows[0]?.map((cell, place) => (
                <th key={place}>{inline(cell)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.slice(1).map((row, line) => (
              <tr key={line}>
                {row.map((cell, place) => (
                  <td key={place}>{inline(cell)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
  }
}

/** Pieces of a line; links only to https. */
export function inline(text: string): readonly ReactNode[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\[[^\]]+\]\([^)]+\))/g).map((piece, index) => {
    if (piece.startsWith('`') && piece.endsWith('`') && piece.length > 2) return <code key={index}>{piece.slice(1, -1)}</code>;
    if (piece.startsWith('**') && piece.endsWith('**') && piece.length > 4)
      return (
        <strong key={index} className="text-text font-medium">
          {piece.slice(2, -2)}
        </strong>
      );
    if (piece.startsWith('*') && piece.endsWith('*') && piece.length > 2) return <em key={index}>{piece.slice(1, -1)}</em>;
    const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(piece);
    if (!link) return piece;
    return link[2]!.startsWith('https://') ? (
      <a key={index} className="ui-link" href={link[2]} target="_blank" rel="noopener noreferrer">
        {link[1]}
      </a>
    ) : (
      link[1]
    );
  });
}
