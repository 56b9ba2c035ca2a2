import { internalSlots, type BatchView, type Row } from '@acequia/batch';
import { typeOf, valueToJsonText } from '@acequia/event';
import { traceEventChars } from './limits.ts';
import type { TracedEvent } from './trace.ts';

/** An event for people. Fields that do not fit into the limit of one event are left out, and `onCut` is called. */
export function tracedEvent(view: BatchView, row: Row, onCut: () => void): TracedEvent {
  const members: string[] = [];
  const types: Record<string, string> = {};
  let chars = 2;
  const raw = view.text(row, internalSlots.raw);
  let told = raw === undefined;
  view.forEachField(row, (name, _slot, read) => {
    const value = read();
    told ||= value === raw;
    const member = `${JSON.stringify(name)}:${valueToJsonText(value)}`;
    if (chars + member.length + 1 > traceEventChars) return onCut();
    chars += member.length + 1;
    members.push(member);
    types[name] = typeOf(value) ?? 'null';
  });
  const fits = !told && chars + raw!.length <= traceEventChars;
  return { json: `{${members.join(',')}}`, types, ...(fits ? { raw: raw! } : {}) };
}
