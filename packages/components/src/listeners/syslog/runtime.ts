import { frameFlags, SyslogFrames, type BatchBuilder, type FrameBlock } from '@acequia/batch';
import type { ListenerRuntime, RunningListener } from '@acequia/component-sdk/runtime';
import { createSyslogDecoder } from '../../formats/syslog/decode.ts';
import { createLegacyDays } from '../../formats/syslog/legacy-days.ts';
import { FrameText } from '../../formats/frame-text.ts';
import { bindFault } from '../bind-fault.ts';
import { createRefusals } from '../refusals.ts';
import { serverTls } from '../server-tls.ts';
import type { SyslogConfig } from './config.ts';
import { startTcpSide } from './tcp-side.ts';
import { startUdpSide } from './udp-side.ts';

export const syslogListenerRuntime: ListenerRuntime<SyslogConfig> = {
  async start(config, ctx) {
    const refusals = createRefusals(ctx);
    const tcp =
      config.transport === 'udp'
        ? undefined
        : await startTcpSide(config, ctx, serverTls(config, ctx), refusals.refused).catch((error: unknown) =>
            Promise.reject(bindFault(error)),
          );
    const udp =
      config.transport === 'tcp'
        ? undefined
        : await startUdpSide(config, ctx, tcp?.port ?? config.port, refusals.refused).catch(async (error: unknown) => {
            await tcp?.stop();
            throw bindFault(error);
          });
    const stopNow = () => void running.stop();
    const running: RunningListener = {
      addresses: [
        ...(tcp ? [{ protocol: 'tcp' as const, host: tcp.host, port: tcp.port }] : []),
        ...(udp ? [{ protocol: 'udp' as const, host: udp.host, port: udp.port }] : []),
      ],
      async stop() {
        ctx.signal.removeEventListener('abort', stopNow);
        await Promise.all([tcp?.stop(), udp?.stop()]);
      },
      problem: refusals.problem,
      refusals: refusals.counts,
      secretsChanged() {
        const next = serverTls(config, ctx);
        if (next) tcp?.renewTls(next);
      },
      counters: () => (udp ? { kernelDrops: udp.kernelDrops() + udp.dropped() } : {}),
    };
    if (ctx.signal.aborted) await running.stop();
    else ctx.signal.addEventListener('abort', stopNow, { once: true });
    ctx.log.info({ addresses: running.addresses }, 'syslog listener started');
    return running;
  },

  decoder(config, { slots, kernels }) {
    const decoder = createSyslogDecoder({ standard: config.standard, strict: config.strict, timezone: config.timezone }, slots);
    const text = new FrameText();
    const { standard } = config;
    const frames =
      kernels && standard !== 'none'
        ? new SyslogFrames(kernels, slots, { standard, legacyDays: createLegacyDays(config.timezone) })
        : undefined;
    const one = (block: FrameBlock, frame: number, out: BatchBuilder): void => {
      if (block.flags(frame) & frameFlags.rejected) return;
      if (text.direct(block, frame)) {
        decoder.decode(block, frame, out);
        return;
      }
      const repaired = text.repair(block, frame, out);
      if (repaired === undefined) return;
      decoder.decodeRepaired(Buffer.from(repaired), block, frame, out);
      text.flagged(repaired, out);
    };
    return {
      decode(block, out) {
        if (frames && out.bulk && text.allDirect(block) && frames.decode(block, out.bulk, (frame) => one(block, frame, out))) return;
        for (let frame = 0; frame < block.count; frame++) one(block, frame, out);
      },
    };
  },
};
