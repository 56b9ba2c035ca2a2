import { readableText } from '@acequia/component-sdk/definition';
import type { EventTrace, Reason, TracedEvent, TraceOutcome, TraceResult } from '@acequia/contract';
import { isObjectNode, parseJson, printJson } from '@acequia/event';

export const previewMarks = ['changed', 'unchanged', 'filtered', 'merged', 'dropped', 'expired', 'error', 'held'] as const;
/** What a step did to an event, the ends in the ledger's words. */
export type PreviewMark = (typeof previewMarks)[number];

/** One way out of the step; without an event for what ended inside. */
export interface PreviewOutput {
  readonly kind: TraceOutcome['kind'];
  readonly port: string | undefined;
  readonly event: TracedEvent | undefined;
  /** Ledger's word of an end, or code of a refusal. */
  readonly reason: string | undefined;
  readonly message: string | undefined;
  readonly expected: Reason | undefined;
}

/** What one step did to one event. */
export interface PreviewRow {
  readonly key: string;
  readonly mark: PreviewMark;
  /** Undefined for an event that the step made out of its state. */
  readonly input: TracedEvent | undefined;
  readonly outputs: readonly PreviewOutput[];
  /** How the conditions of the step came out, and what they read. */
  readonly checked: EventTrace['steps'][number]['checked'];
  readonly values: EventTrace['steps'][number]['values'];
  /** Of an event that the journal holds. */
  readonly born: EventTrace['born'];
}

/** Rows of a node, newest last, as they were run. */
export function previewRows(result: TraceResult, node: string): readonly PreviewRow[] {
  const taken = new Set<string>();
  return result.traces.flatMap((trace, index) =>
    trace.steps
      .filter((step) => step.node === node)
      .map((step, at): PreviewRow => {
        const made = trace.madeBy === node && at === 0 && step === trace.steps[0];
        const input = made ? undefined : step.input;
        const { checked, values, outcomes } = step;
        const id = trace.born?.id;
        const key = id !== undefined && !taken.has(id) ? id : `${index}.${at}`;
        taken.add(key);
        return { key, mark: markOf(input, outcomes), input, outputs: outcomes.map(outputOf), checked, values, born: trace.born };
      }),
  );
}

/** A step with nothing behind it yet is seen to do its work: an end for want of a link is told beside it. */
function markOf(input: TracedEvent | undefined, outcomes: readonly TraceOutcome[]): PreviewMark {
  if (outcomes.some(({ kind }) => kind === 'refused')) return 'error';
  const leaving = outcomes.flatMap((outcome) => {
    if (outcome.kind === 'left') return [outcome.event];
    return outcome.kind === 'ended' && outcome.reason === unlinkedReason && outcome.event ? [outcome.event] : [];
  });
  if (leaving.length > 0) return leaving.every(({ json }) => json === input?.json) ? 'unchanged' : 'changed';
  if (outcomes.some(({ kind }) => kind === 'held')) return 'held';
  return outcomes.map(endOf).find((end) => end !== undefined) ?? 'unchanged';
}

const ends = ['filtered', 'merged', 'dropped', 'expired'] as const;

/** How the ledger counts an end. */
function endOf(outcome: { readonly kind: string; readonly reason?: string | undefined }): (typeof ends)[number] | undefined {
  return outcome.kind === 'ended' ? ends.find((end) => outcome.reason?.startsWith(`${end}:`)) : undefined;
}

/** What a row counts as: what the step did to its event, and how copies of it end. */
export const marksOf = ({ mark, outputs }: PreviewRow): ReadonlySet<PreviewMark> =>
  new Set([mark, ...outputs.flatMap((output) => endOf(output) ?? [])]);

export const unlinkedReason = 'dropped:unconnected';

function outputOf(outcome: TraceOutcome): PreviewOutput {
  switch (outcome.kind) {
    case 'left':
      return { kind: 'left', port: outcome.port, event: outcome.event, reason: undefined, message: undefined, expected: undefined };
    case 'ended':
      return { kind: 'ended', port: outcome.port, event: outcome.event, reason: outcome.reason, message: undefined, expected: undefined };
    case 'refused':
      return {
        kind: 'refused',
        port: 'error',
        event: outcome.event,
        reason: outcome.code,
        message: outcome.message,
        expected: outcome.expected,
      };
    case 'arrived':
      return { kind: 'arrived', port: undefined, event: outcome.event, reason: undefined, message: undefined, expected: undefined };
    case 'held':
      return { kind: 'held', port: undefined, event: undefined, reason: undefined, message: undefined, expected: undefined };
  }
}

export function countMarks(rows: readonly PreviewRow[]): Readonly<Record<PreviewMark, number>> {
  const counts = { changed: 0, unchanged: 0, filtered: 0, merged: 0, dropped: 0, expired: 0, error: 0, held: 0 };
  for (const row of rows) for (const mark of marksOf(row)) counts[mark] += 1;
  return counts;
}

/** How many events leave by each port, or would if it were linked. */
export function countPorts(rows: readonly PreviewRow[]): ReadonlyMap<string | undefined, number> {
  const groups = Map.groupBy(
    rows.flatMap(({ outputs }) => outputs),
    ({ port }) => port,
  );
  return new Map([...groups].map(([port, outputs]) => [port, outputs.length]));
}

/** A field with its exact JSON text. */
export interface ShownField {
  readonly name: string;
  readonly value: string;
  readonly type: string;
}

export function fieldsOf(event: TracedEvent | undefined): readonly ShownField[] {
  const parsed = event && parseJson(event.json);
  if (!parsed?.ok || !isObjectNode(parsed.value.node)) return [];
  return [...parsed.value.node].map(([name, node]) => ({ name, value: printJson(node), type: event!.types[name] ?? 'null' }));
}

/** One line of an event for a list. */
export function eventLine(event: TracedEvent | undefined): string {
  if (event?.raw !== undefined) return event.raw;
  const fields = fieldsOf(event);
  const text = fields.find(({ name, type }) => name === 'message' && type === 'string');
  if (text) return readableText(text.value);
  return fields.map(({ name, value }) => `${name}=${readableText(value)}`).join(' ');
}

/** Texts that a field has in events which leave a step by a port, newest first; `_raw` is the text as it was received. */
export function leavingTexts(rows: readonly PreviewRow[], port: string, field: string): readonly string[] {
  const texts = rows.flatMap(({ outputs }) =>
    outputs.flatMap((output) => {
      if (output.event === undefined || output.port !== port) return [];
      if (field === '_raw') return output.event.raw ?? eventLine(output.event);
      return fieldsOf(output.event).flatMap(({ name, type, value }) => (name === field && type === 'string' ? readableText(value) : []));
    }),
  );
  return texts.filter((text) => text.trim() !== '').toReversed();
}
