import { assert } from '@acequia/base';
import { parseDelimiter } from '../../framings/delimiter-text.ts';
import type { Framer, FramerLimits } from '../../framings/framer.ts';
import { createLengthPrefixFramer } from '../../framings/length-prefix-framer.ts';
import { createOctetCountingFramer } from '../../framings/octet-counting-framer.ts';
import { createTrailerFramer } from '../../framings/trailer-framer.ts';
import type { TcpConfig } from './config.ts';

/** A framer for one connection, as the listener's settings say. */
export function framerOf(config: TcpConfig, limits: FramerLimits): Framer {
  switch (config.framing) {
    case 'newline':
      return createTrailerFramer({ ...limits, trailer: Uint8Array.of(10), dropCarriageReturn: true });
    case 'nul':
      return createTrailerFramer({ ...limits, trailer: Uint8Array.of(0), dropCarriageReturn: false });
    case 'delimiter': {
      const trailer = parseDelimiter(config.delimiter ?? '');
      assert(trailer !== undefined, 'the delimiter was checked by its schema');
      return createTrailerFramer({ ...limits, trailer, dropCarriageReturn: false });
    }
    case 'octet-counting':
      return createOctetCountingFramer(limits);
    case 'length-prefix':
      return createLengthPrefixFramer({
        prefixBytes: config.prefixBytes === '1' ? 1 : config.prefixBytes === '2' ? 2 : 4,
        endian: config.endian,
        maxEventBytes: limits.maxEventBytes,
      });
  }
}
