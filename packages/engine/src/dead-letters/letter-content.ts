import { err, ok, type Result } from '@acequia/base';
import { internalSlots, type BatchView, type EventErrorRecord, type Row } from '@acequia/batch';
import { convert, isObjectNode, Json, nodeToValue, parseJson, typeOf, valueToJsonText, type FieldValue } from '@acequia/event';
import type { DeadLetterEditFault } from './dead-letter.ts';

/** `_error` of a letter (catalogue 2.6); what is missing is left out. */
export function errorOf(view: BatchView, row: Row): Partial<EventErrorRecord> {
  const error = view.value(row, internalSlots.error);
  return error instanceof Json ? (JSON.parse(error.text) as Partial<EventErrorRecord>) : {};
}

/** The event's own fields as one JSON object, in their order; internal ones are left out. */
export function eventJson(view: BatchView, row: Row): string {
  const members: string[] = [];
  view.forEachField(row, (name, _slot, read) => members.push(`${JSON.stringify(name)}:${valueToJsonText(read())}`));
  return `{${members.join(',')}}`;
}

const nameSyntax = /^[A-Za-z0-9#\-.][A-Za-z0-9#\-._]*$/;
const nameBytesMax = 256;
const fieldsMax = 1024;

/**
 * Gives the event the fields of a JSON object, and no others. A field whose text is as it was stays untouched; a changed
 * one takes the type of the JSON value, or stays a timestamp, list or float where the value can be one.
 */
export function setEventJson(view: BatchView, row: Row, text: string): Result<void, DeadLetterEditFault> {
  const parsed = parseJson(text);
  if (!parsed.ok) return err({ code: 'JSON_SYNTAX', offset: parsed.error.offset });
  const { node } = parsed.value;
  if (!isObjectNode(node)) return err({ code: 'JSON_NOT_OBJECT' });
  if (node.size > fieldsMax) return err({ code: 'TOO_MANY_FIELDS' });
  const wrong = [...node.keys()].find((name) => !nameSyntax.test(name) || name.length > nameBytesMax);
  if (wrong !== undefined) return err({ code: 'FIELD_NAME', field: wrong });
  const before = new Map<string, FieldValue>();
  view.forEachField(row, (name, _slot, read) => before.set(name, read()));
  view.keepOnly(row, (name) => node.has(name) || name.startsWith('_'));
  for (const [name, member] of node) {
    const old = before.get(name);
    const value = nodeToValue(member) ?? null;
    if (old !== undefined && valueToJsonText(old) === valueToJsonText(value)) continue;
    view.setNamed(row, name, old === undefined ? value : keepType(value, old));
  }
  return ok(undefined);
}

function keepType(value: FieldValue, old: FieldValue): FieldValue {
  const type = typeOf(old);
  if (value === null || (type !== 'timestamp' && type !== 'float' && !type?.startsWith('list<'))) return value;
  const converted = convert(value, type);
  return converted.ok ? converted.value : value;
}
