import type { Language } from '@acequia/component-sdk/text';
import type { TemplateCard } from '@acequia/contract';
import { tagName } from './tag-name.ts';

/** Tags of all templates, each once, the most frequent first. */
export function tagsOf(templates: readonly TemplateCard[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const tag of templates.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([tag]) => tag);
}

/** Templates with every one of the tags whose name, description, tags (as they are shown) or author hold the text, whatever its case and accents. */
export function filterTemplates(
  templates: readonly TemplateCard[],
  { q = '', tag = [] }: { readonly q?: string | undefined; readonly tag?: readonly string[] | undefined },
  language: Language,
): readonly TemplateCard[] {
  const words = plain(q).split(/\s+/).filter(Boolean);
  return templates.filter(({ name, description, tags, author }) => {
    const text = plain([name, description, author.name, ...tags.map((each) => tagName(each, language))].join(' '));
    return tag.every((each) => tags.includes(each)) && words.every((word) => text.includes(word));
  });
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
