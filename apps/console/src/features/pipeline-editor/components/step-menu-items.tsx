import { MenuItem, MenuLabel, MenuRule } from '@acequia/ui';
import type { PipelineNode } from '@acequia/pipeline';
import { useState } from 'react';
import { useTexts } from '#i18n/index.ts';
import type { MoveTarget } from '../model/move-step.ts';
import { editorTexts } from '../texts.ts';
import { useServices, useView } from './editor-context.ts';
import { portTitle } from './port-title.ts';

/** What can be done with a step, in the list and on the canvas. */
export function StepMenuItems({ node }: { readonly node: PipelineNode }) {
  const t = useTexts(editorTexts);
  const { actions, openNote } = useServices();
  const [up] = useState(() => actions.beside(node.id, 'up'));
  const [down] = useState(() => actions.beside(node.id, 'down'));
  const [moving, setMoving] = useState(false);
  if (moving) return <MoveItems node={node} />;
  return (
    <>
      <MenuItem icon="settings" onSelect={() => actions.selectNode(node.id)}>
        {t('editStep')}
      </MenuItem>
      <MenuItem icon="note" onSelect={() => openNote(node.id)}>
        {t('writeNote')}
      </MenuItem>
      {node.kind !== 'label' && (
        <>
          <MenuRule />
          {node.kind === 'action' && (
            <>
              <MenuItem icon="chevron-up" disabled={!up} onSelect={() => up && actions.moveStep(node.id, up)}>
                {t('moveUp')}
              </MenuItem>
              <MenuItem icon="chevron-down" disabled={!down} onSelect={() => down && actions.moveStep(node.id, down)}>
                {t('moveDown')}
              </MenuItem>
            </>
          )}
          <MenuItem
            icon="arrow-right"
            onSelect={(event) => {
              event.preventDefault();
              setMoving(true);
            }}
          >
            {t('moveTo')}
          </MenuItem>
          <MenuRule />
          <MenuItem
            icon="copy"
            onSelect={() => {
              actions.selectNode(node.id);
              actions.duplicate();
            }}
          >
            {t('duplicate')}
          </MenuItem>
        </>
      )}
      <MenuRule />
      <MenuItem icon="trash" danger onSelect={() => actions.remove([node.id])}>
        {t('remove')}
      </MenuItem>
    </>
  );
}

/** Every place along the links where the step could stand. */
function MoveItems({ node }: { readonly node: PipelineNode }) {
  const t = useTexts(editorTexts);
  const { actions } = useServices();
  const view = useView();
  const [targets] = useState(() => actions.moveTargets(node.id));
  const wordsOf = (target: MoveTarget): string => {
    if (target.type === 'after') {
      const from = view.node(target.node);
      return t('addsAfterPort', { name: view.text(target.node).title, port: from ? portTitle({ id: target.port }, from, t) : target.port });
    }
    const link = view.document.links.find((each) => each.id === target.link);
    return link ? t('addsInto', { from: view.text(link.from.node).title, to: view.text(link.to.node).title }) : '';
  };
  return (
    <>
      <MenuLabel>{t('moveTo')}</MenuLabel>
      {targets.length === 0 && <MenuLabel>{t('noPlaces')}</MenuLabel>}
      {targets.map((target) => (
        <MenuItem
          key={target.type === 'into' ? target.link : `${target.node} ${target.port}`}
          onSelect={() => actions.moveStep(node.id, target)}
        >
          {wordsOf(target)}
        </MenuItem>
      ))}
    </>
  );
}
