/** The types a field can have (catalogue 1.1). `null` is a value of every type. */
export const fieldTypes = [
  'string',
  'integer',
  'float',
  'boolean',
  'timestamp',
  'json',
  'list<string>',
  'list<integer>',
  'list<float>',
  'list<boolean>',
  'list<timestamp>',
] as const;
export type FieldType = (typeof fieldTypes)[number];
export type ScalarType = 'string' | 'integer' | 'float' | 'boolean' | 'timestamp';

/**
 * A field's value in JavaScript.
 * - integer: a plain number inside ±(2^53−1), a bigint outside; always whole
 * - float: wrapped in `Float`, so that `1.0` and `1` stay apart
 * - timestamp: nanoseconds since 1970 UTC
 * - json: an object or array; keeps its source text until changed
 * - list: one element type, no nulls
 * `undefined` never is a value: it means *missing*.
 */
export type FieldValue = null | string | boolean | number | bigint | Float | Timestamp | Json | List;

/** An IEEE 754 binary64, finite only. */
export class Float {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** An instant, UTC. */
export class Timestamp {
  /** Nanoseconds since 1970-01-01T00:00:00Z, between the years 1678 and 2261 (fits a signed 64-bit integer). */
  readonly ns: bigint;
  constructor(ns: bigint) {
    this.ns = ns;
  }
}

/** A member of a `Json` value: what JSON can hold, with exact integers; nested objects are `Map`s in source order. */
export type JsonNode = null | string | boolean | number | bigint | Float | readonly JsonNode[] | ReadonlyMap<string, JsonNode>;

/** An object or array. Exactly one of the two forms is given; the other is made when asked for. */
export class Json {
  #text: string | undefined;
  #node: JsonNode | undefined;
  readonly #parse: ((text: string) => JsonNode) | undefined;
  readonly #print: ((node: JsonNode) => string) | undefined;

  private constructor(
    text: string | undefined,
    node: JsonNode | undefined,
    parse: ((text: string) => JsonNode) | undefined,
    print: ((node: JsonNode) => string) | undefined,
  ) {
    this.#text = text;
    this.#node = node;
    this.#parse = parse;
    this.#print = print;
  }

  /** From checked JSON text of an object or array; parsed once, on the first read. */
  static fromText(text: string, parse: (text: string) => JsonNode): Json {
    return new Json(text, undefined, parse, undefined);
  }

  /** From a value; printed once, on the first need of its text. */
  static fromNode(node: JsonNode, print: (node: JsonNode) => string): Json {
    return new Json(undefined, node, undefined, print);
  }

  /** About how many characters its text has, without printing it. */
  get sizeHint(): number {
    const node = this.#node;
    return this.#text?.length ?? 16 * (Array.isArray(node) ? node.length : node instanceof Map ? node.size : 1);
  }

  get text(): string {
    return (this.#text ??= this.#print!(this.#node!));
  }

  get node(): JsonNode {
    return (this.#node ??= this.#parse!(this.#text!));
  }
}

export type ListItem = string | number | bigint | boolean | Float | Timestamp;

export class List {
  readonly of: ScalarType;
  readonly items: readonly ListItem[];
  constructor(of: ScalarType, items: readonly ListItem[]) {
    this.of = of;
    this.items = items;
  }
}

/** The type of a value; `undefined` for null, which has every type. */
export function typeOf(value: FieldValue): FieldType | undefined {
  if (value === null) return undefined;
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'boolean';
    case 'number':
    case 'bigint':
      return 'integer';
    default:
      if (value instanceof Float) return 'float';
      if (value instanceof Timestamp) return 'timestamp';
      if (value instanceof Json) return 'json';
      return `list<${value.of}>`;
  }
}
