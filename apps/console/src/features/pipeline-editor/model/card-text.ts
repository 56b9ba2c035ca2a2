import type { Language } from '@acequia/component-sdk/text';
import { lookupReferences, parseConfig } from '@acequia/component-sdk/definition';
import { builtInLabels, type PipelineNode } from '@acequia/pipeline';
import type { Ingredient } from './add-node.ts';
import { presetOf, type Catalogue } from './catalogue.ts';

/** The words on a card; `lines` is empty while the configuration cannot be read. */
export interface CardText {
  readonly title: string;
  /** The name of the component, or of the preset a datasink was made from: Parser, Syslog resilient. */
  readonly component: string;
  readonly lines: readonly string[];
}

/** `builtInLabel` names the labels every listener has. */
export function cardText(node: PipelineNode, catalogue: Catalogue, language: Language, builtInLabel: (id: string) => string): CardText {
  switch (node.kind) {
    case 'label': {
      const listener = catalogue.listeners.find((each) => each.id === node.listenerId);
      const label = catalogue.labels.find((each) => each.listenerId === node.listenerId && each.id === node.labelId);
      const definition = catalogue.listenerDefinitions.find((each) => each.id === listener?.component);
      const parsed = definition && listener ? parseConfig(definition.config, listener.config) : undefined;
      const about = definition && parsed?.ok ? definition.overview(parsed.value, language)[0] : undefined;
      const known = label?.name ?? catalogue.removed.get(node.labelId) ?? node.labelId;
      const builtIn = label?.builtIn ?? isBuiltInLabel(node.labelId);
      const from = listener?.name ?? catalogue.removed.get(node.listenerId) ?? node.listenerId;
      return {
        title: node.name || (builtIn ? builtInLabel(node.labelId) : known),
        component: from,
        lines: [[from, about].filter(Boolean).join(' · ')],
      };
    }
    case 'action': {
      const definition = catalogue.actionDefinitions.find((each) => each.id === node.component);
      const component = definition?.text.title[language] ?? node.component;
      const parsed = definition && parseConfig(definition.config, node.config);
      const lines = definition && parsed?.ok ? definition.overview(parsed.value, language).slice(0, 2) : [];
      const lookups = definition && parsed?.ok ? lookupReferences(definition.config, parsed.value).map(({ id }) => id) : [];
      const named = (line: string) => lookups.reduce((text, id) => text.replace(id, lookupName(id, catalogue)), line);
      return { title: node.name || component, component, lines: lines.map(named) };
    }
    case 'datasink': {
      const instance = catalogue.datasinks.find((each) => each.id === node.datasinkId);
      const definition = catalogue.datasinkDefinitions.find((each) => each.id === node.component);
      const preset = instance && definition && presetOf(instance, definition);
      const component = (preset?.name ?? definition?.text.title)?.[language] ?? node.component;
      const creation = definition && instance ? parseConfig(definition.creation, instance.config) : undefined;
      const sent = definition ? parseConfig(definition.node, node.config) : undefined;
      const lines = definition && creation?.ok ? definition.overview(creation.value, sent?.ok ? sent.value : undefined, language) : [];
      return {
        title: node.name || (instance?.name ?? catalogue.removed.get(node.datasinkId) ?? component),
        component,
        lines: [lines.join(' · ') || component],
      };
    }
  }
}

const isBuiltInLabel = (id: string): boolean => (builtInLabels as readonly string[]).includes(id);

const lookupName = (id: string, catalogue: Catalogue): string => catalogue.lookups?.get(id) ?? catalogue.removed.get(id) ?? id;

/** What a palette entry is called, before it is a step. */
export function ingredientName(
  ingredient: Ingredient,
  catalogue: Catalogue,
  language: Language,
  builtInLabel: (id: string) => string,
): string {
  switch (ingredient.kind) {
    case 'label': {
      const label = catalogue.labels.find((each) => each.id === ingredient.labelId && each.listenerId === ingredient.listenerId);
      return label && !label.builtIn ? label.name : builtInLabel(ingredient.labelId);
    }
    case 'action':
      return catalogue.actionDefinitions.find((each) => each.id === ingredient.component)?.text.title[language] ?? ingredient.component;
    case 'datasink':
      return catalogue.datasinks.find((each) => each.id === ingredient.datasinkId)?.name ?? ingredient.component;
  }
}
