import { systemClock } from '@acequia/base';
import type { PreviewSource, TraceResult } from '@acequia/contract';
import type { PipelineDocument } from '@acequia/pipeline';
import { useParams } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { callOperation, toOperationError, type OperationError } from '#lib/operations/index.ts';
import { useServices, useView } from '../editor-context.ts';

export interface Preview {
  /** Undefined until the first answer. */
  readonly result: TraceResult | undefined;
  /** What the result is of, where a draft was run. */
  readonly asked: PipelineDocument | undefined;
  readonly error: OperationError | undefined;
  readonly busy: boolean;
  /** From the question to the answer, in ms. */
  readonly tookMs: number | undefined;
  readonly again: () => void;
}

/** Typing that goes on for so long is waited for. */
const settleMs = 150;
/** Between two looks at what has arrived meanwhile, and after a question that could not be answered. */
const retryMs = 5000;

interface Answer {
  readonly asked?: PipelineDocument | undefined;
  readonly result?: TraceResult | undefined;
  readonly error?: OperationError | undefined;
  readonly tookMs?: number | undefined;
}

/**
 * What the document as it is on the screen does at one node: asked of a worker after each edit, answers that come too late
 * thrown away. What was shown stays until the next answer.
 */
export function usePreview(node: string, source: PreviewSource): Preview {
  const { pipelineId, readOnly } = useServices();
  const { version = 'Main' } = useParams({ strict: false });
  const { document } = useView();
  const text = useMemo(() => whatRuns(document), [document]);
  const [answer, setAnswer] = useState<Answer>({});
  const [busy, setBusy] = useState(true);
  const [turn, setTurn] = useState(0);
  const first = useRef(true);
  const [kind, sampleId] = [source.kind, source.kind === 'sample' ? source.sampleId : undefined];
  const until = source.kind === 'retained' ? source.until : undefined;
  const count = source.kind === 'sample' ? undefined : source.count;
  useEffect(() => {
    const abort = new AbortController();
    const asked = sourceOf(kind, count, until, sampleId);
    const ask = async () => {
      if (globalThis.document.hidden) {
        cancel = systemClock.after(retryMs, () => void ask());
        return;
      }
      setBusy(true);
      const begin = systemClock.monotonic();
      let id: string | undefined;
      try {
        const tried = readOnly ? { version } : { document: JSON.parse(text) as PipelineDocument };
        ({ id } = await callOperation('internalPipelines:create', { pipelineId, source: asked, ...tried }, { signal: abort.signal }));
        const result = await callOperation('internalPipelines:getLogSamples', { id, node }, { signal: abort.signal });
        if (abort.signal.aborted) return;
        setAnswer({ result, asked: 'document' in tried ? tried.document : undefined, tookMs: systemClock.monotonic() - begin });
        setBusy(false);
        if (kind === 'live') cancel = systemClock.after(retryMs, () => void ask());
      } catch (error) {
        if (abort.signal.aborted) return;
        setAnswer((known) => ({ ...known, error: toOperationError(error) }));
        setBusy(false);
        cancel = systemClock.after(retryMs, () => void ask());
      } finally {
        if (id !== undefined) callOperation('internalPipelines:delete', { id }).catch(() => undefined);
      }
    };
    let cancel = systemClock.after(first.current ? 0 : settleMs, () => void ask());
    first.current = false;
    return () => {
      cancel();
      abort.abort();
    };
  }, [pipelineId, readOnly, version, text, node, kind, count, until, sampleId, turn]);
  return {
    result: answer.result,
    asked: answer.asked,
    error: answer.error,
    busy,
    tookMs: answer.tookMs,
    again: () => setTurn((known) => known + 1),
  };
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
