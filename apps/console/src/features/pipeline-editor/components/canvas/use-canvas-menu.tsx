import { MenuAt, MenuItem, MenuRule } from '@acequia/ui';
import { useState, type MouseEvent, type ReactNode } from 'react';
import { useTexts } from '#i18n/index.ts';
import type { CardNode, LinkEdge } from '../../model/projection.ts';
import { editorTexts } from '../../texts.ts';
import { useServices, useView } from '../editor-context.ts';
import { StepMenuItems } from '../step-menu-items.tsx';

type Subject =
  | { readonly kind: 'step'; readonly id: string }
  | { readonly kind: 'link'; readonly id: string }
  | { readonly kind: 'selected' }
  | { readonly kind: 'canvas' };

interface Asked {
  readonly subject: Subject;
  readonly point: { readonly x: number; readonly y: number };
}

type Pressed = Pick<globalThis.MouseEvent, 'clientX' | 'clientY' | 'preventDefault'>;

/** The menu that the secondary button or the menu key opens on a step, a link, several selected steps, or the canvas. */
export function useCanvasMenu() {
  const { readOnly, store } = useServices();
  const [asked, setAsked] = useState<Asked>();
  const open = (event: Pressed, subject: Subject) => {
    if (readOnly) return;
    event.preventDefault();
    setAsked({ subject, point: { x: event.clientX, y: event.clientY } });
  };
  const handlers = {
    onNodeContextMenu: (event: MouseEvent, { id }: CardNode) => {
      const { nodes } = store.get().selection;
      open(event, nodes.size > 1 && nodes.has(id) ? { kind: 'selected' } : { kind: 'step', id });
    },
    onSelectionContextMenu: (event: MouseEvent) => open(event, { kind: 'selected' }),
    onEdgeContextMenu: (event: MouseEvent, { id }: LinkEdge) => open(event, { kind: 'link', id }),
    onPaneContextMenu: (event: MouseEvent | globalThis.MouseEvent) => open(event, { kind: 'canvas' }),
  };
  const drawn: ReactNode = asked && (
    <CanvasMenu key={`${asked.point.x} ${asked.point.y}`} asked={asked} onClose={() => setAsked(undefined)} />
  );
  return { handlers, drawn };
}

function CanvasMenu({ asked: { subject, point }, onClose }: { readonly asked: Asked; readonly onClose: () => void }) {
  const t = useTexts(editorTexts);
  const view = useView();
  switch (subject.kind) {
    case 'step': {
      const node = view.node(subject.id);
      return (
        node && (
          <MenuAt point={point} label={t('actionsOf', { name: view.text(node.id).title })} onClose={onClose}>
            {node.kind !== 'datasink' && <AddItem words={t('addAfter', { name: view.text(node.id).title })} select={{ node: node.id }} />}
            <StepMenuItems node={node} />
          </MenuAt>
        )
      );
    }
    case 'link':
      return (
        <MenuAt point={point} label={t('menuOfLink')} onClose={onClose}>
          <LinkItems id={subject.id} />
        </MenuAt>
      );
    case 'selected':
      return (
        <MenuAt point={point} label={t('menuOfSelected')} onClose={onClose}>
          <SelectedItems />
        </MenuAt>
      );
    case 'canvas':
      return (
        <MenuAt point={point} label={t('menuOfCanvas')} onClose={onClose}>
          <CanvasItems />
        </MenuAt>
      );
  }
}

/** Puts the caret where the next step is sought, which then goes to what is selected. */
function AddItem({ words, select }: { readonly words: string; readonly select: { readonly node?: string; readonly link?: string } }) {
  const { actions, findStep } = useServices();
  return (
    <MenuItem
      icon="plus"
      onSelect={() => {
        if (select.link === undefined) actions.selectNode(select.node);
        else actions.selectLink(select.link);
        findStep();
      }}
    >
      {words}
    </MenuItem>
  );
}

function LinkItems({ id }: { readonly id: string }) {
  const t = useTexts(editorTexts);
  const { actions } = useServices();
  return (
    <>
      <AddItem words={t('addHere')} select={{ link: id }} />
      <MenuItem icon="trash" danger onSelect={() => actions.unlink([id])}>
        {t('removeThisLink')}
      </MenuItem>
    </>
  );
}

function SelectedItems() {
  const t = useTexts(editorTexts);
  const { actions } = useServices();
  return (
    <>
      <MenuItem icon="copy" onSelect={() => actions.duplicate()}>
        {t('duplicate')}
      </MenuItem>
      <MenuItem icon="trash" danger onSelect={() => actions.removeSelected()}>
        {t('remove')}
      </MenuItem>
    </>
  );
}

function CanvasItems() {
  const t = useTexts(editorTexts);
  const { actions } = useServices();
  return (
    <>
      <AddItem words={t('addStep')} select={{}} />
      <MenuRule />
      <MenuItem icon="check" onSelect={() => actions.selectAll()}>
        {t('menuSelectAll')}
      </MenuItem>
      <MenuItem icon="group" onSelect={() => void actions.layout()}>
        {t('menuLayout')}
      </MenuItem>
    </>
  );
}
