import { Icon } from '@acequia/ui';
import { useTexts } from '#i18n/index.ts';
import { nothingSelected } from '../../model/editor-state.ts';
import { editorTexts } from '../../texts.ts';
import { useEditorState, useServices, useView } from '../editor-context.ts';
import { portTitle } from '../port-title.ts';

/** Says where the next step goes, and lets go of it. */
export function PlaceHint() {
  const t = useTexts(editorTexts);
  const { store, actions } = useServices();
  const view = useView();
  const { nodes, links } = useEditorState((state) => state.selection);
  const place = actions.nextPlace();
  const asks = place.type === 'after' && actions.portsAfter('action', place).length > 1;
  const chosen = nodes.size + links.size === 1 ? actions.joint('action', place) : undefined;
  const title = (id: string) => view.text(id).title;
  const afterPort = ({ node, port }: { readonly node: string; readonly port: string }) => {
    const source = view.node(node);
    const ways = view.ports(node).filter(({ kind }) => kind !== 'error');
    return source && (ways.length > 1 || ways[0]?.id !== port)
      ? t('addsAfterPort', { name: title(node), port: portTitle({ id: port }, source, t) })
      : t('addsAfter', { name: title(node) });
  };
  const words = asks
    ? t('addsAfterAsked', { name: title(place.node) })
    : chosen === undefined || chosen.type === 'free'
      ? undefined
      : chosen.type === 'branch'
        ? afterPort(chosen.from)
        : chosen.links.length === 1
          ? t('addsInto', { from: title(chosen.links[0].from.node), to: title(chosen.links[0].to.node) })
          : afterPort(chosen.links[0].from);
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
