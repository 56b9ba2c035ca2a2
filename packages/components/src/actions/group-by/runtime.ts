import type { BatchView, EventFlag, MadeEvent, Row } from '@acequia/batch';
import { durationMs } from '@acequia/component-sdk/definition';
import type { ActionRuntime, CompileContext, StateOutput } from '@acequia/component-sdk/runtime';
import { expectedOf, expecting, type Expected, chargeRun, spendRun, Timestamp, type FieldValue } from '@acequia/event';
import { forEachRow } from '../../fields/each-row.ts';
import { compileStoredCondition, compileStoredExpression, createEnvironment } from '../../fields/expressions.ts';
import { keyHashText, keyText } from '../../fields/event-key.ts';
import { compileFieldReader } from '../../fields/field-reader.ts';
import type { Value } from './aggregates/accumulator.ts';
import { keyNamesOf, resultFields, slideMsOf, windowMsOf, type Aggregation, type GroupByConfig } from './config.ts';
import { takenBy, type Takes } from './function-types.ts';
import { kindsOf, takesValue } from './functions.ts';
import { Grouping, type Incoming, type Result } from './grouping.ts';
import { EventTime, receivedTime } from './watermark.ts';
import { createWindows } from './windows.ts';

/** Events of one batch of results. */
const resultsPerBatch = 1024;
const nsPerMs = 1_000_000n;
/** Steps of finding the group of an event, beside one for each character of its key, and of adding a value to one aggregate. */
const groupSteps = 30;
const valueSteps = 20;
/** Steps of making an event of a group that had to make room. */
const resultSteps = 1000;

class WrongInput extends Error {
  readonly code = 'TYPE_INPUT';
  readonly expected: Expected;
  constructor(expected: Expected) {
    super(expected.code);
    this.expected = expected;
  }
}

const expectedBy: Readonly<Record<Takes, Expected>> = {
  anything: expecting('EXPECTED_SINGLE_VALUES'),
  numbers: expecting('EXPECTED_NUMBER'),
  'times and numbers': expecting('EXPECTED_NUMBER_OR_TIME'),
  'ordered values': expecting('EXPECTED_ORDERED'),
  booleans: expecting('EXPECTED_TYPE', { type: 'boolean' }),
};

/** Time is the time of receipt, or that of the events. All or nothing: an event that one function refuses is in none. */
export const groupByRuntime: ActionRuntime<GroupByConfig> = {
  stateKey: ({ every, unit, slide, timezone, time, keys, aggregations }) => ({ every, unit, slide, timezone, time, keys, aggregations }),
  compile: (config, ctx) => {
    const grouping = new Grouping({
      windows: createWindows(windowMsOf(config), slideMsOf(config), config.timezone),
      watermark: config.time === 'event' ? new EventTime(durationMs(config.lateness)) : receivedTime,
      kinds: kindsOf(config.aggregations),
      maxGroups: config.maxGroups,
      stateBytes: () => ctx.stateBytes,
      refuses: config.onOverflow === 'error',
      emitEmpty: config.emitEmpty,
      restored: ctx.restored,
      lost: ctx.stateLost ?? false,
    });
    const readKeys = config.keys.map((key) => compileFieldReader(key, ctx.slots));
    const inputs = config.aggregations.map((aggregation) => inputOf(aggregation, ctx));
    const emit = emitter(config, ctx);
    const [received, time] = [ctx.slots.slot('_received'), ctx.slots.slot('_time')];
    const late = config.time === 'event' && ctx.linked('late') ? ctx.port('late') : undefined;
    let latestMs = 0;
    return {
      step: (view, out) => {
        const nowMs = ctx.clock.now();
        forEachRow(view, out, (row) => {
          const receivedMs = msOf(view.time(row, received) ?? 0n);
          latestMs = Math.max(latestMs, receivedMs);
          let incoming: Incoming;
          try {
            const values = inputs.map((input) => input(view, row, nowMs));
            const keys = readKeys.map((read) => read(view, row) ?? null);
            const eventMs = msOf(view.time(row, time) ?? 0n);
            incoming = { receivedMs, eventMs, keys, key: keyText(keys), values, id: () => view.id(row) };
          } catch (error) {
            if (!(error instanceof WrongInput)) throw error;
            return out.reject(row, error.code, { expected: error.expected });
          }
          spendRun(groupSteps + incoming.key.length + incoming.values.length * valueSteps);
          const outcome = grouping.absorb(incoming);
          if (outcome === 'taken') out.merged(row, 'window');
          else if (outcome === 'full') out.reject(row, 'LIMIT_GROUPS');
          else if (late === undefined) out.expired(row, 'late');
          else out.to(late, row);
        });
        const givenUp = grouping.takeGivenUp();
        if (givenUp.length === 0) return;
        out.evicted(givenUp.length);
        chargeRun(givenUp.length * resultSteps);
        emit(givenUp, latestMs, out);
      },
      snapshot: () => grouping.snapshot(),
      timed: {
        dueMs: () => grouping.dueMs(),
        advance: (nowMs, out) => emit(grouping.advance(nowMs), nowMs, out),
        flush: (nowMs, out) => {
          emit(grouping.flush(), nowMs, out);
          return grouping.isOpen;
        },
        forget: () => grouping.forget(),
      },
    };
  },
};

