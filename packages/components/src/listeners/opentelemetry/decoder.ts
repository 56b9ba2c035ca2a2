import type { FrameMeta } from '@acequia/batch';
import type { DecoderContext, FrameDecoder } from '@acequia/component-sdk/runtime';
import { createOtlpDecoder } from '../../formats/otlp/decode-request.ts';
import { signals } from '../../formats/otlp/signals.ts';
import type { OpenTelemetryConfig } from './config.ts';

/** Attribute of a frame that says which request it is; never becomes a field. */
export const signalAttribute = 'otlp_signal';

export function createDecoder(_config: OpenTelemetryConfig, { slots }: DecoderContext): FrameDecoder {
  const signalOf = (meta: FrameMeta) => signals.find((signal) => signal === meta.attributes?.[signalAttribute]);
  return { decode: createOtlpDecoder(slots, (block, frame) => signalOf(block.meta(frame))) };
}
