import type { Language } from '@acequia/component-sdk/text';
import type { PipelineNode } from '@acequia/pipeline';
import type { EditorView } from './editor-view.ts';
import { fieldTitle } from './field-title.ts';

/** A step in which a text was found. */
export interface FoundStep {
  readonly node: string;
  readonly title: string;
  readonly component: string;
  /** The setting that holds the text, and its value; absent where the name or the type does. */
  readonly setting?: { readonly field: string; readonly value: string };
}

/** Steps by a part of their name, then of their type, then of a setting or note; within each in the order of the document. */
export function findSteps(view: EditorView, text: string, language: Language): readonly FoundStep[] {
  const sought = text.trim().toLocaleLowerCase(language);
  if (sought === '') return [];
  const holds = (value: string) => value.toLocaleLowerCase(language).includes(sought);
  const ranked = view.document.nodes.flatMap((node): { readonly rank: number; readonly found: FoundStep }[] => {
    const { title, component } = view.text(node.id);
    const found = { node: node.id, title, component };
    if (holds(title)) return [{ rank: 0, found }];
    if (holds(component)) return [{ rank: 1, found }];
    const setting = settingsOf(node).find(({ value }) => holds(value));
    if (!setting) return [];
    const field = setting.path === undefined ? '' : fieldTitle(node, setting.path, view.catalogue, language);
    return [{ rank: 2, found: { ...found, setting: { field, value: setting.value } } }];
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ found }) => found);
}

interface Setting {
  /** Absent: the note. */
  readonly path?: string;
  readonly value: string;
}

/** Members that nobody writes: how an expression is edited and what it does. */
const unwritten: ReadonlySet<string> = new Set(['form', 'op', 'code']);

const settingsOf = (node: PipelineNode): readonly Setting[] => [
  ...(node.kind === 'label' ? [] : textsIn(node.config, '')),
  ...(node.comment === '' ? [] : [{ value: node.comment }]),
];

function textsIn(value: unknown, path: string): readonly Setting[] {
  if (typeof value === 'string' || typeof value === 'number') return [{ path, value: String(value) }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (unwritten.has(name)) return [];
    const within = path === '' ? name : `${path}.${name}`;
    // What an expression holds is shown under the setting that it is.
    return name === 'ast' ? textsIn(inner, '').map(({ value: text }) => ({ path, value: text })) : textsIn(inner, within);
  });
}
