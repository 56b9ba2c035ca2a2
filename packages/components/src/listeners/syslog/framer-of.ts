import { createAutoFramer } from '../../framings/auto-framer.ts';
import type { Framer, FramerLimits } from '../../framings/framer.ts';
import { createOctetCountingFramer } from '../../framings/octet-counting-framer.ts';
import { createTrailerFramer } from '../../framings/trailer-framer.ts';
import type { SyslogConfig } from './config.ts';

/** A framer for one connection, as the listener's settings say. */
export function framerOf(config: SyslogConfig, limits: FramerLimits): Framer {
  const counted = () => createOctetCountingFramer(limits);
  const lines = () =>
    createTrailerFramer({
      ...limits,
      trailer: trailerOf(config),
      dropCarriageReturn: config.trailer === 'lf',
      // Python's SysLogHandler ends its messages with NUL.
      ...(config.framing === 'auto' && config.trailer === 'lf' ? { orTrailer: 0 } : {}),
    });
  if (config.framing === 'auto') return createAutoFramer(counted, lines);
  return config.framing === 'octet-counting' ? counted() : lines();
}

function trailerOf(config: SyslogConfig): Uint8Array {
  switch (config.trailer) {
    case 'lf':
      return Uint8Array.of(10);
    case 'crlf':
      return Uint8Array.of(13, 10);
    case 'nul':
      return Uint8Array.of(0);
    case 'custom':
      return Uint8Array.of(config.trailerCode ?? 10);
  }
}
