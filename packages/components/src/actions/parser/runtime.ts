import type { BatchView, Row, Slot } from '@acequia/batch';
import { expectedOf, expecting, Json, jsonOfText, parsePath, spendRun, type FieldValue, type Member } from '@acequia/event';
import type { ActionRuntime, StepOutput } from '@acequia/component-sdk/runtime';
import { forEachRow, sendingDone } from '../../fields/each-row.ts';
import { compileFieldReader } from '../../fields/field-reader.ts';
import { compileBulkRead } from './bulk-read.ts';
import type { ParserConfig } from './config.ts';
import { JsonSpans } from './json-spans.ts';
import { createOutputs, type ChangedMembers, type OutputFault, type Outputs } from './output-names.ts';
import { compileReader, membersOfJson, type ParserFault } from './reader.ts';

/** Steps of reading a text, beside those of its characters. */
const textSteps = 50;

/** All or nothing: a text that does not parse adds no field (catalogue 7.1). */
export const parserRuntime: ActionRuntime<ParserConfig> = {
  compile: (config, ctx) => {
    const read = compileFieldReader(config.field, ctx.slots);
    const source = ctx.slots.slot(config.field);
    const reader = compileReader(config);
    const outputs = createOutputs(config);
    const known = outputs.known(reader.known).map(([name]) => name);
    const received = ctx.slots.slot('_received');
    const port = ctx.port('default');
    const spans = config.mode === 'json' && config.as === 'fields' && isPlainName(config.field) ? new JsonSpans() : undefined;
    const removesSource = !config.keepSource && isPlainName(config.field) && !config.field.startsWith('_');
    const readMany = isPlainName(config.field) ? compileBulkRead(config, outputs, ctx, removesSource) : undefined;

    const put = (view: BatchView, row: Row, members: ChangedMembers): void => {
      const before = config.overwrite ? undefined : namesOf(view, row);
      for (const [name, value] of members) if (before === undefined || !before.has(name)) view.setNamed(row, name, value);
      if (removesSource && !members.some(([name]) => name === config.field)) view.remove(row, source);
    };

    const nulls = (view: BatchView, row: Row): void =>
      put(
        view,
        row,
        known.map((name) => [name, null] as const),
      );

    const fail = (view: BatchView, row: Row, out: StepOutput, fault: ParserFault | OutputFault): void => {
      if (config.onFail === 'error') {
        out.reject(row, fault.code, {
          ...('offset' in fault ? { offset: fault.offset } : {}),
          ...(fault.expected === undefined ? {} : { expected: expectedOf(fault.field, fault.expected) }),
        });
        return;
      }
      if (config.onFail === 'nulls') nulls(view, row);
      out.to(port, row);
    };

    const parse = (view: BatchView, row: Row, out: StepOutput): void => {
      const value = read(view, row) ?? null;
      if (value === null) {
        nulls(view, row);
        out.to(port, row);
        return;
      }
      const text = textOf(value);
      if (text === undefined)
        return fail(view, row, out, { code: 'TYPE_CONVERSION', field: config.field, expected: expecting('EXPECTED_STRING') });
      spendRun(textSteps + text.length * reader.cost);
      const nearNs = view.time(row, received) ?? BigInt(ctx.clock.now()) * 1_000_000n;
      const found =
        value instanceof Json && config.mode === 'json' && config.as === 'fields'
          ? membersOfJson(value.node)
          : reader.read(text, { tz: config.timezone, nearNs });
      if (!found.ok) return fail(view, row, out, found.error);
      const changed = outputs.changeAll(
        spans?.read(view, row, source) ? withSourceTexts(found.value.members, spans.nested(view, row, source)) : found.value.members,
        nearNs,
      );
      if ('code' in changed) return fail(view, row, out, changed);
      for (const flag of found.value.flags) view.flag(row, flag);
      put(view, row, changed);
      out.to(port, row);
    };

    return {
      step: (view, out) => {
        const states = readMany?.(view);
        if (states !== undefined && !states.includes(1)) return out.all(port);
        const work = (row: Row): void => {
          if (spans !== undefined && config.overwrite && putSpans(view, row, spans, source, outputs)) {
            if (removesSource) view.remove(row, source);
            out.to(port, row);
          } else {
            parse(view, row, out);
          }
        };
        forEachRow(view, out, work, sendingDone(out, port, states));
      },
    };
  },
};

/**
 * Points fields at the bytes of the source without making values. False, and nothing changed, when a member needs its
 * value (a conversion, an unclean name, one that replaces the source).
 */
function putSpans(view: BatchView, row: Row, spans: JsonSpans, source: Slot, outputs: Outputs): boolean {
  if (!spans.read(view, row, source)) return false;
  const { names } = spans;
  for (let i = 0; i < spans.count; i += 1) {
    const name = outputs.nameOf(names[i]!);
    if (name === undefined || outputs.typeOf(names[i]!) !== undefined) return false;
    const slot = view.slots.find(name);
    if (slot === undefined || slot === source) return false;
  }
  for (let i = 0; i < spans.count; i += 1) {
    const slot = view.slots.find(outputs.nameOf(names[i]!)!)!;
    view.setSpan(row, slot, source, spans.starts[i]!, spans.starts[i]! + spans.lengths[i]!, spans.tags[i]!);
  }
  return true;
}

/** Objects and arrays keep the text they had (catalogue 1.1): printed again, `2.50` would become `2.5`. */
const withSourceTexts = (members: readonly Member[], texts: ReadonlyMap<string, string>): readonly Member[] =>
  members.map(([name, value]) => {
    const text = value instanceof Json ? texts.get(name) : undefined;
    return [name, text === undefined ? value : jsonOfText(text)];
  });

const isPlainName = (field: string): boolean => {
  const path = parsePath(field);
  return path.ok && path.value.names.length === 1 && path.value.steps.length === 0;
};

function textOf(value: FieldValue): string | undefined {
  return typeof value === 'string' ? value : value instanceof Json ? value.text : undefined;
}

function namesOf(view: BatchView, row: Row): Set<string> {
  const names = new Set<string>();
  view.forEachField(row, (name) => void names.add(name));
  return names;
}
