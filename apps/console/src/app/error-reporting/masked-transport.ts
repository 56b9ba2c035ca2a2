import { makeFetchTransport, type BrowserOptions } from '@sentry/browser';
import { maskDeep, maskRecording } from './mask.ts';

type Transport = NonNullable<BrowserOptions['transport']>;
type Envelope = Parameters<ReturnType<Transport>['send']>[0];

/** The one way out: whatever part of the library made an item, it leaves masked. */
export const maskedTransport: Transport = (options) => {
  const transport = makeFetchTransport(options);
  return { ...transport, send: (envelope) => transport.send(maskEnvelope(envelope)) };
};

function maskEnvelope([headers, items]: Envelope): Envelope {
  const masked = (items as readonly (readonly [{ readonly type: string }, unknown])[]).flatMap(([head, payload]) => {
    const kept = head.type === 'replay_recording' ? maskRecording(payload) : maskDeep(payload);
    return kept === undefined ? [] : [[typeof kept === 'string' ? { ...head, length: new TextEncoder().encode(kept).length } : head, kept]];
  });
  return [maskDeep(headers), masked] as Envelope;
}
