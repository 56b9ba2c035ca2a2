import { createMadeEvents, fork, internalFields } from '@acequia/batch';
import { checkFieldName, convert, isObjectNode, nodeToValue, parseJson, type FieldValue } from '@acequia/event';
import { nsPerMs, within, type Sourced, type SourcedEvent, type TraceSourceOptions } from './sourced-event.ts';
import type { TraceFault } from './trace.ts';

/** Events from JSON objects. Internal fields among them (`_raw`, `_time` …) are set as they stand there. */
export function jsonEvents(json: readonly string[], { slots, label, listener, clock, facts }: TraceSourceOptions): Sourced {
  const texts = within(json);
  const faults: TraceFault[] = [];
  const receivedMs = clock.now();
  const name = listener?.labels.find(({ id }) => id === label.labelId)?.name ?? label.labelId;
  const envelope = {
    tenantId: facts.tenantId,
    listenerId: label.listenerId,
    listenerName: listener?.name ?? '',
    listenerType: listener?.component ?? '',
    cluster: facts.cluster,
    worker: facts.worker,
    origin: '',
    made: 'trace',
  };
  const events = texts.flatMap(([event, text]): SourcedEvent[] => {
    const fields = fieldsOf(text);
    if (typeof fields === 'string') {
      faults.push({ code: fields, message: `event ${event + 1}` });
      return [];
    }
    const own = fields.filter(([field]) => !field.startsWith('_')).map(([field, value]) => [slots.slot(field), value] as const);
    const made = createMadeEvents({ slots, envelope, receivedMs }, [
      { id: String(event), timeNs: BigInt(receivedMs) * nsPerMs, flags: [], fields: own },
    ]);
    const view = fork(made, { label: name });
    for (const [field, value] of fields) if (field.startsWith('_')) view.set(view.rows[0]!, internalFields.indexOf(field as never), value);
    return [{ event, view, receivedMs, as: 'event' }];
  });
  return { events, faults, cut: texts.length < json.length };
}

/** Times among the internal fields come as texts. */
const timeFields = ['_time', '_received'];

function fieldsOf(text: string): readonly (readonly [string, FieldValue])[] | string {
  const parsed = parseJson(text);
  if (!parsed.ok) return 'JSON_SYNTAX';
  const { node } = parsed.value;
  if (!isObjectNode(node)) return 'JSON_NOT_OBJECT';
  const fields: [string, FieldValue][] = [];
  for (const [name, member] of node) {
    const internal = internalFields.includes(name as never);
    if (!internal && checkFieldName(name) !== undefined) return 'FIELD_NAME';
    const value = nodeToValue(member) ?? null;
    const time = timeFields.includes(name) ? convert(value, 'timestamp') : undefined;
    if (time && !time.ok) return 'TYPE_CONVERSION';
    fields.push([name, time ? time.value : value]);
  }
  return fields;
}
