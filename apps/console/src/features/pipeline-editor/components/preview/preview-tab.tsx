import type { PreviewSource } from '@acequia/contract';
import type { PipelineNode } from '@acequia/pipeline';
import { Button, IconButton, LiveDot, Note } from '@acequia/ui';
import { useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '#i18n/index.ts';
import { useFormat } from '#lib/format/index.ts';
import { countPorts } from '../../model/preview-rows.ts';
import { filterRows, noFilter } from '../../model/preview-table.ts';
import { editorTexts } from '../../texts.ts';
import { previewTableTexts } from '../../texts/preview-table.ts';
import { isMissing } from '../../model/missing-name.ts';
import { useView } from '../editor-context.ts';
import { useProblemText } from '../problem-text.ts';
import { PreviewFilters } from './preview-filters.tsx';
import { PreviewState } from './preview-state.tsx';
import { PreviewTable } from './preview-table.tsx';
import { previewedCounts } from './previewed-counts.ts';
import { SourcePicker } from './source-picker.tsx';
import { takenPorts } from './taken-ports.ts';
import { useEventUrl } from './use-event-url.ts';
import { againMs, usePreview } from './use-preview.ts';

const liveEvents = 100;
const recordedEvents = 500;

export interface PreviewTabProps {
  readonly node: PipelineNode;
  /** Where the choice of events is shown. */
  readonly tools: HTMLElement | null;
}

/** What the selected step does to events now, as it is on the screen: run by a worker after each edit. */
export function PreviewTab({ node, tools }: PreviewTabProps) {
  const t = useTexts(editorTexts);
  const words = useTexts(previewTableTexts);
  const view = useView();
  const problemText = useProblemText();
  const missing = view.validation.problems.find(({ code }) => isMissing(code));
  const [source, setSource] = useState<PreviewSource>({ kind: 'live', count: liveEvents });
  if (node.kind !== 'label' && view.validation.inputs.get(node.id) === undefined)
    return (
      <Note tone="neutral" title={t('linkFirst')}>
        {words('previewUnlinked')}
      </Note>
    );
  if (missing)
    return (
      <Note tone="warning" title={words('previewGone')}>
        {problemText(missing)}
      </Note>
    );
  return <StepPreview key={node.id} node={node} source={source} onSource={setSource} tools={tools} />;
}

interface StepPreviewProps extends PreviewTabProps {
  readonly source: PreviewSource;
  readonly onSource: (source: PreviewSource) => void;
}

function StepPreview({ node, source, onSource, tools }: StepPreviewProps) {
  const t = useTexts(editorTexts);
  const words = useTexts(previewTableTexts);
  const format = useFormat();
  const { event, until, choose, hold, leave } = useEventUrl();
  const [pointed, setPointed] = useState(false);
  // An event that is looked at does not scroll away under newer ones.
  const paused = source.kind === 'live' && until !== undefined;
  const shown: PreviewSource = paused ? { kind: 'retained', count: source.count, until } : source;
  const preview = usePreview(node.id, shown, pointed);
  const { result, rows } = preview;
  useEffect(() => previewedCounts.show(node.id, countPorts(rows.map(({ row }) => row))), [node.id, rows]);
  const taken = rows.find(({ row }) => row.key === event)?.ports;
  useEffect(() => taken && takenPorts.show(node.id, taken), [node.id, taken]);
  const [filter, setFilter] = useState(noFilter);
  const [pretty, setPretty] = useState(true);
  const filtered = useMemo(() => filterRows(rows, filter), [rows, filter]);
  const newest = source.kind === 'live' ? (until ?? newestMs(rows.map(({ row }) => row.born?.receivedMs))) : undefined;
  const sampled = useSampledWords(shown);
  const took = preview.tookMs === undefined ? undefined : words('previewTook', { ms: Math.round(preview.tookMs) });
  const open = (key: string) => {
    if (key === event) leave();
    else choose(key, newest);
  };
  return (
    <section className="pe-preview" aria-label={t('preview')} aria-busy={preview.busy}>
      {tools &&
        createPortal(
          <>
            <output className="pe-quiet ui-num pe-preview-sampled" title={[sampled, took].filter(Boolean).join(' · ')}>
              <span>{sampled ?? took}</span>
            </output>
            <IconButton icon="refresh" size="sm" label={words('previewAgain')} onClick={preview.again} />
            {paused && (
              <Button size="sm" icon="play" onClick={leave} title={words('previewPausedWhy')}>
                {words('previewResume', { time: format.clock(until) })}
              </Button>
            )}
            {source.kind === 'live' && !paused && newest !== undefined && (
              <IconButton icon="pause" size="sm" label={words('previewPause')} onClick={() => hold(newest)} />
            )}
            {source.kind === 'live' && <LiveDot on={!paused && !pointed && result !== undefined && !preview.error} />}
            <SourcePicker
              source={source}
              onChange={(next) => {
                if (event !== undefined) leave();
                onSource(next);
              }}
              counts={{ live: liveEvents, retained: recordedEvents }}
            />
          </>,
          tools,
        )}
      {rows.length > 0 && (
        <PreviewFilters node={node} rows={rows} filter={filter} onFilter={setFilter} pretty={pretty} onPretty={setPretty} />
      )}
      <PreviewState preview={preview} rows={rows.length} live={source.kind !== 'sample'} />
      {rows.length > 0 && (
        <PreviewTable
          node={preview.asked?.nodes.find(({ id }) => id === node.id) ?? node}
          all={rows}
          rows={filtered}
          pretty={pretty}
          open={event}
          onOpen={open}
          onPoint={setPointed}
          onClear={() => setFilter(noFilter)}
        />
      )}
    </section>
  );
}

/** How the events were taken from those that arrive; undefined for events a person gave. */
function useSampledWords(source: PreviewSource): string | undefined {
  const words = useTexts(previewTableTexts);
  const format = useFormat();
  if (source.kind === 'sample') return undefined;
  const { count } = source;
  if (source.kind === 'live') return words('sampledLive', { count, seconds: format.number(againMs / 1000) });
  return source.until === undefined
    ? words('sampledNewest', { count })
    : words('sampledUntil', { count, time: format.clock(source.until) });
}

/** The moment after the newest event, ms since 1970; undefined where no journal holds them. */
function newestMs(receivedMs: readonly (number | undefined)[]): number | undefined {
  const known = receivedMs.filter((each) => each !== undefined);
  return known.length === 0 ? undefined : Math.max(...known) + 1;
}
