import { Float, parseJson, printJson, isObjectNode, utf8, type JsonNode } from '@acequia/event';
import { LookupRefused } from '../lookup-fault.ts';
import { cellKinds, type CellKind, type RowSink, type TableParser } from './row-sink.ts';

const lineFeed = 0x0a;
const lineBytesMax = 16 * 1024 * 1024;

/** One JSON object a line; blank lines are skipped. Members are columns, in the order they first appear; a missing one is null. */
export class JsonLinesParser implements TableParser {
  readonly #sink: RowSink;
  #rest: Uint8Array = new Uint8Array(0);
  rowLine = 0;
  rowAt = 0;

  constructor(sink: RowSink) {
    this.#sink = sink;
  }

  get line(): number {
    return this.rowLine + 1;
  }

  push(chunk: Uint8Array): void {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      const piece = chunk.subarray(start, end);
      const line = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
      this.#row(line);
      this.rowAt += line.length + 1;
      this.#rest = new Uint8Array(0);
      start = end + 1;
    }
    if (start < chunk.length) this.#rest = Buffer.concat([this.#rest, chunk.subarray(start)]);
    if (this.#rest.length > lineBytesMax) throw new LookupRefused({ code: 'LOOKUP_JSON', line: this.rowLine + 1 });
  }

  end(): void {
    this.#row(this.#rest);
  }

  #row(bytes: Uint8Array): void {
    this.rowLine += 1;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
      .toString()
      .replace(/^\uFEFF/, '');
    if (text.trim() === '') return;
    const parsed = parseJson(text);
    const node = parsed.ok ? parsed.value.node : undefined;
    if (!isObjectNode(node))
      throw new LookupRefused({ code: 'LOOKUP_JSON', line: this.rowLine, column: parsed.ok ? 1 : parsed.error.offset + 1 });
    for (const [name, member] of node) {
      const kind = kindOf(member);
      if (name === '') throw new LookupRefused({ code: 'LOOKUP_HEADER', line: this.rowLine, column: 1 });
      const value = utf8(kind === cellKinds.text ? (member as string) : kind === cellKinds.null ? '' : printJson(member));
      const column = this.#sink.column(name);
      this.#sink.bytes(column, value, 0, value.length);
      this.#sink.cell(column, kind);
    }
    this.#sink.endRow();
  }
}

function kindOf(node: JsonNode): CellKind {
  if (node === null) return cellKinds.null;
  switch (typeof node) {
    case 'string':
      return cellKinds.text;
    case 'number':
    case 'bigint':
      return cellKinds.integer;
    case 'boolean':
      return cellKinds.boolean;
    default:
      return node instanceof Float ? cellKinds.float : cellKinds.json;
  }
}
