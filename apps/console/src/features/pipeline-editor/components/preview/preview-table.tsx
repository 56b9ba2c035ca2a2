import { fieldReferences } from '@acequia/component-sdk/definition';
import type { PipelineNode } from '@acequia/pipeline';
import { classNames } from '@acequia/ui';
import { Fragment, memo, useMemo, useRef, useState } from 'react';
import { ComponentIcon } from '#blocks/component-icon.tsx';
import { useVirtualLines } from '#blocks/list/use-virtual-lines.ts';
import { useTexts } from '#i18n/index.ts';
import { useFormat } from '#lib/format/index.ts';
import type { FieldDiff } from '../../model/field-diff.ts';
import { portMarks } from '../../model/port-marks.ts';
import { eventLine } from '../../model/preview-rows.ts';
import { cellText, columnShare, fieldsSeen, tableColumns, type TableColumn, type TableRow } from '../../model/preview-table.ts';
import { editorTexts } from '../../texts.ts';
import { previewTableTexts } from '../../texts/preview-table.ts';
import { useView } from '../editor-context.ts';
import { useWidth } from '../panes/use-width.ts';
import { portTitle } from '../port-title.ts';
import { stepDefinition } from '../xray/step-definition.ts';
import { PortMark } from './preview-filters.tsx';
import { RowDetail } from './row-detail.tsx';
import { Why } from './why.tsx';

export interface PreviewTableProps {
  /** As it was when the events were run. */
  readonly node: PipelineNode;
  /** The columns follow from all of them, so that a filter moves none. */
  readonly all: readonly TableRow[];
  readonly rows: readonly TableRow[];
  readonly pretty: boolean;
  /** The key of the row that is looked at. */
  readonly open: string | undefined;
  readonly onOpen: (key: string) => void;
  readonly onClear: () => void;
  /** Whether the pointer is on the events. */
  readonly onPoint: (pointed: boolean) => void;
}

const rowPx = 28;
/** Shorter lists are drawn whole. */
const wholeUpTo = 24;
/** px of time and port, of a reason in a narrow table and in a wide one, and of a field with one value. */
const fixedPx = 232;
const whyPx = { narrow: 248, wide: 340 };
const widePx = 1100;
const fieldPx = 116;
const sharesMax = 9;
/** px of a character, of the room after a value, of what marks a changed value, and of the picture of a step that reads a field. */
const [charPx, afterPx, changedPx, picturePx] = [7.2, 14, 6, 16];

