import type { PipelineNode } from '@acequia/pipeline';
import { useLanguage, useTexts } from '#i18n/index.ts';
import { cardText } from '../model/card-text.ts';
import { fieldTitle } from '../model/field-title.ts';
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

interface LineWords {
  readonly step: (node: PipelineNode) => string;
  readonly field: (node: PipelineNode, path: string) => string;
  /** A value in one line: its name where it is the id of something, words where there is none. */
  readonly value: (path: string, value: string | undefined) => string;
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
  return {
    step: (node) => cardText(node, catalogue, language, builtIn).title,
    field: (node, path) => {
      if (path.startsWith('config.')) return fieldTitle(node, path.slice('config.'.length), catalogue, language);
      const own = ownFields[path];
      return own ? t(own) : path;
    },
    value: (path, value) => (value === undefined ? t('unset') : (nameOf(path, value) ?? (value === '' ? t('emptyText') : value))),
  };
}
