import type { BatchView, Row, SlotTable } from '@acequia/batch';
import { compileTemplate, parsePath, parseTemplate, readingsOf, valueToText, type EvaluationEnv } from '@acequia/event';
import { Misconfigured } from '@acequia/component-sdk/runtime';
import { createEnvironment } from '../../fields/expressions.ts';
import { compileFieldReader } from '../../fields/field-reader.ts';

/** Key of an event as UTF-8; undefined when it is null. Throws `ExpressionError` when it cannot be worked out. */
export type EventKey = (view: BatchView, row: Row, nowMs: number) => Uint8Array | undefined;

/** Compiles the key's template. A template that is one field alone is read where its bytes lie. */
export function compileKey(source: string, slots: SlotTable): EventKey {
  const template = parseTemplate(source);
  if (!template.ok) throw new Misconfigured('CONFIG_TEMPLATE', { message: source });
  const reference = /^\$\{([^{}]+)\}$/.exec(source)?.[1];
  if (reference !== undefined && template.value.parts.length === 1 && 'field' in template.value.parts[0]!)
    return fieldKey(reference, slots);
  const compiled = compileTemplate(template.value, { slot: (name) => slots.slot(name) }, { onMissing: 'skip' });
  const environment: (view: BatchView, row: Row, nowMs: number) => EvaluationEnv = createEnvironment(slots);
  return (view, row, nowMs) => {
    const text = compiled.render(view.at(row), environment(view, row, nowMs));
    if (text.ok) return Buffer.from(text.value);
    if (text.error.kind === 'expression') throw text.error.error;
    return undefined;
  };
}

function fieldKey(reference: string, slots: SlotTable): EventKey {
  const read = compileFieldReader(reference, slots);
  const path = parsePath(reference);
  const readings = path.ok ? readingsOf(path.value) : [];
  const [only] = readings;
  const slot = only !== undefined && readings.length === 1 && only.steps.length === 0 ? slots.slot(only.field) : undefined;
  return (view, row) => {
    if (slot !== undefined && view.type(row, slot) === 'string') {
      const bytes = view.bytes(row, slot);
      if (bytes !== undefined && !bytes.includes(backslash)) return bytes;
    }
    const value = read(view, row) ?? null;
    return value === null ? undefined : Buffer.from(valueToText(value));
  };
}

/** Text that still has JSON escapes must be read as a value. */
const backslash = 0x5c;
