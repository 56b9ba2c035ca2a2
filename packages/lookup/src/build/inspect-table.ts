import { isUtf8 } from 'node:buffer';
import { err, ok, type Result } from '@acequia/base';
import { maybeRows } from '@acequia/event';
import { lookupLimits, type LookupLimits } from '../limits.ts';
import { LookupRefused, type LookupFault } from '../lookup-fault.ts';
import { createParser, type LookupSource } from '../parse/create-parser.ts';
import type { TableParser } from '../parse/row-sink.ts';
import type { ColumnType } from './column-types.ts';
import { RowCounter } from './row-counter.ts';

/** What a file that can become a table holds. */
export interface TableFacts {
  readonly columns: readonly string[];
  readonly types: readonly ColumnType[];
  readonly rows: number;
  /** Rows without a key, which are never found. */
  readonly keyless: number;
  /** At most so many bytes are in the cells. */
  readonly cellBytes: number;
}

export interface TableInspector {
  /** The next bytes of the file; false when it is refused already. */
  push(chunk: Uint8Array): boolean;
  finish(): Result<TableFacts, LookupFault>;
}

export interface InspectOptions {
  readonly limits?: LookupLimits;
  /** What is uploaded has each key once; tables made of files at hand take the first row of equal keys. */
  readonly keys?: 'once' | 'first';
}

/** Reads a file in pieces and keeps nothing of it but a mark of each key. What it lets pass can be built. */
export function inspectTable(source: LookupSource, { limits = lookupLimits, keys = 'once' }: InspectOptions = {}): TableInspector {
  const counter: RowCounter = new RowCounter(source, limits, keys, () => parser.rowLine);
  const parser = createParser(source, counter);
  const head = new HeadCheck();
  const encoding = new EncodingCheck();
  let fileBytes = 0;
  let fault: LookupFault | undefined;
  const guarded = (work: () => void): boolean => {
    if (fault !== undefined) return false;
    try {
      work();
    } catch (error) {
      if (!(error instanceof LookupRefused)) throw error;
      fault = error.fault;
    }
    return fault === undefined;
  };
  return {
    push: (chunk) =>
      guarded(() => {
        fileBytes += chunk.length;
        if (fileBytes > limits.fileBytesMax) throw new LookupRefused({ code: 'LOOKUP_TOO_LARGE' });
        head.push(chunk);
        encoding.push(chunk, parser);
        parser.push(chunk);
      }),
    finish: () => {
      guarded(() => {
        encoding.end(parser);
        parser.end();
        counter.end();
      });
      return fault === undefined ? ok(counter.facts()) : err(fault);
    },
  };
}

const headBytes = 4096;

/** Refuses a file that begins like a document, an image or an archive. */
class HeadCheck {
  #head = Buffer.alloc(0);

  push(chunk: Uint8Array): void {
    if (this.#head.length >= headBytes) return;
    this.#head = Buffer.concat([this.#head, chunk.subarray(0, headBytes - this.#head.length)]);
    if (!maybeRows(this.#head)) throw new LookupRefused({ code: 'LOOKUP_TYPE' });
  }
}

/** Refuses bytes that are not UTF-8, with their line. */
class EncodingCheck {
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  push(chunk: Uint8Array, parser: TableParser): void {
    try {
      this.#utf8.decode(chunk, { stream: true });
    } catch {
      throw new LookupRefused({ code: 'LOOKUP_ENCODING', line: parser.line + linesBefore(chunk) });
    }
  }

  end(parser: TableParser): void {
    try {
      this.#utf8.decode();
    } catch {
      throw new LookupRefused({ code: 'LOOKUP_ENCODING', line: parser.line });
    }
  }
}

/** Line ends before the first line of a piece that is not UTF-8; none when the letter that the piece before began is the bad one. */
function linesBefore(chunk: Uint8Array): number {
  let lines = 0;
  let start = 0;
  while (start < 3 && chunk[start] !== undefined && (chunk[start]! & 0xc0) === 0x80) start += 1;
  for (let end = chunk.indexOf(0x0a, start); end >= 0; end = chunk.indexOf(0x0a, start)) {
    if (!isUtf8(chunk.subarray(start, end))) return lines;
    lines += 1;
    start = end + 1;
  }
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(chunk.subarray(start), { stream: true });
    return 0;
  } catch {
    return lines;
  }
}
