import type { PipelineNode } from '@acequia/pipeline';
import { Input, Segmented, Select } from '@acequia/ui';
import { useMemo } from 'react';
import { useTexts } from '#i18n/index.ts';
import { portMarks } from '../../model/port-marks.ts';
import { countMarks, previewMarks, type PreviewMark } from '../../model/preview-rows.ts';
import { noFilter, portCounts, type TableFilter, type TableRow } from '../../model/preview-table.ts';
import { editorTexts } from '../../texts.ts';
import { previewTableTexts } from '../../texts/preview-table.ts';
import { useView } from '../editor-context.ts';
import { portTitle } from '../port-title.ts';

export interface PreviewFiltersProps {
  readonly node: PipelineNode;
  /** All of them: each choice says how many events it would show. */
  readonly rows: readonly TableRow[];
  readonly filter: TableFilter;
  readonly onFilter: (filter: TableFilter) => void;
  readonly pretty: boolean;
  readonly onPretty: (pretty: boolean) => void;
}

/** Which events are shown: by the port they took, by what became of them, and by a text in them. */
export function PreviewFilters({ node, rows, filter, onFilter, pretty, onPretty }: PreviewFiltersProps) {
  const t = useTexts(editorTexts);
  const words = useTexts(previewTableTexts);
  const view = useView();
  const ports = view.ports(node.id);
  const marks = portMarks(ports);
  const counts = useMemo(() => portCounts(rows), [rows]);
  const outcomes = useMemo(() => countMarks(rows.map(({ row }) => row)), [rows]);
  const shown = ports.filter(({ id }) => counts.has(id) || (id !== 'error' && marks.size > 0) || id === filter.port);
  return (
    <div className="pe-preview-bar">
      <div className="pe-port-filter" role="group" aria-label={words('filterPort')}>
        <button type="button" aria-pressed={filter.port === undefined} onClick={() => onFilter({ ...filter, port: undefined })}>
          {words('filterAll')} <i className="ui-num">{rows.length}</i>
        </button>
        {shown.map((port) => (
          <button
            key={port.id}
            type="button"
            aria-pressed={filter.port === port.id}
            onClick={() => onFilter({ ...filter, port: filter.port === port.id ? undefined : port.id })}
          >
            <PortMark mark={marks.get(port.id)} bad={port.id === 'error'} />
            {portTitle(port, node, t)} <i className="ui-num">{counts.get(port.id) ?? 0}</i>
          </button>
        ))}
      </div>
      <Select
        aria-label={words('filterOutcome')}
        size="sm"
        value={filter.mark ?? 'any'}
        onChange={(value) => onFilter({ ...filter, mark: value === 'any' ? undefined : (value as PreviewMark) })}
        options={[
          { value: 'any', label: words('anyOutcome') },
          ...previewMarks
            .filter((mark) => outcomes[mark] > 0 || mark === filter.mark)
            .map((mark) => ({ value: mark, label: `${words(`mark.${mark}`)} · ${outcomes[mark]}` })),
        ]}
      />
      <Input
        type="search"
        inputSize="sm"
        icon="search"
        className="pe-preview-find"
        aria-label={words('findEvents')}
        placeholder={words('findEvents')}
        value={filter.text}
        onChange={(event) => onFilter({ ...filter, text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && filter !== noFilter) onFilter({ ...filter, text: '' });
        }}
      />
      <Segmented
        label={words('valuesAs')}
        value={pretty ? 'pretty' : 'raw'}
        onChange={(value) => onPretty(value === 'pretty')}
        options={[
          { value: 'pretty', label: words('valuesPretty') },
          { value: 'raw', label: words('valuesRaw') },
        ]}
      />
    </div>
  );
}

/** How a port is told apart everywhere: its number, or – for what met no condition. */
export function PortMark({ mark, bad, on }: { readonly mark: string | undefined; readonly bad?: boolean; readonly on?: boolean }) {
  if (mark === undefined) return null;
  return (
    <span className="pe-port-mark" data-bad={bad || undefined} data-on={on || undefined} aria-hidden>
      {mark}
    </span>
  );
}
