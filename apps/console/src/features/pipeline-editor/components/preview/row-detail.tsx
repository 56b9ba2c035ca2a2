import type { PipelineNode } from '@acequia/pipeline';
import { Icon } from '@acequia/ui';
import { useCallback, useMemo } from 'react';
import { useLanguage, useTexts } from '#i18n/index.ts';
import { conditionsOf, decidingTests } from '../../model/condition-reason.ts';
import { portMarks } from '../../model/port-marks.ts';
import type { TableRow } from '../../model/preview-table.ts';
import { editorTexts } from '../../texts.ts';
import { previewTableTexts } from '../../texts/preview-table.ts';
import { useView } from '../editor-context.ts';
import { portTitle } from '../port-title.ts';
import { EventDiff } from './event-diff.tsx';
import { PortMark } from './preview-filters.tsx';
import { testText } from './why.tsx';

export interface RowDetailProps {
  readonly node: PipelineNode;
  readonly row: TableRow;
  readonly rows: readonly TableRow[];
}

/** The conditions in the order they were checked, with what they read, beside what the step did to each field. */
export function RowDetail({ node, row, rows }: RowDetailProps) {
  const inSight = useCallback((element: HTMLElement | null) => {
    const detail = element?.closest('tr');
    detail?.scrollIntoView({ block: 'nearest' });
    // Where there is no room for all of it, its row stays above it.
    detail?.previousElementSibling?.scrollIntoView({ block: 'nearest' });
  }, []);
  const events = useMemo(() => rows.map((each) => each.row), [rows]);
  return (
    <div className="pe-detail" ref={inSight}>
      {row.row.checked && <Conditions node={node} row={row} />}
      <EventDiff node={node} row={row.row} rows={events} />
    </div>
  );
}

function Conditions({ node, row: { row } }: Pick<RowDetailProps, 'node' | 'row'>) {
  const t = useTexts(editorTexts);
  const words = useTexts(previewTableTexts);
  const language = useLanguage();
  const view = useView();
  const marks = portMarks(view.ports(node.id));
  const checked = row.checked ?? [];
  const conditions = node.kind === 'label' ? [] : conditionsOf(node.config);
  return (
    <section className="pe-conditions" aria-label={words('conditions')}>
      <h3>{words('conditions')}</h3>
      <ol>
        {conditions.map(({ name, ast }, at) => {
          const outcome = checked[at];
          const port = outcome?.port ?? name;
          const verdict = !outcome ? 'skipped' : outcome.holds === null ? 'failed' : outcome.holds ? 'holds' : 'not';
          return (
            <li key={at} data-verdict={verdict}>
              <Icon
                name={({ holds: 'check', not: 'x', failed: 'error', skipped: 'minus' } as const)[verdict]}
                size={14}
                label={words(`verdict.${verdict}`)}
              />
              <PortMark mark={port === undefined ? undefined : marks.get(port)} on={verdict === 'holds'} />
              <b>{port === undefined ? '' : portTitle({ id: port }, node, t)}</b>
              <span>
                {outcome
                  ? decidingTests(ast, outcome)
                      .map((each) => testText(each, row.values, language))
                      .join(', ')
                  : words('notChecked')}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
