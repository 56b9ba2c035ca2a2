import { rejectionFields } from '@acequia/component-sdk/text';
import type { PipelineNode } from '@acequia/pipeline';
import { Segmented, TypeChip } from '@acequia/ui';
import { useState } from 'react';
import { useTexts } from '#i18n/index.ts';
import { useReasonText } from '#lib/operations/use-reason-text.ts';
import { diffSigns, fieldDiff } from '../../model/field-diff.ts';
import { fieldsOf, unlinkedReason, type PreviewOutput, type PreviewRow, type ShownField } from '../../model/preview-rows.ts';
import { changedFirst } from '../../model/preview-table.ts';
import { editorTexts } from '../../texts.ts';
import { previewTableTexts } from '../../texts/preview-table.ts';
import { endText } from '../end-text.ts';
import { portTitle } from '../port-title.ts';
import { XrayLink } from '../xray/xray-link.tsx';
import { ValueMenu } from './value-menu.tsx';

/** Input and output of one event, field by field, values exactly as they are. */
export function EventDiff({
  node,
  row,
  rows,
}: {
  readonly node: PipelineNode;
  readonly row: PreviewRow;
  readonly rows: readonly PreviewRow[];
}) {
  const words = useTexts(previewTableTexts);
  const [beside, setBeside] = useState<'inline' | 'beside'>('inline');
  const leaving = row.outputs.filter(({ event }) => event !== undefined);
  const shown = leaving.length > 0 ? leaving : row.outputs.slice(0, 1);
  return (
    <div className="pe-preview-event">
      <div className="pe-preview-how">
        <h4>{words('fieldDiff')}</h4>
        <span className="pe-quiet ui-num">
          {words('diffCounts', { before: fieldsOf(row.input).length, after: fieldsOf(shown[0]?.event).length })}
        </span>
        {row.born && <XrayLink {...row.born} version="Main" />}
        <Segmented
          label={words('diffView')}
          value={beside}
          onChange={setBeside}
          options={[
            { value: 'inline', label: words('diffInline') },
            { value: 'beside', label: words('diffBeside') },
          ]}
        />
      </div>
      {shown.map((output, index) => (
        <Output
          key={`${output.port ?? ''} ${index}`}
          node={node}
          row={row}
          rows={rows}
          output={output}
          number={shown.length > 1 ? index + 1 : undefined}
          beside={beside === 'beside'}
        />
      ))}
    </div>
  );
}

interface OutputProps {
  readonly node: PipelineNode;
  readonly row: PreviewRow;
  readonly rows: readonly PreviewRow[];
  readonly output: PreviewOutput;
  readonly number: number | undefined;
  readonly beside: boolean;
}

function Output({ node, row, rows, output, number, beside }: OutputProps) {
  const t = useTexts(editorTexts);
  const words = useTexts(previewTableTexts);
  const diffs = changedFirst(fieldDiff(row.input, output.event ?? row.input));
  const port = output.event && output.port !== undefined ? output.port : 'default';
  return (
    <>
      <p className="pe-preview-way">
        {number !== undefined && <b>{words('copyOf', { number })} · </b>}
        {row.input === undefined && `${words('madeHere')} · `}
        <Way node={node} output={output} />
      </p>
      <table aria-label={words('fieldDiff')} className={beside ? 'pe-diff-table pe-diff-beside' : 'pe-diff-table'}>
        {beside && (
          <thead>
            <tr>
              <th scope="col" colSpan={2}>
                {words('fieldDiff')}
              </th>
              <th scope="col">{words('sideIn')}</th>
              <th scope="col">{words('sideOut')}</th>
              <th scope="col">
                <span className="ui-hidden">{t('more')}</span>
              </th>
            </tr>
          </thead>
        )}
        <tbody>
          {diffs.map((diff) => (
            <tr key={diff.name} className={`pe-diff-${diff.kind}`}>
              <td aria-label={words(`diff.${diff.kind}`)} title={words(`diff.${diff.kind}`)}>
                {diffSigns[diff.kind]}
              </td>
              <th scope="row">{diff.name}</th>
              {beside ? (
                <>
                  <td>{diff.before && <Value field={diff.before} />}</td>
                  <td>{diff.after && <Value field={diff.after} />}</td>
                </>
              ) : (
                <td>
                  {diff.before && diff.kind !== 'same' && (
                    <del>
                      <Value field={diff.before} />
                    </del>
                  )}{' '}
                  {diff.after && <Value field={diff.after} />}
                </td>
              )}
              <td>{diff.after && node.kind !== 'datasink' && <ValueMenu node={node} port={port} field={diff.after} rows={rows} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Where the event goes, or why it ends. */
function Way({ node, output }: { readonly node: PipelineNode; readonly output: PreviewOutput }) {
  const t = useTexts(editorTexts);
  const words = useTexts(previewTableTexts);
  const reasonText = useReasonText();
  const port = output.port === undefined ? '' : portTitle({ id: output.port }, node, t);
  if (output.kind === 'refused') return reasonText({ code: output.reason ?? '', fields: rejectionFields(output) });
  if (output.kind === 'held') return words('heldHere');
  if (output.kind === 'ended' && output.reason === unlinkedReason) return words('notLinkedYet', { port });
  if (output.kind === 'ended') return `${words('endsHere')}: ${endText(t, { reason: output.reason ?? '', port: output.port }, node)}`;
  return words('leavesBy', { port });
}

function Value({ field }: { readonly field: ShownField }) {
  const t = useTexts(editorTexts);
  const quiet = field.value === 'null' || field.value === '""';
  return (
    <span className={quiet ? 'pe-value pe-value-null' : 'pe-value'} title={field.value.slice(0, 2000)}>
      {field.value === '""' ? `"" · ${t('emptyText')}` : field.value}
      {field.value !== 'null' && <TypeChip type={field.type} />}
    </span>
  );
}
