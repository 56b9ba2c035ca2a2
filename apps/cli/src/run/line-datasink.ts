import { valueToJsonText } from '@acequia/event';
import type { DatasinkRuntime, OpenDatasink } from '@acequia/component-sdk/runtime';

/** Where the events of a datasink node go, one JSON object a line. Resolves when the lines have left the process. */
export type LineOutput = (lines: Uint8Array) => Promise<void>;

/** Stands for every datasink of the file: nothing is sent anywhere. */
export function createLineRuntime(outputOf: (node: string) => LineOutput): DatasinkRuntime<never, never> {
  return {
    open: async (_creation, _node, ctx): Promise<OpenDatasink> => {
      const output = outputOf(ctx.branch.node);
      return {
        encode: (view, row, out) => {
          let text = '';
          view.forEachField(row, (name, _slot, read) => {
            text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${valueToJsonText(read())}`;
          });
          out.text(text === '' ? '{}\n' : `${text}}\n`);
          out.commit();
        },
        send: async (batch) => {
          await output(batch.bytes.slice());
          return undefined;
        },
        close: async () => undefined,
      };
    },
    probe: async () => undefined,
    batching: () => ({
      maxEvents: 1000,
      maxBytes: 1 << 20,
      maxWaitMs: 50,
      order: 'strict',
      concurrency: 1,
      retry: { giveUpAfterMs: 0, firstWaitMs: 100, maxWaitMs: 1000 },
      whenFull: 'wait',
      pauseOnError: false,
    }),
  };
}
