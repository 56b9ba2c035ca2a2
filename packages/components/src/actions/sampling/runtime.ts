import { durationMs } from '@acequia/component-sdk/definition';
import type { ActionRuntime, CompileContext } from '@acequia/component-sdk/runtime';
import { Float, utf8, utf8Text, valueToText } from '@acequia/event';
import { forEachRow } from '../../fields/each-row.ts';
import { compileStoredCondition, createEnvironment } from '../../fields/expressions.ts';
import { compileFieldReader } from '../../fields/field-reader.ts';
import type { SamplingConfig } from './config.ts';
import { sampleRateField } from './sample-rate.ts';
import { createAdaptive } from './samplers/adaptive.ts';
import { eventKeyOf } from './samplers/event-key.ts';
import { createFirstOf } from './samplers/first-of.ts';
import { createPerKey } from './samplers/per-key.ts';
import { createPercent } from './samplers/percent.ts';
import type { Sampler } from './samplers/sampler.ts';

/** Events that meet `always` pass with rate 1 and are not counted by the method. */
export const samplingRuntime: ActionRuntime<SamplingConfig> = {
  compile: (config, ctx) => {
    const sampler = samplerOf(config, ctx, stateOf(ctx.restored));
    const always = config.always === undefined ? undefined : compileStoredCondition(config.always, ctx.slots);
    const environment = createEnvironment(ctx.slots);
    const received = ctx.slots.slot('_received');
    const rateSlot = ctx.slots.slot(sampleRateField);
    const port = ctx.port('default');
    const others = ctx.linked('sampled_out') ? ctx.port('sampled_out') : undefined;
    const { snapshot } = sampler;
    return {
      step: (view, out) => {
        const nowMs = ctx.clock.now();
        forEachRow(view, out, (row) => {
          const exempt = always?.(view.at(row), environment(view, row, nowMs)) ?? false;
          const receivedNs = view.time(row, received);
          const rate = exempt ? 1 : sampler.rate(view, row, receivedNs === undefined ? nowMs : Number(receivedNs / 1_000_000n));
          if (rate > 0) {
            view.set(row, rateSlot, new Float(rate));
            out.to(port, row);
          } else if (others === undefined) {
            out.filtered(row, 'sampled');
          } else {
            out.to(others, row);
          }
        });
      },
      ...(snapshot === undefined ? {} : { snapshot: () => utf8(JSON.stringify(snapshot())) }),
    };
  },
};

function samplerOf(config: SamplingConfig, ctx: CompileContext, restored: unknown): Sampler {
  const keyOf = eventKeyOf(config.keys.map((key) => compileFieldReader(key, ctx.slots)));
  switch (config.method) {
    case 'first-of':
      return createFirstOf(config.allowed, config.total, restored);
    case 'percent':
      return createPercent(config.percent, config.hashField === undefined ? undefined : compileFieldReader(config.hashField, ctx.slots));
    case 'per-key':
      return createPerKey(config.first, durationMs(config.window), keyOf, restored);
    case 'adaptive': {
      const [first] = config.keys;
      const readFirst = first === undefined ? undefined : compileFieldReader(first, ctx.slots);
      const weights = new Map(config.weights.map(({ value, weight }) => [value, weight]));
      return createAdaptive({
        target: config.target,
        keyOf,
        weightOf: (view, row) => weights.get(valueToText(readFirst?.(view, row) ?? null)) ?? 1,
        restored,
      });
    }
  }
}

/** State of an earlier life; damaged state starts anew. */
function stateOf(restored: Uint8Array | undefined): unknown {
  if (restored === undefined) return undefined;
  try {
    return JSON.parse(utf8Text(restored));
  } catch {
    return undefined;
  }
}
