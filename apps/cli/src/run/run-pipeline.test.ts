import { Readable } from 'node:stream';
import { minuteMs, systemClock } from '@acequia/base';
import { expect, test } from 'vitest';
import { labelLine, pipelineText, sinkLine } from '../commands/test-files.ts';
import { parsePipelineFile, type PipelineFile } from './pipeline-file.ts';
import { runPipeline } from './run-pipeline.ts';

function straight(): PipelineFile {
  const file = parsePipelineFile(pipelineText([labelLine(), sinkLine()], ['in>out']), '.');
  if (!file.ok) throw new Error(file.error);
  return file.value;
}

test('a run of an hour: the counts are of all of it', async () => {
  let lateMs = 0;
  let arrived = (): void => undefined;
  async function* slowly() {
    for (let n = 0; n < 60; n += 1) {
      const delivered = new Promise<void>((resolve) => (arrived = resolve));
      yield Buffer.from(`line ${n}\n\n`);
      await delivered;
      lateMs += minuteMs;
    }
  }
  const clock = { ...systemClock, now: () => systemClock.now() + lateMs };
  const output = () => async () => arrived();
  const { finished, input, pipeline } = await runPipeline(straight(), Readable.from(slowly()), output, { clock, drainMs: minuteMs });
  expect(finished).toBe(true);
  expect(input).toMatchObject({ received: 120, decoded: 60, empty: 60 });
  expect(pipeline).toMatchObject({ entered: 60, delivered: 60 });
});
