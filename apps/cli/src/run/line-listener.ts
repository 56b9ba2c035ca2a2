import type { Readable } from 'node:stream';
import { parseConfig } from '@acequia/component-sdk/definition';
import type { FrameMeta } from '@acequia/batch';
import { Misconfigured, type ListenerContext, type ListenerRuntime, type RunningListener } from '@acequia/component-sdk/runtime';
import { findListener } from '@acequia/components/definitions';
import { findListenerRuntime } from '@acequia/components/runtimes';
import type { ListenerComponent } from '@acequia/engine';
import type { InputFormat } from '@acequia/pipeline';
import { LineFrames } from './line-frames.ts';
import { listenerOf } from './pipeline-file.ts';

/**
 * Reads lines from a stream instead of a port; events are decoded exactly as by the listener whose format it borrows.
 * `ended` resolves once the stream's last line was taken.
 */
export function createLineListener(
  input: Readable,
  format: InputFormat,
): { readonly component: ListenerComponent; readonly config: Record<string, unknown>; readonly ended: Promise<void> } {
  const { component, config } = listenerOf(format);
  const definition = findListener(component);
  const borrowed = findListenerRuntime(component);
  if (!definition || !borrowed) throw new Error(`the catalogue has no listener ${component}`);
  const parsed = parseConfig(definition.config, config);
  if (!parsed.ok) throw new Misconfigured('CONFIG_INVALID', { message: parsed.error[0]?.path ?? '' });
  const end = Promise.withResolvers<void>();
  const runtime: ListenerRuntime<Record<string, unknown>> = {
    start: async (_config, ctx) => {
      const reading = readLines(input, ctx, format).then(end.resolve, end.reject);
      return { addresses: [], stop: () => reading } satisfies RunningListener;
    },
    decoder: (settings, ctx) => borrowed.decoder(settings, ctx),
  };
  return { component: { definition, runtime: runtime as ListenerRuntime<never> }, config: parsed.value, ended: end.promise };
}

/** How the HTTP listener's decoder is told that a frame is one JSON value. */
const jsonElement = { element: 'json' };

async function readLines(input: Readable, ctx: ListenerContext, format: InputFormat): Promise<void> {
  const stream = ctx.intake.open();
  const lines = new LineFrames();
  const meta = (): FrameMeta => ({
    receivedMs: ctx.clock.now(),
    transport: 'file',
    ...(format === 'json' ? { attributes: jsonElement } : {}),
  });
  for await (const chunk of input as AsyncIterable<Uint8Array>) {
    const { bytes, ranges, count, empty } = lines.push(chunk);
    if (count > 0) stream.write(bytes, ranges, count, meta());
    if (empty > 0) stream.empty(empty);
    await stream.ready();
  }
  const last = lines.end();
  if (last.count > 0) stream.write(last.bytes, last.ranges, last.count, meta());
  stream.close();
}
