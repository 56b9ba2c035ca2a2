import { internalSlots } from '@acequia/batch';
import { valueToText } from '@acequia/event';
import type { DeadLetter } from './dead-letter.ts';
import { eventFields } from '../samples/event-fields.ts';
import type { LetterRow } from './letter-box.ts';
import { errorOf, eventJson } from './letter-content.ts';
import { letterId } from './letter-place.ts';
import type { LetterState } from './letter-marks.ts';

/** Whether a letter holds the text; without one it does. */
export function holdsText(text: string | undefined): (row: LetterRow) => boolean {
  const sought = text?.trim().toLowerCase() ?? '';
  if (sought === '') return () => true;
  return ({ view, place }) => {
    const row = view.rows[place.row]!;
    const holds = (value: string) => value.toLowerCase().includes(sought);
    if (holds(view.text(row, internalSlots.raw) ?? '') || holds(view.id(row)) || holds(errorOf(view, row).message ?? '')) return true;
    let found = false;
    view.forEachField(row, (name, _slot, read) => {
      found ||= holds(name) || holds(valueToText(read()));
    });
    return found;
  };
}

/** A letter as plain data. */
export function presentLetter(
  stream: string,
  { place, frame, view, code }: LetterRow,
  state: LetterState,
  jsonCharsMax: number,
): DeadLetter {
  const row = view.rows[place.row]!;
  const { message = '', expected, component = '', attempts = 0, detail } = errorOf(view, row);
  const { pipelineId, versionId, node, listenerId, outcome } = frame.meta.origin;
  const json = eventJson(view, row);
  return {
    id: letterId(stream, place),
    eventId: view.id(row),
    atMs: frame.meta.atMs,
    state,
    pipelineId,
    versionId,
    node,
    listenerId,
    outcome,
    code,
    message,
    expected,
    component,
    attempts,
    status: detail?.status,
    response: detail?.response,
    offset: detail?.offset,
    edited: frame.meta.replaces !== undefined,
    edit: frame.meta.edit,
    json: json.length <= jsonCharsMax ? json : undefined,
    fields: eventFields(view, row),
  };
}
