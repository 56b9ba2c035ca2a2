import { IconButton, Menu } from '@acequia/ui';
import { useTexts } from '#i18n/index.ts';
import type { ListRow } from '../../model/list-rows.ts';
import { editorTexts } from '../../texts.ts';
import { useServices } from '../editor-context.ts';
import { StepMenuItems } from '../step-menu-items.tsx';

/** What can be done with a step, without a pointer. */
export function RowMenu({ row }: { readonly row: ListRow }) {
  const t = useTexts(editorTexts);
  const { readOnly, actions, findStep } = useServices();
  const { node, text } = row;
  if (readOnly) return null;
  return (
    <span className="pe-row-menu">
      <IconButton
        icon="plus"
        size="sm"
        label={t('addAfter', { name: text.title })}
        onClick={() => {
          actions.selectNode(node.id);
          findStep();
        }}
      />
      <Menu
        label={t('actionsOf', { name: text.title })}
        trigger={<IconButton icon="more" size="sm" label={t('actionsOf', { name: text.title })} />}
      >
        <StepMenuItems node={node} />
      </Menu>
    </span>
  );
}
