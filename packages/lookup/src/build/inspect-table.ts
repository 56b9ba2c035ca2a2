import { err, ok, type Result } from '@acequia/base';
import { lookupLimits, type LookupLimits } from '../limits.ts';
import { LookupRefused, type LookupFault } from '../lookup-fault.ts';
import { cellKinds, type CellKind, type RowSink } from '../parse/row-sink.ts';
import { createParser, type LookupSource } from './build-table.ts';

/** What a file that can become a table holds. */
export interface TableFacts {
  readonly columns: readonly string[];
  readonly rows: number;
  /** Rows without a key, which are never found. */
  readonly keyless: number;
}

export interface TableInspector {
  /** The next bytes of the file; false when it is refused already. */
  push(chunk: Uint8Array): boolean;
  finish(): Result<TableFacts, LookupFault>;
}

/** Reads a file in pieces as a builder does and keeps nothing of it: the same files are refused, for the same reasons. */
export function inspectTable(source: LookupSource, limits: LookupLimits = lookupLimits): TableInspector {
  const counter = new RowCounter(source.keyColumn, limits);
  const parser = createParser(source, counter);
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
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
  const decode = (chunk: Uint8Array | undefined) => {
    try {
      utf8.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new LookupRefused({ code: 'LOOKUP_ENCODING' });
    }
  };
  return {
    push: (chunk) =>
      guarded(() => {
        fileBytes += chunk.length;
        if (fileBytes > limits.fileBytesMax) throw new LookupRefused({ code: 'LOOKUP_TOO_LARGE' });
        parser.push(chunk);
        decode(chunk);
      }),
    finish: () => {
      guarded(() => {
        parser.end();
        decode(undefined);
        counter.end();
      });
      return fault === undefined ? ok({ columns: counter.columns, rows: counter.rows, keyless: counter.keyless }) : err(fault);
    },
  };
}

class RowCounter implements RowSink {
  readonly columns: string[] = [];
  rows = 0;
  keyless = 0;
  readonly #numbers = new Map<string, number>();
  readonly #keyName: string;
  readonly #limits: LookupLimits;
  #cellBytes = 0;
  #hasKey = false;

  constructor(keyName: string, limits: LookupLimits) {
    this.#keyName = keyName;
    this.#limits = limits;
  }

  column(name: string): number {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.columns.push(name) - 1;
      if (number >= this.#limits.columnsMax) throw new LookupRefused({ code: 'LOOKUP_COLUMNS', detail: String(this.#limits.columnsMax) });
      this.#numbers.set(name, number);
    }
    return number;
  }

  bytes(_bytes: Uint8Array, start: number, end: number): void {
    this.#cellBytes += end - start;
    if (this.#cellBytes > this.#limits.cellBytesMax) throw new LookupRefused({ code: 'LOOKUP_TOO_LARGE', line: this.rows + 2 });
  }

  cell(column: number, kind: CellKind): void {
    this.#cellBytes = 0;
    if (this.columns[column] === this.#keyName) this.#hasKey = kind !== cellKinds.null;
  }

  endRow(): void {
    this.rows += 1;
    if (!this.#hasKey) this.keyless += 1;
    this.#hasKey = false;
  }

  end(): void {
    if (this.columns.length === 0) throw new LookupRefused({ code: 'LOOKUP_EMPTY' });
    if (!this.#numbers.has(this.#keyName)) throw new LookupRefused({ code: 'LOOKUP_KEY', detail: this.#keyName });
  }
}
