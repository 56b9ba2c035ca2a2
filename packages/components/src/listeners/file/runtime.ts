import { frameFlags, type BatchBuilder, type FrameBlock } from '@acequia/batch';
import type { ListenerRuntime, RunningListener } from '@acequia/component-sdk/runtime';
import { createBulkDecoder } from '../../formats/block-decoder.ts';
import { createLineDecoder } from '../../formats/line-decoder.ts';
import { separatorOf } from '../csv-fields.ts';
import type { FileListenerConfig } from './config.ts';
import { Follower } from './follower.ts';
import { PlaceFields } from './place-fields.ts';
import { readable } from './read-roots.ts';

export const fileListenerRuntime: ListenerRuntime<FileListenerConfig> = {
  async start(config, ctx) {
    const follower = new Follower(ctx, await readable(ctx, config));
    const stopNow = () => follower.stop();
    ctx.signal.addEventListener('abort', stopNow, { once: true });
    if (ctx.signal.aborted) follower.stop();
    await follower.begin();
    const work = follower.run().catch((error: unknown) => ctx.log.error({ error }, 'the file listener stopped following'));
    const running: RunningListener = {
      addresses: [],
      async stop() {
        ctx.signal.removeEventListener('abort', stopNow);
        follower.stop();
        await work;
      },
      problem: () => follower.problem,
    };
    ctx.log.info({ include: config.include }, 'file listener started');
    return running;
  },

  decoder(config, context) {
    const { slots } = context;
    const decoding = { ...config, csvSeparator: separatorOf(config) };
    const decode = createLineDecoder(decoding, slots);
    const many = createBulkDecoder(decoding, context);
    const places = new PlaceFields(slots);
    const filePath = slots.slot('file_path');
    const fileName = slots.slot('file_name');
    const fileOffset = slots.slot('file_offset');
    const decodeOne = (block: FrameBlock, frame: number, out: BatchBuilder): void => {
      if (block.flags(frame) & frameFlags.rejected || !decode(block, frame, out)) return;
      const { attributes, position } = block.meta(frame);
      if (attributes?.['file_path'] !== undefined) out.value(filePath, attributes['file_path']);
      if (attributes?.['file_name'] !== undefined) out.value(fileName, attributes['file_name']);
      if (position !== undefined) out.value(fileOffset, position + block.offset(frame));
    };
    return {
      decode(block, out) {
        const bulk = many && out.bulk && PlaceFields.known(block) ? places.over(block, out.bulk) : undefined;
        const done = bulk !== undefined && many!(block, bulk.rows, (frame) => decodeOne(block, frame, out));
        bulk?.end();
        if (done) return;
        for (let frame = 0; frame < block.count; frame++) decodeOne(block, frame, out);
      },
    };
  },
};
