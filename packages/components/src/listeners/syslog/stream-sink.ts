import type { FrameMeta } from '@acequia/batch';
import type { ListenerContext, IntakeStream } from '@acequia/component-sdk/runtime';
import type { FrameSink } from '../../framings/framer.ts';
import { createMultiLineJoiner } from '../../framings/multi-line-joiner.ts';
import type { SyslogConfig } from './config.ts';

/** Who sends, without the moment. */
export type Sender = Omit<FrameMeta, 'receivedMs'>;

export interface StreamSink extends FrameSink {
  /** Passes on what multi-line joining still holds. */
  flush(): void;
}

/** From a framer to the journal, joining lines on the way when the listener says so. */
export function createStreamSink(config: SyslogConfig, ctx: ListenerContext, stream: IntakeStream, sender: Sender): StreamSink {
  const meta = (): FrameMeta => ({ receivedMs: ctx.clock.now(), ...sender });
  const direct: StreamSink = {
    frames: (bytes, ranges, count, wireBytes) => stream.write(bytes, ranges, count, meta(), wireBytes),
    reject: (bytes, code) => stream.reject(bytes, code, meta()),
    empty: (count) => stream.empty(count),
    flush: () => undefined,
  };
  return config.multiLine.mode === 'none' ? direct : createMultiLineJoiner(config.multiLine, ctx.clock, direct);
}
