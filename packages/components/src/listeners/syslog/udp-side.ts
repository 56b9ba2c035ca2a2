import { MiB } from '@acequia/base';
import type { IntakeStream, ListenerContext } from '@acequia/component-sdk/runtime';
import { startUdpServer, type Refusal, type UdpServer } from '@acequia/wire';
import type { SyslogConfig } from './config.ts';
import { createStreamSink, type StreamSink } from './stream-sink.ts';

/** Streams that datagrams are spread over by the sender's address, so that one sender's order holds. */
const streamsMax = 4;
/** Senders whose lines are joined at the same time; the oldest is passed on when there are more. */
const joinersMax = 1000;

export interface UdpSide extends UdpServer {
  /** Datagrams thrown away because too many waited for the journal. */
  dropped(): number;
}

/** One datagram, one frame; a trailing line end or NUL is not part of it. A sender cannot be asked to wait: what finds no room is counted. */
export async function startUdpSide(
  config: SyslogConfig,
  ctx: ListenerContext,
  port: number,
  refused: (reason: Refusal, ip: string) => void,
): Promise<UdpSide> {
  let dropped = 0;
  const dropping = (stream: IntakeStream): IntakeStream => ({
    ...stream,
    write(bytes, ranges, count, meta, wireBytes) {
      if (!stream.offer(bytes, ranges, count, meta, wireBytes)) dropped += count;
    },
  });
  const streams = Array.from({ length: streamsMax }, () => dropping(ctx.intake.open()));
  const joined = config.multiLine.mode === 'none' ? undefined : new Map<string, StreamSink>();
  const range = new Uint32Array(2);
  const streamOf = (ip: string) => streams[hash(ip) % streamsMax]!;

  function joinerOf(joined: Map<string, StreamSink>, ip: string, sourcePort: number): StreamSink {
    const known = joined.get(ip);
    if (known) return known;
    const sink = createStreamSink(config, ctx, streamOf(ip), { transport: 'udp', sourceIp: ip, sourcePort });
    joined.set(ip, sink);
    if (joined.size > joinersMax) {
      const [oldest, oldestSink] = joined.entries().next().value!;
      oldestSink.flush();
      joined.delete(oldest);
    }
    return sink;
  }

  const server = await startUdpServer(
    { host: config.bind, port, receiveBufferBytes: 4 * MiB, allowFrom: config.allowFrom, refused },
    (bytes, peer) => {
      const length = trimmedLength(bytes);
      if (length === 0) {
        streamOf(peer.ip).empty(1);
        return;
      }
      range[1] = length;
      if (joined) joinerOf(joined, peer.ip, peer.port).frames(bytes, range, 1);
      else
        streamOf(peer.ip).write(bytes, range, 1, {
          receivedMs: ctx.clock.now(),
          transport: 'udp',
          sourceIp: peer.ip,
          sourcePort: peer.port,
        });
    },
  ).catch((error: unknown) => {
    for (const stream of streams) stream.close();
    throw error;
  });
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    await server.stop();
    for (const sink of joined?.values() ?? []) sink.flush();
    for (const stream of streams) stream.close();
  };
  return {
    host: server.host,
    port: server.port,
    kernelDrops: () => server.kernelDrops(),
    dropped: () => dropped,
    stop: () => (stopped ??= stop()),
  };
}

function trimmedLength(bytes: Buffer): number {
  let length = bytes.length;
  while (length > 0 && (bytes[length - 1] === 10 || bytes[length - 1] === 0)) length--;
  return length < bytes.length && length > 0 && bytes[length - 1] === 13 ? length - 1 : length;
}

function hash(text: string): number {
  let value = 0;
  for (let index = 0; index < text.length; index++) value = (value * 31 + text.charCodeAt(index)) >>> 0;
  return value;
}
