import { durationMs, sizeBytes } from '@acequia/component-sdk/definition';
import {
  Disconnected,
  Misconfigured,
  type DatasinkRuntime,
  type EncodedBatch,
  type RuntimeContext,
  type SendReport,
} from '@acequia/component-sdk/runtime';
import { connectTcp, checkEgress } from '@acequia/wire';
import { tlsSettings } from '../../http-client/open-client.ts';
import { deliveryErrorOfWire } from '../../http-client/wire-faults.ts';
import { rejectingFaults } from '../../encoding/reject-faults.ts';
import { batchingOf } from '../../encoding/common-fields.ts';
import type { SyslogCreation, SyslogNode } from './config.ts';
import type { ConnectionOptions } from './connection.ts';
import { createDatagramLink } from './datagram-link.ts';
import { createLinkPool } from './link-pool.ts';
import type { Link } from './link.ts';
import { compileMessage } from './message.ts';
import { createRelpLink } from './relp-link.ts';
import { createResilientLink } from './resilient-link.ts';
import { createStreamLink, type StreamFraming } from './stream-link.ts';

/** A datagram's longest payload over IPv4. */
const datagramBytesMax = 65_507;

/** Delivered = flushed and no reset for 200 ms (TCP, TLS), answered 200 (RELP), sent (UDP). */
export const syslogRuntime: DatasinkRuntime<SyslogCreation, SyslogNode> = {
  open: (creation, node, ctx) => {
    const udp = creation.protocol === 'udp';
    const framing = udp || creation.relp ? undefined : framingOf(creation);
    const lengthMax = node.maxLength === undefined ? (udp ? 2048 : 8192) : sizeBytes(node.maxLength);
    const message = compileMessage(node, ctx, {
      lengthMax: udp ? Math.min(lengthMax, datagramBytesMax) : lengthMax,
      trailer: framing?.kind === 'non-transparent' ? framing.trailer : undefined,
      now: () => ctx.clock.now(),
    });
    const { tries, field } = node;
    const resilience = { tries, tryForMs: durationMs(node.tryFor), field, clock: ctx.clock, receiver: { isDown: false } };
    const link = createLinkPool<SendReport>(connectionsOf(creation), () => {
      const plain = createLink(creation, framing, ctx);
      return node.resilient ? createResilientLink(plain, resilience) : plain;
    });
    return Promise.resolve({
      encode: rejectingFaults((view, row, out) => {
        const made = message(view, row);
        if ('fault' in made) return out.reject(made.fault);
        out.bytes(made.bytes);
        out.commit();
      }),
      send: async (batch, signal) => {
        if (signal.aborted) throw new Disconnected('DELIVERY_ABORTED');
        return link.deliver(recordsOf(batch), signal);
      },
      close: () => {
        link.close();
        return Promise.resolve();
      },
    });
  },

  probe: async (creation, ctx, signal) => {
    try {
      if (creation.protocol === 'udp') {
        await checkEgress(creation.host, creation.port, ctx.egress);
        return;
      }
      const socket = await connectTcp({
        host: creation.host,
        port: creation.port,
        egress: ctx.egress,
        clock: ctx.clock,
        connectTimeoutMs: 10_000,
        signal,
        ...tlsOf(creation, ctx),
      });
      socket.on('error', () => undefined);
      socket.destroy();
    } catch (error) {
      throw deliveryErrorOfWire(error);
    }
  },

  batching: (creation, node) => {
    const connections = connectionsOf(creation);
    const pipelined = creation.protocol === 'udp' ? 1 : pipelinedBatches;
    return batchingOf(creation.retry, node, {
      order: connections === 1 ? 'strict' : 'none',
      concurrency: connections * pipelined,
      pipelined,
    });
  },
};

/**
 * Over TCP and TLS a batch waits 200 ms for its proof, with RELP for its answers. Eight of 1 MiB, what a branch holds in memory,
 * are 40 MiB/s on one connection.
 */
const pipelinedBatches = 8;

const connectionsOf = (creation: SyslogCreation): number => (creation.protocol === 'udp' ? 1 : creation.connections);

const tlsOf = (creation: SyslogCreation, ctx: Pick<RuntimeContext, 'secret'>) =>
  creation.protocol === 'tls' ? { tls: tlsSettings(creation, ctx) } : {};

function framingOf(creation: SyslogCreation): StreamFraming {
  if (creation.framing === 'octet-counting') return { kind: 'octet-counting' };
  if (creation.framing === undefined || creation.trailerCode === undefined)
    throw new Misconfigured('CONFIG_REQUIRED', { message: 'framing' });
  return { kind: 'non-transparent', trailer: creation.trailerCode };
}

function createLink(creation: SyslogCreation, framing: StreamFraming | undefined, ctx: RuntimeContext): Link {
  if (creation.protocol === 'udp') return createDatagramLink({ host: creation.host, port: creation.port, egress: ctx.egress });
  const options: ConnectionOptions = {
    host: creation.host,
    port: creation.port,
    egress: ctx.egress,
    clock: ctx.clock,
    tls: tlsOf(creation, ctx).tls,
    writeTimeoutMs: creation.writeTimeout,
    idleTimeoutMs: creation.idleTimeout,
  };
  return framing === undefined
    ? createRelpLink(options)
    : createStreamLink({ ...options, framing, bufferBytes: sizeBytes(creation.buffer) });
}

function recordsOf(batch: EncodedBatch): Uint8Array[] {
  return Array.from({ length: batch.count }, (_, record) => batch.bytes.subarray(batch.offsets[record], batch.offsets[record + 1]));
}
