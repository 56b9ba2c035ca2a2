import { readableText, type SuggestionKind } from '@acequia/component-sdk/definition';
import type { PipelineNode } from '@acequia/pipeline';
import { CopyButton, IconButton, Menu, MenuItem, toast, type IconName } from '@acequia/ui';
import { useLanguage, useTexts } from '#i18n/index.ts';
import { fieldsOf, type PreviewRow, type ShownField } from '../../model/preview-rows.ts';
import { suggestionsFor, type SuggestedStep } from '../../model/suggestions.ts';
import { editorTexts } from '../../texts.ts';
import { previewTableTexts } from '../../texts/preview-table.ts';
import { useServices, useView } from '../editor-context.ts';

const icons: Readonly<Record<SuggestionKind, IconName>> = {
  extract: 'extract',
  mask: 'mask',
  drop: 'trash',
  rename: 'note',
  route: 'branch',
};

export interface ValueMenuProps {
  readonly node: PipelineNode;
  /** By which the event leaves. */
  readonly port: string;
  readonly field: ShownField;
  readonly rows: readonly PreviewRow[];
}

/** Copies a value, or sets a step below that does what a person points at. */
export function ValueMenu({ node, port, field, rows }: ValueMenuProps) {
  const t = useTexts(editorTexts);
  const words = useTexts(previewTableTexts);
  const { readOnly } = useServices();
  if (readOnly) return <CopyButton text={readableText(field.value)} label={t('copy')} />;
  return (
    <Menu
      label={words('valueMenu', { name: field.name })}
      trigger={<IconButton icon="more" size="sm" label={words('valueMenu', { name: field.name })} />}
    >
      <Suggestions node={node} port={port} field={field} rows={rows} />
    </Menu>
  );
}

/** Worked out only once the menu is open. */
function Suggestions({ node, port, field, rows }: ValueMenuProps) {
  const t = useTexts(editorTexts);
  const words = useTexts(previewTableTexts);
  const language = useLanguage();
  const { actions, store } = useServices();
  const { catalogue } = useView();
  const texts = rows.flatMap((row) =>
    row.outputs.flatMap(({ event }) =>
      fieldsOf(event).flatMap(({ name, type, value }) => (name === field.name && type === 'string' ? readableText(value) : [])),
    ),
  );
  const take = ({ component, config }: SuggestedStep) => {
    if (actions.addBehind({ node: node.id, port }, component, config) === undefined) return;
    const title = catalogue.actionDefinitions.find(({ id }) => id === component)?.text.title;
    toast({
      id: 'editor-suggestion',
      title: words('suggested', { component: title?.[language] ?? component }),
      action: { text: t('undoIt'), command: store.undo },
    });
  };
  const pointed = { name: field.name, type: field.type, json: field.value, texts };
  return suggestionsFor(pointed, catalogue.actionDefinitions).map((suggestion) => (
    <MenuItem key={suggestion.kind} icon={icons[suggestion.kind]} onSelect={() => take(suggestion)}>
      {words(`suggest.${suggestion.kind}`)}
    </MenuItem>
  ));
}
