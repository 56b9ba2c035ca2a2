import { DeliveryError, Disconnected, Misconfigured, Reject, Retry, type SendReport } from '@acequia/component-sdk/runtime';
import type { ToyWire } from './toy-components.ts';

/** Toys whose datasinks run in lanes on other threads: their wire goes over a channel that both sides open by its name. */

type Asked = { readonly to: 'test'; readonly call: string } & (
  | { readonly kind: 'open'; readonly name: string; readonly checkpoint: string | undefined }
  | { readonly kind: 'send'; readonly name: string; readonly count: number; readonly key: string; readonly lines: readonly string[] }
);
type Answered = { readonly to: 'lane'; readonly call: string; readonly report?: SendReport | undefined; readonly error?: PlainError };
type Order = { readonly to: 'lanes'; readonly die: true };
type Message = Asked | Answered | Order;

interface PlainError {
  readonly kind: string;
  readonly code: string;
  readonly records: Reject['records'];
  readonly detail: DeliveryError['detail'];
  readonly waitMs: number | undefined;
}

const plain = (error: unknown): PlainError => ({
  kind: error instanceof DeliveryError ? error.constructor.name : 'Error',
  code: error instanceof DeliveryError ? error.code : String(error),
  records: error instanceof Reject ? error.records : 'all',
  detail: error instanceof DeliveryError ? error.detail : {},
  waitMs: error instanceof Retry ? error.waitMs : undefined,
});

function thrown({ kind, code, records, detail, waitMs }: PlainError): Error {
  switch (kind) {
    case 'Reject':
      return new Reject(code, records, detail);
    case 'Retry':
      return new Retry(code, { ...detail, ...(waitMs === undefined ? {} : { waitMs }) });
    case 'Misconfigured':
      return new Misconfigured(code, detail);
    case 'Disconnected':
      return new Disconnected(code, detail);
    default:
      return new Error(code);
  }
}

/** The test's side: answers for the destinations. Returns what ends all lanes that listen. */
export function serveToyWire(channelName: string, wire: ToyWire): { readonly die: () => void } {
  const channel = new BroadcastChannel(channelName) as BroadcastChannel & { unref(): void };
  channel.unref();
  const answer = (asked: Asked): Promise<SendReport | undefined | void> =>
    asked.kind === 'open'
      ? wire.open(asked.name, asked.checkpoint)
      : wire.send(asked.name, { count: asked.count, idempotencyKey: asked.key }, asked.lines);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.to !== 'test') return;
    const { call } = data;
    const reply = (message: Omit<Answered, 'to' | 'call'>) => channel.postMessage({ to: 'lane', call, ...message } satisfies Answered);
    answer(data).then(
      (report) => reply({ report: report ?? undefined }),
      (error: unknown) => reply({ error: plain(error) }),
    );
  };
  return { die: () => channel.postMessage({ to: 'lanes', die: true } satisfies Order) };
}

/** The lane's side. */
export function openToyWire(channelName: string, callPrefix: string): ToyWire {
  const channel = new BroadcastChannel(channelName);
  const waiting = new Map<string, (answered: Answered) => void>();
  let calls = 0;
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.to === 'lanes') process.exit(1);
    if (data.to !== 'lane') return;
    waiting.get(data.call)?.(data);
    waiting.delete(data.call);
  };
  const ask = async (asked: (call: string) => Asked): Promise<SendReport | undefined> => {
    const call = `${callPrefix} ${++calls}`;
    const answered = await new Promise<Answered>((resolve) => {
      waiting.set(call, resolve);
      channel.postMessage(asked(call));
    });
    if (answered.error) throw thrown(answered.error);
    return answered.report;
  };
  return {
    batching: ({ batching }) => batching ?? {},
    open: async (name, checkpoint) => void (await ask((call) => ({ to: 'test', call, kind: 'open', name, checkpoint }))),
    send: (name, { count, idempotencyKey: key }, lines) => ask((call) => ({ to: 'test', call, kind: 'send', name, count, key, lines })),
  };
}
