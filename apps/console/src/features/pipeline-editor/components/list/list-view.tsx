import { Button } from '@acequia/ui';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useTexts } from '#i18n/index.ts';
import type { EditorProblem } from '../../model/editor-problems.ts';
import { createLister } from '../../model/list-rows.ts';
import { editorTexts } from '../../texts.ts';
import { CanvasEmpty } from '../canvas/canvas-empty.tsx';
import { useRevealRequests } from '../canvas/reveal.ts';
import { useEditorState, useServices, useView } from '../editor-context.ts';
import { ListRowView } from './list-row.tsx';

export interface ListViewProps {
  /** Leads to the place of a problem. */
  readonly onShowProblem: (problem: Pick<EditorProblem, 'node' | 'port' | 'code'>) => void;
}

/** The pipeline as a list, in the order events take it: everything the canvas can do, without a drawing. */
export function ListView({ onShowProblem }: ListViewProps) {
  const t = useTexts(editorTexts);
  const { readOnly, actions } = useServices();
  const view = useView();
  const [lister] = useState(createLister);
  const selected = useEditorState((state) => state.selection.nodes);
  const list = useRef<HTMLDivElement>(null);
  const rows = lister(view);
  useRevealRequests((node, focus) => {
    const name = node === undefined ? undefined : list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(node)}"]`);
    name?.scrollIntoView({ block: 'nearest' });
    if (focus) name?.querySelector<HTMLElement>('.pe-row-name')?.focus();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.altKey ? 0 : event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || !(event.target instanceof HTMLElement) || !event.target.classList.contains('pe-row-name')) return;
    const names = [...(list.current?.querySelectorAll<HTMLElement>('.pe-row-name') ?? [])];
    names[names.indexOf(event.target) + step]?.focus();
    event.preventDefault();
  };
  return (
    <section className="pe-list" aria-label={t('list')}>
      {selected.size > 1 && (
        <div className="pe-list-selected" role="status">
          {t('several', { count: selected.size })}
          {!readOnly && (
            <>
              <Button size="sm" icon="copy" onClick={actions.duplicate}>
                {t('duplicate')}
              </Button>
              <Button size="sm" icon="trash" variant="danger" onClick={actions.removeSelected}>
                {t('remove')}
              </Button>
            </>
          )}
          <Button size="sm" variant="ghost" onClick={() => actions.selectNode(undefined)}>
            {t('selectNone')}
          </Button>
        </div>
      )}
      {rows.length === 0 ? (
        <CanvasEmpty />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-element-interactions -- keys of the names inside
        <div ref={list} role="table" aria-label={t('list')} aria-rowcount={rows.length + 1} className="pe-rows" onKeyDown={onKeyDown}>
          <div role="row" className="pe-row pe-row-head">
            <span role="columnheader">{t('columnStep')}</span>
            <span role="columnheader">{t('columnFrom')}</span>
            <span role="columnheader">{t('columnTo')}</span>
            <span role="columnheader" className="pe-row-number">
              {t('columnNow')}
            </span>
            <span role="columnheader">{t('columnEnds')}</span>
            <span role="columnheader">
              <span className="ui-hidden">{t('columnDo')}</span>
            </span>
          </div>
          {rows.map((row) => (
            <ListRowView key={row.node.id} row={row} selected={selected.has(row.node.id)} onShowProblem={onShowProblem} />
          ))}
        </div>
      )}
    </section>
  );
}
