import { addTextFrames, frameFlags, KeyedFrames, SyslogFrames, type BulkRows, type FrameBlock } from '@acequia/batch';
import type { DecoderContext, FrameDecoder } from '@acequia/component-sdk/runtime';
import { FrameText } from './frame-text.ts';
import { createLegacyDays } from './syslog/legacy-days.ts';
import { createLineDecoder, type LineDecoding } from './line-decoder.ts';

/** Decodes the frames of a block at once, calling back for those it leaves to the decoder of single frames. False: nothing was done. */
export type BulkDecoder = (block: FrameBlock, out: BulkRows, other: (frame: number) => void) => boolean;

/** Blocks of frames of one format to events: at once where the format has a form for that, else frame by frame. */
export function createBlockDecoder(config: LineDecoding, context: DecoderContext): FrameDecoder {
  const one = createLineDecoder(config, context.slots);
  const many = createBulkDecoder(config, context);
  return {
    decode(block, out) {
      const single = (frame: number): void => {
        if ((block.flags(frame) & frameFlags.rejected) === 0) one(block, frame, out);
      };
      if (out.bulk && many?.(block, out.bulk, single)) return;
      for (let frame = 0; frame < block.count; frame++) single(frame);
    },
  };
}

/** Undefined: the format, or what is asked of it, has no such form. Blocks that are not valid UTF-8 are not done. */
export function createBulkDecoder(config: LineDecoding, { slots, kernels }: DecoderContext): BulkDecoder | undefined {
  const text = new FrameText(config.charset, config.onInvalid);
  if (config.timeField !== undefined) return undefined;
  if (config.format === 'text') {
    const message = slots.slot('message');
    return (block, out, other) => text.allDirect(block) && addTextFrames(block, out, message, other);
  }
  const frames = kernels === undefined ? undefined : framesOf(config, { slots, kernels });
  return frames && ((block, out, other) => text.allDirect(block) && frames.decode(block, out, other));
}

function framesOf(
  { format, timezone }: LineDecoding,
  { slots, kernels }: Required<Pick<DecoderContext, 'slots' | 'kernels'>>,
): KeyedFrames | SyslogFrames | undefined {
  switch (format) {
    case 'json':
      return new KeyedFrames(kernels, 'json');
    case 'kv':
      return new KeyedFrames(kernels, 'key-value');
    case 'syslog':
      return new SyslogFrames(kernels, slots, { standard: 'auto', legacyDays: createLegacyDays(timezone) });
    default:
      return undefined;
  }
}
