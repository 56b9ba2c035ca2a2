import { cellTags, frameFlags } from '@acequia/batch';
import { secondMs } from '@acequia/base';
import { IntakeBusy, type ListenerContext, type ListenerRuntime } from '@acequia/component-sdk/runtime';
import { frameText } from './frame.ts';
import type { GeneratorConfig } from './config.ts';
import { createGenerator, templateOf } from './generate.ts';
import { shapeFactor } from './rate-shape.ts';
import { JsonScanner } from '../../formats/json/scan.ts';

const tickMs = 100;
/** At most so many events a second come in fewer, larger blocks, which cost less. */
const calmRate = 1000;
const calmTickMs = 500;
const eventsPerBody = 2000;
const tab = 9;

export const dataGeneratorRuntime: ListenerRuntime<GeneratorConfig> = {
  start(config, ctx) {
    const stopping = new AbortController();
    const signal = AbortSignal.any([stopping.signal, ctx.signal]);
    const work = run(config, ctx, signal).catch((error: unknown) => {
      if (!signal.aborted) ctx.log.error({ error }, 'data generator stopped');
    });
    return Promise.resolve({
      addresses: [],
      async stop() {
        stopping.abort();
        await work;
      },
    });
  },

  decoder(config, { slots }) {
    const { json } = templateOf(config);
    const scanner = new JsonScanner();
    const message = slots.slot('message');
    const seq = slots.slot('seq');
    const raw = slots.slot('_raw');
    return {
      decode(block, out) {
        const { bytes } = block;
        for (let frame = 0; frame < block.count; frame++) {
          if (block.flags(frame) & frameFlags.rejected) continue;
          const start = block.offset(frame);
          const end = start + block.length(frame);
          const first = bytes.indexOf(tab, start);
          const second = first < 0 ? -1 : bytes.indexOf(tab, first + 1);
          if (second < 0 || second >= end) {
            out.reject(frame, 'DECODE_MALFORMED', { offset: 0 });
            continue;
          }
          out.begin(frame);
          if (json) {
            const read = scanner.members(bytes, second + 1, end, (nameOffset, nameLength, _escaped, offset, length, tag) =>
              out.namedSpan(nameOffset, nameLength, offset, length, tag),
            );
            if (!read) {
              out.reject(frame, scanner.code ?? 'DECODE_JSON_SYNTAX', { offset: scanner.faultAt - start });
              continue;
            }
          } else out.span(message, second + 1, end - second - 1, cellTags.text);
          if (config.keepRaw) out.span(raw, second + 1, end - second - 1, cellTags.text);
          out.span(seq, start, first - start, cellTags.integerText);
          out.time(BigInt(digits(bytes, first + 1, second)) * 1_000_000n);
        }
      },
    };
  },
};

/** Emits what is due every tick; the next tick waits for the journal. */
async function run(config: GeneratorConfig, ctx: ListenerContext, signal: AbortSignal): Promise<void> {
  const { clock } = ctx;
  const generate = createGenerator(config);
  const stream = ctx.intake.open();
  const began = clock.monotonic();
  const total = config.total ?? Number.POSITIVE_INFINITY;
  let last = began;
  let due = 0;
  let next = 0;
  try {
    while (next < total && !signal.aborted) {
      await clock.sleep(config.rate <= calmRate ? calmTickMs : tickMs, signal);
      const now = clock.monotonic();
      const nowMs = clock.now();
      // A journal that was behind for long is not followed by a flood: at most a second is made up for.
      due = Math.min(
        due + (config.rate * shapeFactor(config.shape, nowMs, now - began) * (now - last)) / secondMs,
        config.rate + eventsPerBody,
      );
      last = now;
      while (due >= 1 && next < total && !signal.aborted) {
        const count = Math.min(Math.floor(due), eventsPerBody, total - next);
        await submit(count, nowMs);
        due -= count;
        next += count;
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    stream.close();
  }

  async function submit(count: number, nowMs: number): Promise<void> {
    const parts: Buffer[] = [];
    const frames = new Uint32Array(count * 3);
    let offset = 0;
    for (let index = 0; index < count; index++) {
      const part = Buffer.from(frameText(generate(next + index, nowMs)));
      parts.push(part);
      frames.set([offset, part.length, frameFlags.checked], index * 3);
      offset += part.length;
    }
    const body = { bytes: Buffer.concat(parts, offset), frames, count, meta: { receivedMs: nowMs, transport: 'internal' as const } };
    for (;;) {
      try {
        await stream.submit(body);
        return;
      } catch (error) {
        if (!(error instanceof IntakeBusy) || signal.aborted) throw error;
        await clock.sleep(error.retryAfterMs, signal);
      }
    }
  }
}

function digits(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) value = value * 10 + bytes[at]! - 48;
  return Number.isSafeInteger(value) ? value : 0;
}