type Input = (view: BatchView, row: Row, nowMs: number) => Value | undefined;

/** The value of an event for one aggregation; undefined where it has none. */
function inputOf(aggregation: Aggregation, ctx: CompileContext): Input {
  const { function: name, expr, where } = aggregation;
  const expression = expr === undefined ? undefined : compileStoredExpression(expr, ctx.slots);
  const holds = where === undefined ? undefined : compileStoredCondition(where, ctx.slots);
  const environment = createEnvironment(ctx.slots);
  const takes = takenBy(name);
  const expected = expectedOf(aggregation.name, expectedBy[takes]);
  return (view, row, nowMs) => {
    if (holds && !holds(view.at(row), environment(view, row, nowMs))) return undefined;
    if (!expression) return true;
    const value = expression.evaluate(view.at(row), environment(view, row, nowMs));
    if (value === null) return undefined;
    if (!takesValue(takes, value)) throw new WrongInput(expected);
    return value;
  };
}

/** Results as events: keys, aggregates, the window. */
function emitter(config: GroupByConfig, ctx: CompileContext): (results: readonly Result[], nowMs: number, out: StateOutput) => void {
  const port = ctx.port('default');
  const keySlots = keyNamesOf(config.keys).map((name) => ctx.slots.slot(name));
  const valueSlots = config.aggregations.map(({ name }) => ctx.slots.slot(name));
  const start = ctx.slots.slot(resultFields.start);
  const end = ctx.slots.slot(resultFields.end);
  const events = ctx.slots.slot(resultFields.events);
  const eventOf = (result: Result): MadeEvent => ({
    id: [result.startMs, ...(result.early ? [result.first] : []), keyHashText(result.key)].join('.'),
    timeNs: BigInt(result.endMs) * nsPerMs,
    flags: flagsOf(result),
    fields: [
      ...result.keys.map((key, index) => [keySlots[index]!, key] as const),
      ...result.values.map((value, index) => [valueSlots[index]!, value] as const),
      [start, timestamp(result.startMs)],
      [end, timestamp(result.endMs)],
      [events, result.events],
    ],
  });
  return (results, nowMs, out) => {
    for (let from = 0; from < results.length; from += resultsPerBatch)
      out.emit(port, ctx.makeEvents(nowMs, results.slice(from, from + resultsPerBatch).map(eventOf)));
  };
}

const flagsOf = ({ partial, restarted }: Result): EventFlag[] => [
  ...(partial ? (['partial_window'] as const) : []),
  ...(restarted ? (['restarted_window'] as const) : []),
];

const timestamp = (ms: number): FieldValue => new Timestamp(BigInt(ms) * nsPerMs);

/** Whole ms, downwards. */
function msOf(ns: bigint): number {
  const ms = ns / nsPerMs;
  return Number(ns % nsPerMs < 0n ? ms - 1n : ms);
}
