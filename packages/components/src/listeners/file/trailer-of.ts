import { assert } from '@acequia/base';
import { parseDelimiter } from '../../framings/delimiter-text.ts';
import type { FileListenerConfig } from './config.ts';

/** Bytes that end a frame of the file. */
export function trailerOf(config: FileListenerConfig): Uint8Array {
  switch (config.framing) {
    case 'newline':
      return Uint8Array.of(10);
    case 'nul':
      return Uint8Array.of(0);
    case 'delimiter': {
      const trailer = parseDelimiter(config.delimiter ?? '');
      assert(trailer !== undefined, 'the delimiter was checked by its schema');
      return trailer;
    }
  }
}
