import { systemClock } from '@acequia/base';
import type { PreviewSource, TraceResult } from '@acequia/contract';
import type { PipelineDocument } from '@acequia/pipeline';
import { useParams } from '@tanstack/react-router';
import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { callOperation, toOperationError, withPreview, type OperationError } from '#lib/operations/index.ts';
import { mapInTurns } from '../../model/map-in-turns.ts';
import { previewRows } from '../../model/preview-rows.ts';
import { sameRow, tableRow, type TableRow } from '../../model/preview-table.ts';
import { useServices, useView } from '../editor-context.ts';

export interface Preview {
  /** Undefined until the first answer. */
  readonly result: TraceResult | undefined;
  /** Its events at the step, the newest first. */
  readonly rows: readonly TableRow[];
  /** What the result is of, where a draft was run. */
  readonly asked: PipelineDocument | undefined;
  /** It was edited since. */
  readonly stale: boolean;
  readonly error: OperationError | undefined;
  readonly busy: boolean;
  /** From the question to the answer, in ms. */
  readonly tookMs: number | undefined;
  readonly again: () => void;
}

/** Typing that goes on for so long is waited for. */
const settleMs = 150;
/** Between two looks at what has arrived meanwhile, and after a question that could not be answered. */
export const againMs = 5000;
/** Between two looks at whether the events may change again. */
const heldMs = 500;
/** Of reading events without a pause. */
const turnMs = 6;
const noRows: readonly TableRow[] = [];

interface Answer {
  /** Of what was run. */
  readonly text?: string | undefined;
  readonly asked?: PipelineDocument | undefined;
  readonly result?: TraceResult | undefined;
  readonly rows?: readonly TableRow[];
  readonly error?: OperationError | undefined;
  readonly tookMs?: number | undefined;
}

/**
 * What the document as it is on the screen does at one node: asked of a worker after each edit, answers that come too late
 * thrown away. What was shown stays until the next answer. No newer events are asked for while `held`.
 */
export function usePreview(node: string, source: PreviewSource, held: boolean): Preview {
  const { pipelineId, readOnly } = useServices();
  const { version = 'Main' } = useParams({ strict: false });
  const { document } = useView();
  const text = useMemo(() => whatRuns(document), [document]);
  const [answer, setAnswer] = useState<Answer>({});
  const [busy, setBusy] = useState(true);
  const [turn, setTurn] = useState(0);
  const first = useRef(true);
  const known = useRef(noRows);
  const holds = useRef(held);
  useEffect(() => {
    holds.current = held;
  }, [held]);
  const [kind, sampleId] = [source.kind, source.kind === 'sample' ? source.sampleId : undefined];
  const until = source.kind === 'retained' ? source.until : undefined;
  const count = source.kind === 'sample' ? undefined : source.count;
  useEffect(() => {
    const abort = new AbortController();
    const asked = sourceOf(kind, count, until, sampleId);
    const askAgain = () => {
      if (globalThis.document.hidden || holds.current) cancel = systemClock.after(heldMs, askAgain);
      else void ask();
    };
    const ask = async () => {
      setBusy(true);
      const begin = systemClock.monotonic();
      try {
        const tried = readOnly ? { version } : { document: JSON.parse(text) as PipelineDocument };
        const result = await withPreview({ pipelineId, source: asked, ...tried }, abort.signal, (id) =>
          callOperation('internalPipelines:getLogSamples', { id, node }, { signal: abort.signal }),
        );
        const rows = await readRows(result, node, known.current, abort.signal);
        if (abort.signal.aborted) return;
        known.current = rows;
        const tookMs = systemClock.monotonic() - begin;
        startTransition(() => setAnswer({ text, result, rows, asked: 'document' in tried ? tried.document : undefined, tookMs }));
        setBusy(false);
        if (kind === 'live') cancel = systemClock.after(againMs, askAgain);
      } catch (error) {
        if (abort.signal.aborted) return;
        setAnswer((before) => ({ ...before, error: toOperationError(error) }));
        setBusy(false);
        cancel = systemClock.after(againMs, askAgain);
      }
    };
    let cancel = systemClock.after(first.current ? 0 : settleMs, () => void (globalThis.document.hidden ? askAgain() : ask()));
    first.current = false;
    return () => {
      cancel();
      abort.abort();
    };
  }, [pipelineId, readOnly, version, text, node, kind, count, until, sampleId, turn]);
  return {
    result: answer.result,
    rows: answer.rows ?? noRows,
    asked: answer.asked,
    stale: answer.text !== text,
    error: answer.error,
    busy,
    tookMs: answer.tookMs,
    again: () => setTurn((now) => now + 1),
  };
}

/** The events of an answer, the newest first, read a few at a time; those that came out as before are the ones of before. */
async function readRows(result: TraceResult, node: string, before: readonly TableRow[], signal: AbortSignal): Promise<readonly TableRow[]> {
  const known = new Map(before.map((each) => [each.row.key, each]));
  const pause = () => systemClock.sleep(0, signal);
  return mapInTurns(previewRows(result, node).toReversed(), (row) => sameRow(known.get(row.key), row) ?? tableRow(row), {
    nowMs: systemClock.monotonic,
    turnMs,
    pause,
  });
}

/** The document as a text that stays the same while cards are moved, named or noted. */
function whatRuns(document: PipelineDocument): string {
  const nodes = document.nodes.map((node) => ({ ...node, position: { x: 0, y: 0 }, name: '', comment: '' }));
  return JSON.stringify({ ...document, nodes });
}

function sourceOf(
  kind: PreviewSource['kind'],
  count: number | undefined,
  until: number | undefined,
  sampleId: string | undefined,
): PreviewSource {
  if (kind === 'sample') return { kind, sampleId: sampleId ?? '' };
  return kind === 'live' ? { kind, count: count ?? 1 } : { kind, count: count ?? 1, ...(until === undefined ? {} : { until }) };
}
