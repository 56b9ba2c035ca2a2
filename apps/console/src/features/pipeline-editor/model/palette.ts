import type { ActionGroup } from '@acequia/component-sdk/definition';
import type { Language } from '@acequia/component-sdk/text';
import type { Ingredient } from './add-node.ts';
import { presetOf, type Catalogue } from './catalogue.ts';

export interface PaletteEntry {
  /** Stable in a list of entries. */
  readonly key: string;
  readonly title: string;
  /** One sentence, or what tells it from its neighbours. */
  readonly about: string;
  /** What it is found by, too; never shown. */
  readonly searchWords?: string;
  readonly ingredient: Ingredient;
  /** Component whose drawing it carries; a label has none. */
  readonly icon: { readonly kind: 'action' | 'datasink'; readonly id: string; readonly of?: string } | undefined;
  /** Name over the entries that belong together: the listener of a label. */
  readonly group?: string;
}

export type SectionName = 'labels' | ActionGroup | 'datasinks';

export interface PaletteSection {
  readonly name: SectionName;
  readonly entries: readonly PaletteEntry[];
}

const groups: readonly ActionGroup[] = [
  'transformation',
  'filtering',
  'formatting',
  'enrichment',
  'aggregation',
  'detection',
  'schemas',
  'advanced',
];

/** Everything that can be put on the canvas, labels first, then the actions by group, then the datasinks. Empty groups are left out; labels and datasinks are not, for they can be made. */
export function paletteSections(catalogue: Catalogue, language: Language, builtInLabel: (id: string) => string): readonly PaletteSection[] {
  const actions = Map.groupBy(catalogue.actionDefinitions, (definition) => definition.group);
  return [
    { name: 'labels', entries: labelEntries(catalogue, builtInLabel) },
    ...groups.flatMap((name): PaletteSection[] => {
      const entries = (actions.get(name) ?? []).map((definition): PaletteEntry => ({
        key: `action:${definition.id}`,
        title: definition.text.title[language],
        about: definition.text.summary[language],
        searchWords: definition.text.searchWords ?? '',
        ingredient: { kind: 'action', component: definition.id, version: definition.version },
        icon: { kind: 'action', id: definition.id },
      }));
      return entries.length > 0 ? [{ name, entries }] : [];
    }),
    { name: 'datasinks', entries: datasinkEntries(catalogue, language) },
  ];
}

/** A listener that has no labels of its own is one entry: all of its events. */
function labelEntries({ labels, listeners }: Catalogue, builtInLabel: (id: string) => string): PaletteEntry[] {
  const known = new Map(listeners.map((listener) => [listener.id, listener]));
  return [...Map.groupBy(labels, ({ listenerId }) => listenerId)].flatMap(([id, own]) => {
    const listener = known.get(id);
    if (!listener) return [];
    const alone = own.every(({ builtIn }) => builtIn);
    return own.flatMap((label): PaletteEntry[] => {
      if (alone && label.id !== 'all') return [];
      const title = label.builtIn ? builtInLabel(label.id) : label.name;
      return [
        {
          key: `label:${label.listenerId}:${label.id}`,
          title: alone ? listener.name : title,
          about: alone ? title : listener.name,
          ingredient: { kind: 'label', listenerId: label.listenerId, labelId: label.id },
          icon: undefined,
          ...(alone ? {} : { group: listener.name }),
        },
      ];
    });
  });
}

function datasinkEntries(catalogue: Catalogue, language: Language): PaletteEntry[] {
  const definitions = new Map(catalogue.datasinkDefinitions.map((definition) => [definition.id, definition]));
  return catalogue.datasinks.flatMap((instance) => {
    const definition = definitions.get(instance.component);
    if (!definition) return [];
    const preset = presetOf(instance, definition);
    return [
      {
        key: `datasink:${instance.id}`,
        title: instance.name,
        about: (preset?.name ?? definition.text.title)[language],
        ingredient: {
          kind: 'datasink',
          component: instance.component,
          version: definition.version,
          datasinkId: instance.id,
          ...(preset ? { config: preset.node } : {}),
        },
        icon: { kind: 'datasink', id: preset?.id ?? instance.component, of: instance.component },
      },
    ];
  });
}

/** What a listener (all of its events) or a datasink adds; undefined while the catalogue does not have it yet. */
export function ingredientOf(of: 'listener' | 'datasink', id: string, catalogue: Catalogue, language: Language): Ingredient | undefined {
  const entries = of === 'listener' ? labelEntries(catalogue, (name) => name) : datasinkEntries(catalogue, language);
  return entries
    .map(({ ingredient }) => ingredient)
    .find((each) =>
      each.kind === 'label' ? each.listenerId === id && each.labelId === 'all' : each.kind === 'datasink' && each.datasinkId === id,
    );
}

/** Entries whose title, description or search words hold every word of the query, those whose title does first; accents and case do not matter. */
export function searchPalette(sections: readonly PaletteSection[], query: string): readonly PaletteSection[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return sections;
  const holds = (text: string) => words.every((word) => plain(text).includes(word));
  const isNamed = ({ title }: PaletteEntry) => holds(title);
  const found = sections.map(({ name, entries }) => ({
    name,
    entries: firstThose(
      entries.filter((entry) => holds(`${entry.title} ${entry.about} ${entry.searchWords ?? ''}`)),
      isNamed,
    ),
  }));
  return firstThose(
    found.filter(({ entries }) => entries.length > 0),
    ({ entries }) => entries.some(isNamed),
  );
}

const firstThose = <T>(all: readonly T[], isFirst: (each: T) => boolean): readonly T[] => [
  ...all.filter(isFirst),
  ...all.filter((each) => !isFirst(each)),
];

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
