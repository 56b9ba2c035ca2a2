import { isMap, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import type { Language, VisibleText } from './visible-text.ts';

/** Name, description and step names of a template of the marketplace, in both languages. */
export function readTemplate(file: string, source: string): VisibleText[] {
  const lines = new LineCounter();
  const texts = parseDocument(source, { lineCounter: lines }).get('texts');
  if (!isMap(texts)) return [];
  const found: VisibleText[] = [];
  for (const language of ['en', 'es'] satisfies Language[]) {
    const below = texts.get(language, true);
    if (!isMap(below)) continue;
    visit(below, {
      Pair: (_, { key, value }) => {
        if (!isScalar(value) || typeof value.value !== 'string') return;
        const sentence = isScalar(key) && key.value === 'description';
        const { line } = lines.linePos(value.range?.[0] ?? 0);
        found.push({ file, line, language, role: sentence ? 'sentence' : 'label', text: value.value });
      },
    });
  }
  return found;
}
