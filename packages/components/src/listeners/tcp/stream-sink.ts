import type { FrameMeta } from '@acequia/batch';
import type { IntakeStream, ListenerContext } from '@acequia/component-sdk/runtime';
import { csvHeaderAttribute } from '../../formats/csv/columns.ts';
import { takeHeader } from '../../framings/csv-header.ts';
import type { FrameSink } from '../../framings/framer.ts';
import { createMultiLineJoiner } from '../../framings/multi-line-joiner.ts';
import { namesInFirstRow } from '../csv-fields.ts';
import type { TcpConfig } from './config.ts';

export interface StreamSink extends FrameSink {
  /** Passes on what multi-line joining still holds. */
  flush(): void;
}

/** From a framer to the journal, joining lines on the way when the listener says so. `taken` counts what was written. */
export function createStreamSink(
  config: TcpConfig,
  ctx: ListenerContext,
  stream: IntakeStream,
  sender: Omit<FrameMeta, 'receivedMs'>,
  taken: (frames: number) => void,
): StreamSink {
  let attributes: Readonly<Record<string, string>> | undefined;
  let last: FrameMeta | undefined;
  const meta = (): FrameMeta => {
    const receivedMs = ctx.clock.now();
    if (last?.receivedMs !== receivedMs) last = { receivedMs, ...sender, ...(attributes ? { attributes } : {}) };
    return last;
  };
  const direct: StreamSink = {
    frames(bytes, ranges, count, wireBytes) {
      stream.write(bytes, ranges, count, meta(), wireBytes);
      taken(count);
    },
    reject: (bytes, code) => stream.reject(bytes, code, meta()),
    empty: (count) => stream.empty(count),
    flush: () => undefined,
  };
  const joiner = config.multiLine.mode === 'none' ? direct : createMultiLineJoiner(config.multiLine, ctx.clock, direct);
  if (!namesInFirstRow(config)) return joiner;
  const named = takeHeader(joiner, (header) => {
    attributes = { [csvHeaderAttribute]: header };
    last = undefined;
  });
  return { ...named, flush: () => joiner.flush() };
}