/** Events as rows, the newest first, drawn where they are in view; a row opens below itself. */
export function PreviewTable({ node, all, rows, pretty, open, onOpen, onClear, onPoint }: PreviewTableProps) {
  const words = useTexts(previewTableTexts);
  const view = useView();
  const [width, measured] = useWidth();
  const reasonPx = width < widePx ? whyPx.narrow : whyPx.wide;
  const shares = Math.max(1, Math.min(sharesMax, Math.floor(((width - fixedPx - reasonPx) * 2) / fieldPx) / 2));
  const reads = useMemo(() => fieldsRead(node), [node]);
  const columns = useColumns(all, reads, shares, pretty);
  const ports = view.ports(node.id);
  const marks = useMemo(() => portMarks(ports), [ports]);
  const body = useRef<HTMLTableSectionElement>(null);
  const openAt = rows.findIndex(({ row }) => row.key === open);
  const { drawn } = useVirtualLines(body, rows.length, rowPx, {
    within: '.pe-event-table',
    wholeUpTo,
    always: openAt < 0 ? undefined : openAt,
    below: '.pe-event-detail',
  });
  const used = columns.reduce((sum, column) => sum + columnShare(column), 0);
  const sharePx = Math.max(fieldPx, (width - fixedPx - reasonPx) / used);
  const gaps = [...drawn, rows.length].map((place, at) => place - (drawn[at - 1] ?? -1) - 1);
  if (rows.length === 0)
    return (
      <p className="pe-preview-none">
        {words('filterNone')}{' '}
        <button type="button" className="ui-link" onClick={onClear}>
          {words('filterClear')}
        </button>
      </p>
    );
  return (
    <div className="pe-event-table" ref={measured} onPointerEnter={() => onPoint(true)} onPointerLeave={() => onPoint(false)}>
      <table aria-label={words('previewEvents')} aria-rowcount={rows.length + 1}>
        <colgroup>
          <col className="pe-col-time" />
          {pretty ? (
            columns.map((column) => <col key={column.name} style={{ width: Math.min(columnShare(column) * sharePx, neededPx(column)) }} />)
          ) : (
            <col />
          )}
          <col className="pe-col-port" />
          <col style={pretty ? undefined : { width: reasonPx }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{words('columnTime')}</th>
            {pretty ? (
              columns.map((column) => <FieldHead key={column.name} column={column} node={node} />)
            ) : (
              <th scope="col">{words('columnEvent')}</th>
            )}
            <th scope="col">{words('columnPort')}</th>
            <th scope="col">{words('columnWhy')}</th>
          </tr>
        </thead>
        <tbody ref={body}>
          {drawn.map((place, at) => {
            const each = rows[place]!;
            return (
              <Fragment key={each.row.key}>
                <Gap lines={gaps[at]!} />
                <EventRow
                  row={each}
                  place={place}
                  columns={columns}
                  pretty={pretty}
                  node={node}
                  marks={marks}
                  open={each.row.key === open}
                  onOpen={onOpen}
                  rows={all}
                />
              </Fragment>
            );
          })}
          <Gap lines={gaps.at(-1)!} />
        </tbody>
      </table>
    </div>
  );
}

/** What a column has room for its values in; what is left of the table is for the reasons. */
const neededPx = ({ chars, read }: TableColumn): number => Math.ceil(chars * charPx) + afterPx + changedPx + (read ? picturePx : 0);

/** The room of rows out of view. */
function Gap({ lines }: { readonly lines: number }) {
  return lines === 0 ? null : <tr aria-hidden style={{ height: lines * rowPx }} />;
}

interface Columns {
  /** The fields there are, and which of them the step changes. */
  readonly seen: string;
  /** What else they follow from: the events as fields or raw, the fields that are read, and the room. */
  readonly look: string;
  readonly columns: readonly TableColumn[];
}

/** The columns stay as they are while other events have the same fields, and keep their order where other fields arrive. */
function useColumns(all: readonly TableRow[], reads: readonly string[], shares: number, pretty: boolean): readonly TableColumn[] {
  const seen = useMemo(() => (pretty ? fieldsSeen(all) : ''), [all, pretty]);
  const [chosen, setChosen] = useState<Columns>({ seen: '', look: '', columns: [] });
  const look = JSON.stringify([pretty, reads, shares]);
  if (chosen.seen === seen && chosen.look === look) return chosen.columns;
  const columns = pretty ? tableColumns(all, reads, shares, chosen.look === look ? chosen.columns : []) : [];
  setChosen({ seen, look, columns });
  return columns;
}

function fieldsRead(node: PipelineNode): readonly string[] {
  const definition = stepDefinition(node);
  if (!definition || node.kind === 'label') return [];
  return fieldReferences(definition.kind === 'action' ? definition.config : definition.node, node.config);
}

function FieldHead({ column: { name, read }, node }: { readonly column: TableColumn; readonly node: PipelineNode }) {
  const words = useTexts(previewTableTexts);
  return (
    <th scope="col" className="ui-mono" title={read ? words('fieldRead', { name }) : name}>
      {read && node.kind !== 'label' && <ComponentIcon kind={node.kind} id={node.component} size={12} />} {name}
    </th>
  );
}

interface EventRowProps {
  readonly row: TableRow;
  readonly place: number;
  readonly columns: readonly TableColumn[];
  readonly pretty: boolean;
  readonly node: PipelineNode;
  readonly marks: ReadonlyMap<string, string>;
  readonly open: boolean;
  readonly onOpen: (key: string) => void;
  readonly rows: readonly TableRow[];
}

function EventRow(props: EventRowProps) {
  const { row, columns, open, onOpen, node, rows } = props;
  const span = (props.pretty ? columns.length : 1) + 3;
  return (
    <>
      <tr
        className={classNames('pe-event-row', open && 'pe-event-row-on')}
        aria-rowindex={props.place + 2}
        onClick={() => onOpen(row.row.key)}
      >
        <Cells {...props} />
      </tr>
      {open && (
        <tr className="pe-event-detail">
          <td colSpan={span}>
            <RowDetail node={node} row={row} rows={rows} />
          </td>
        </tr>
      )}
    </>
  );
}

const Cells = memo(function Cells({ row: event, columns, pretty, node, marks, open }: EventRowProps) {
  const t = useTexts(editorTexts);
  const words = useTexts(previewTableTexts);
  const format = useFormat();
  const { row, fields, ports } = event;
  const at = row.born?.receivedMs;
  return (
    <>
      <td>
        <button
          type="button"
          className="pe-event-time ui-num"
          aria-expanded={open}
          title={at === undefined ? undefined : format.exactly(at)}
        >
          {at === undefined ? words('noTime') : format.timeOfDay(at)}
        </button>
      </td>
      {pretty ? (
        columns.map(({ name }) => <FieldCell key={name} field={fields.get(name)} />)
      ) : (
        <td className="ui-mono">{eventLine(row.input ?? row.outputs[0]?.event)}</td>
      )}
      <td>
        {ports.length === 0 ? (
          <span className="pe-quiet">–</span>
        ) : (
          ports.map((port) => (
            <span key={port} className="pe-event-by">
              <PortMark mark={marks.get(port)} bad={port === 'error'} on={open} />
              {portTitle({ id: port }, node, t)}
            </span>
          ))
        )}
      </td>
      <td>
        <Why row={event} node={node} />
      </td>
    </>
  );
}, sameCells);

function sameCells(before: EventRowProps, now: EventRowProps): boolean {
  return (
    before.row === now.row &&
    before.columns === now.columns &&
    before.marks === now.marks &&
    before.pretty === now.pretty &&
    before.open === now.open &&
    before.node === now.node
  );
}

/** A value that the step changed is shown as it was and as it is. */
function FieldCell({ field }: { readonly field: FieldDiff | undefined }) {
  if (!field) return <td className="pe-cell-none">–</td>;
  const before = field.before && cellText(field.before.value);
  const after = field.after && cellText(field.after.value);
  if (field.kind === 'same') return <td title={after}>{after}</td>;
  return (
    <td title={[before, after].filter((each) => each !== undefined).join(' → ')}>
      <span className={`pe-cell pe-cell-${field.kind}`}>
        {before !== undefined && (
          <span>
            <del>{before}</del>
            {field.kind === 'changed' && <span aria-hidden> → </span>}
          </span>
        )}
        {after !== undefined && <ins>{after}</ins>}
      </span>
    </td>
  );
}
