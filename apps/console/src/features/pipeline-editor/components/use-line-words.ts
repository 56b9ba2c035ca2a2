import type { PipelineNode } from '@acequia/pipeline';
import { useLanguage, useTexts } from '#i18n/index.ts';
import { cardText } from '../model/card-text.ts';
import type { ShownValue } from '../model/diff-lines.ts';
import { fieldTitle, optionTitle } from '../model/field-title.ts';
import { editorTexts } from '../texts.ts';
import { useView } from './editor-context.ts';

/** Members of a step beside its configuration. */
const ownFields: Readonly<Record<string, 'stepName' | 'listener' | 'label' | 'datasink' | 'publishKind' | 'tabNotes' | 'component'>> = {
  name: 'stepName',
  comment: 'tabNotes',
  listenerId: 'listener',
  labelId: 'label',
  label: 'label',
  datasinkId: 'datasink',
  version: 'publishKind',
  component: 'component',
};

const inConfig = 'config.';

interface LineWords {
  readonly step: (node: PipelineNode) => string;
  readonly field: (node: PipelineNode, path: string) => string;
  /** A value in one line: its name where it is the id of something, words where there is none. */
  readonly value: (node: PipelineNode | undefined, path: string, value: ShownValue) => string;
}

/** What a person calls a step and its fields, also of a step that is not on the canvas. */
export function useLineWords(): LineWords {
  const t = useTexts(editorTexts);
  const language = useLanguage();
  const { catalogue } = useView();
  const builtIn = (id: string) => t(id === 'all' ? 'builtin.all' : 'builtin.unlabelled');
  const nameOf = (path: string, id: string): string | undefined => {
    const label = path === 'labelId' ? catalogue.labels.find((each) => each.id === id) : undefined;
    if (label?.builtIn) return builtIn(id);
    const known = [catalogue.datasinks, catalogue.listeners].flat().find((each) => each.id === id) ?? label;
    return known?.name ?? catalogue.lookups?.get(id) ?? catalogue.removed.get(id);
  };
  const one = (node: PipelineNode | undefined, path: string, value: string): string =>
    nameOf(path, value) ??
    (node && path.startsWith(inConfig) ? optionTitle(node, path.slice(inConfig.length), value, catalogue, language) : undefined) ??
    (value === '' ? t('emptyText') : value);
  return {
    step: (node) => cardText(node, catalogue, language, builtIn).title,
    field: (node, path) => {
      if (path.startsWith(inConfig)) return fieldTitle(node, path.slice(inConfig.length), catalogue, language);
      const own = ownFields[path];
      return own ? t(own) : path;
    },
    value: (node, path, value) => {
      if (value === undefined || (typeof value !== 'string' && value.length === 0)) return t('unset');
      return typeof value === 'string' ? one(node, path, value) : value.map((each) => one(node, path, each)).join(', ');
    },
  };
}
