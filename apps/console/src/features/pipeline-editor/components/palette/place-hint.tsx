import { Icon } from '@acequia/ui';
import { useTexts } from '#i18n/index.ts';
import { nothingSelected } from '../../model/editor-state.ts';
import { editorTexts } from '../../texts.ts';
import { useEditorState, useServices, useView } from '../editor-context.ts';

/** Says where the next step goes, and lets go of it. */
export function PlaceHint() {
  const t = useTexts(editorTexts);
  const { store } = useServices();
  const view = useView();
  const { nodes, links } = useEditorState((state) => state.selection);
  const [node] = nodes;
  const link = view.document.links.find((each) => links.size === 1 && nodes.size === 0 && links.has(each.id));
  const words = link
    ? t('addsInto', { from: view.text(link.from.node).title, to: view.text(link.to.node).title })
    : nodes.size === 1 && node !== undefined
      ? t('addsAfter', { name: view.text(node).title })
      : undefined;
  if (words === undefined) return <p className="pe-place-hint">{t('addsFree')}</p>;
  return (
    <p className="pe-place-hint">
      <Icon name="arrow-down" size={12} />
      <span title={words}>{words}</span>
      <button type="button" aria-label={t('clearPlace')} title={t('clearPlace')} onClick={() => store.select(nothingSelected)}>
        <Icon name="x" size={12} />
      </button>
    </p>
  );
}
