import { Checkbox, classNames, Icon, Tile } from '@acequia/ui';
import { memo, use } from 'react';
import { ComponentIcon } from '#blocks/component-icon.tsx';
import { DeadLetterCount } from '#blocks/dead-letters/dead-letter-link.tsx';
import { useFormat } from '#lib/format/index.ts';
import { useTexts } from '#i18n/index.ts';
import type { ListRow } from '../../model/list-rows.ts';
import { editorTexts } from '../../texts.ts';
import { OutcomeNotes } from '../canvas/outcome-notes.tsx';
import { StepLine } from '../step-line.tsx';
import { useStepState } from '../step-states.ts';
import { StepEditors } from '../presence/step-editors.tsx';
import { LettersContext, useCardRate, useLiveNode, useServices } from '../editor-context.ts';
import type { ListViewProps } from './list-view.tsx';
import { RowIncoming, RowPorts } from './row-links.tsx';
import { RowMenu } from './row-menu.tsx';
import { useNear } from './use-near.ts';

export interface ListRowViewProps extends ListViewProps {
  readonly row: ListRow;
  readonly selected: boolean;
}

/** A step of the list; far out of sight only its name, which the keys and searches find. */
export const ListRowView = memo(function ListRowView(props: ListRowViewProps) {
  const { row: element, near } = useNear();
  const { row, selected } = props;
  const { actions } = useServices();
  return (
    <div ref={element} role="row" className={classNames('pe-row', selected && 'pe-row-on')} data-row={row.node.id} aria-selected={selected}>
      {near ? (
        <RowCells {...props} />
      ) : (
        <div role="cell">
          <button type="button" className="pe-row-name" onClick={() => actions.selectNode(row.node.id)}>
            {row.text.title}
          </button>
        </div>
      )}
    </div>
  );
});

/** One step: what it is, what flows in and out of it, what ends at it, and what can be done with it. */
function RowCells({ row, selected, onShowProblem }: ListRowViewProps) {
  const t = useTexts(editorTexts);
  const { actions, pipelineId, openNote } = useServices();
  const { node, text, tone, badge } = row;
  const state = useStepState(node);
  const live = useLiveNode(node.id);
  const letters = use(LettersContext).get(node.id) ?? 0;
  const problems = (badge?.errors ?? 0) + (badge?.warnings ?? 0) + Number(Boolean(live?.waiting));
  return (
    <>
      <div role="cell" className="pe-row-step" style={{ paddingLeft: Math.min(row.depth, 8) * 10 }}>
        <Checkbox checked={selected} onChange={() => actions.toggleNode(node.id)} aria-label={t('selectStep', { name: text.title })} />
        <Tile tone={tone} size={24}>
          {node.kind === 'label' ? <Icon name="label" size={14} /> : <ComponentIcon kind={node.kind} id={node.component} size={14} />}
        </Tile>
        <div className="pe-row-about">
          <span className="pe-row-title">
            <button type="button" className="pe-row-name" aria-expanded={selected} onClick={() => actions.selectNode(node.id)}>
              {text.title}
            </button>
            <StepEditors node={node.id} />
            {problems > 0 && (
              <button
                type="button"
                className={classNames('pe-badge pe-badge-inline', (badge?.errors ?? 0) > 0 && 'pe-badge-bad')}
                aria-label={t('problemsOf', { name: text.title, count: problems })}
                onClick={() => onShowProblem({ node: node.id, code: 'config' })}
              >
                <Icon name={(badge?.errors ?? 0) > 0 ? 'error' : 'warning'} size={12} />
                {problems}
              </button>
            )}
            {node.comment !== '' && (
              <button type="button" className="pe-row-note" title={node.comment} onClick={() => openNote(node.id)}>
                <Icon name="note" size={12} />
                <span>{node.comment}</span>
              </button>
            )}
          </span>
          <span className="pe-quiet">
            <StepLine kind={node.kind} state={state} line={text.lines.length > 0 ? text.lines.join(' · ') : t('notConfigured')} />
          </span>
        </div>
      </div>
      <div role="cell">
        <RowIncoming row={row} />
      </div>
      <div role="cell">
        <RowPorts row={row} />
      </div>
      <div role="cell" className="pe-row-number">
        <RowRate row={row} />
      </div>
      <div role="cell" className="pe-row-ends">
        <OutcomeNotes node={node} live={live} />
        <DeadLetterCount pipelineId={pipelineId} node={node.id} count={letters} />
      </div>
      <div role="cell">
        <RowMenu row={row} />
      </div>
    </>
  );
}

function RowRate({ row }: { readonly row: ListRow }) {
  const t = useTexts(editorTexts);
  const format = useFormat();
  const rate = useCardRate(row.node);
  if (!rate) return <span className="pe-quiet">–</span>;
  const { value, unit } = format.bytes(rate.bytes);
  return (
    <span title={t('exactRate', { count: rate.events, bytes: `${value} ${unit}` })}>
      <b className="ui-num">{format.compact(rate.events)}</b> <small>{t('eps')}</small>
      <span className="pe-quiet ui-num">{`${value} ${unit}/s`}</span>
    </span>
  );
}
