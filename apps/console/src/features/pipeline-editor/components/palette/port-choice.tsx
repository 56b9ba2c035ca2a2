import { MenuAt, MenuItem, MenuLabel } from '@acequia/ui';
import { useEffect, useState } from 'react';
import { useTexts } from '#i18n/index.ts';
import { editorTexts } from '../../texts.ts';
import { revealDrawn } from '../canvas/reveal.ts';
import { useServices, useView } from '../editor-context.ts';
import { portTitle } from '../port-title.ts';
import { previewedCounts } from '../preview/previewed-counts.ts';
import { onPortAsked, type PortQuestion } from './ask-port.ts';

/** At a step with several ports: by which of them something is added. Closed without a choice, nothing has changed. */
export function PortChoice() {
  const [asked, setAsked] = useState<PortQuestion>();
  useEffect(() => onPortAsked(setAsked), []);
  return asked && <PortMenu key={asked.node} asked={asked} onClose={() => setAsked(undefined)} />;
}

function PortMenu({ asked: { ingredient, node, focus }, onClose }: { readonly asked: PortQuestion; readonly onClose: () => void }) {
  const t = useTexts(editorTexts);
  const { actions } = useServices();
  const view = useView();
  const [point] = useState(() => pointAt(node));
  const source = view.node(node);
  if (!source) return null;
  const counts = previewedCounts.of(node);
  const words = t('choosePort', { name: view.text(node).title });
  return (
    <MenuAt point={point} label={words} asks onClose={onClose}>
      <MenuLabel>{words}</MenuLabel>
      {actions.portsAfter(ingredient.kind, { type: 'after', node }).map((port) => (
        <MenuItem
          key={port.id}
          end={counts && <span className="ui-num">{t('portEvents', { count: counts.get(port.id) ?? 0 })}</span>}
          onSelect={() => {
            const added = actions.add(ingredient, { type: 'after', node, port: port.id });
            if (added !== undefined) revealDrawn(added, focus);
          }}
        >
          {portTitle(port, source, t)}
        </MenuItem>
      ))}
    </MenuAt>
  );
}

/** Under the card or the row of a step, on the screen. */
function pointAt(node: string): { readonly x: number; readonly y: number } {
  const id = CSS.escape(node);
  const box = document.querySelector(`.react-flow__node[data-id="${id}"], [data-row="${id}"]`)?.getBoundingClientRect();
  const within = (value: number, size: number) => Math.min(Math.max(value, 8), size - 8);
  return { x: within(box?.left ?? innerWidth / 3, innerWidth), y: within(box?.bottom ?? innerHeight / 3, innerHeight) };
}
