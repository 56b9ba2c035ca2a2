import type { PreviewSource } from '@acequia/contract';
import type { ActionNode } from '@acequia/pipeline';
import { classNames, Icon, IconButton, LiveDot, type IconName } from '@acequia/ui';
import { useEffect, useMemo, useState } from 'react';
import { useTexts } from '#i18n/index.ts';
import {
  countMarks,
  countPorts,
  eventLine,
  previewMarks,
  previewRows,
  type PreviewMark,
  type PreviewRow,
} from '../../model/preview-rows.ts';
import { editorTexts } from '../../texts.ts';
import { EventDiff } from './event-diff.tsx';
import { PreviewState } from './preview-state.tsx';
import { previewedCounts } from './previewed-counts.ts';
import { SourcePicker } from './source-picker.tsx';
import { usePreview } from './use-preview.ts';

export const markIcons: Readonly<Record<PreviewMark, IconName>> = {
  changed: 'refresh',
  unchanged: 'minus',
  dropped: 'filter',
  error: 'error',
  held: 'group',
};
const markTones: Readonly<Record<PreviewMark, string>> = {
  changed: 'ui-c-in',
  unchanged: 'ui-c-neutral',
  dropped: 'ui-c-warning',
  error: 'ui-c-danger',
  held: 'ui-c-accent',
};
const eventsShown = 20;
/** Drawn at once; the worker answers with up to 1,000. */
const rowsMax = 200;

/** What the selected step does to events now, as it stands on the screen: run by a worker after each edit. */
export function PreviewPane({ node }: { readonly node: ActionNode }) {
  const t = useTexts(editorTexts);
  const [source, setSource] = useState<PreviewSource>({ kind: 'live', count: eventsShown });
  const preview = usePreview(node.id, source);
  const rows = useMemo(() => (preview.result ? previewRows(preview.result, node.id).toReversed() : []), [preview.result, node.id]);
  useEffect(() => previewedCounts.show(node.id, countPorts(rows)), [node.id, rows]);
  const [only, setOnly] = useState<PreviewMark>();
  const [chosen, setChosen] = useState<string>();
  const shown = (only === undefined ? rows : rows.filter(({ mark }) => mark === only)).slice(0, rowsMax);
  const open = shown.find(({ key }) => key === chosen) ?? shown[0];
  return (
    <section className="pe-preview" aria-label={t('preview')}>
      <header>
        <h3>{t('preview')}</h3>
        {source.kind === 'live' && <LiveDot on={preview.result !== undefined && !preview.error} />}
        <SourcePicker source={source} onChange={setSource} count={eventsShown} />
        <output className="pe-quiet ui-num">
          {preview.busy ? t('previewBusy') : preview.tookMs === undefined ? '' : t('previewTook', { ms: Math.round(preview.tookMs) })}
        </output>
        <IconButton icon="refresh" size="sm" label={t('previewAgain')} onClick={preview.again} />
      </header>
      {rows.length > 0 && <Marks rows={rows} only={only} onOnly={setOnly} />}
      <PreviewState preview={preview} rows={rows.length} live={source.kind !== 'sample'} />
      {rows.length > 0 && (
        <ul className="pe-preview-list" aria-label={t('previewEvents')}>
          {shown.map((row) => (
            <Row key={row.key} row={row} on={row === open} onChoose={() => setChosen(row.key)} />
          ))}
        </ul>
      )}
      {open && <EventDiff node={node} row={open} rows={rows} />}
    </section>
  );
}

function Marks({
  rows,
  only,
  onOnly,
}: {
  readonly rows: readonly PreviewRow[];
  readonly only: PreviewMark | undefined;
  readonly onOnly: (mark: PreviewMark | undefined) => void;
}) {
  const t = useTexts(editorTexts);
  const counts = countMarks(rows);
  return (
    <div className="pe-preview-marks">
      {previewMarks
        .filter((mark) => mark !== 'held' || counts.held > 0)
        .map((mark) => (
          <button
            key={mark}
            type="button"
            className={markTones[mark]}
            aria-pressed={only === mark}
            title={t('markFilter', { mark: t(`mark.${mark}`) })}
            onClick={() => onOnly(only === mark ? undefined : mark)}
          >
            <b className="ui-num">{counts[mark]}</b> {t(`mark.${mark}`)}
          </button>
        ))}
    </div>
  );
}

function Row({ row, on, onChoose }: { readonly row: PreviewRow; readonly on: boolean; readonly onChoose: () => void }) {
  const t = useTexts(editorTexts);
  const line = eventLine(row.input ?? row.outputs[0]?.event);
  return (
    <li>
      <button
        type="button"
        className={classNames('pe-event', on && 'pe-event-on', markTones[row.mark])}
        aria-pressed={on}
        onClick={onChoose}
      >
        <Icon name={markIcons[row.mark]} size={13} />
        <span className="pe-event-line" title={line}>
          {line}
        </span>
        <span className="pe-preview-mark">{t(`was.${row.mark}`)}</span>
      </button>
    </li>
  );
}
