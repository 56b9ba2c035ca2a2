export const patternTypes = [
  'string',
  'word',
  'quoted',
  'int',
  'float',
  'bool',
  'timestamp',
  'ip',
  'json',
  'xml',
  'kv',
  'csv',
  'list',
  'syslog',
  'cef',
  'leef',
  'access',
  'grok',
] as const;
export type PatternType = (typeof patternTypes)[number];

export type OptionValue = string | number | boolean | readonly (string | number | boolean)[];
/** Options by name; the one without a name is under ''. */
export type Options = ReadonlyMap<string, OptionValue>;

export interface PatternField {
  readonly kind: 'field';
  /** '' = read and forget, `*` = spread members. */
  readonly name: string;
  readonly type: PatternType;
  readonly options: Options;
  readonly at: number;
}

export type PatternNode =
  | { readonly kind: 'literal'; readonly text: string; readonly at: number }
  | PatternField
  | { readonly kind: 'while' | 'until' | 'skip' | 'newline' | 'space' | 'any'; readonly options: Options; readonly at: number }
  | { readonly kind: 'optional' | 'either'; readonly branches: readonly (readonly PatternNode[])[]; readonly at: number };

export interface PatternFault {
  readonly code:
    | 'PATTERN_SYNTAX'
    | 'PATTERN_TYPE'
    | 'PATTERN_OPTION'
    | 'PATTERN_NAME'
    | 'PATTERN_TOUCH'
    | 'PATTERN_NESTING'
    | 'PATTERN_TOO_LONG';
  /** UTF-16 offset in the pattern. */
  readonly offset: number;
  readonly detail: string;
}

/** Options each type and operator takes; `''` is the one without a name. */
export const knownOptions: Readonly<Record<PatternType | 'while' | 'until' | 'skip', readonly string[]>> = {
  string: ['length', 'trim', 'null'],
  word: ['chars'],
  quoted: ['quote', 'escape'],
  int: ['base', 'thousands', 'length', 'null'],
  float: ['decimal', 'thousands', 'length', 'null'],
  bool: ['true', 'false'],
  timestamp: ['', 'format', 'tz', 'locale'],
  ip: ['version'],
  json: ['as', 'depth'],
  xml: ['as', 'attributes', 'text'],
  kv: ['pairs', 'values', 'quote', 'trim', 'bare', 'keys', 'as'],
  csv: ['separator', 'quote', 'columns', 'indices', 'fields', 'totalColumns', 'alias', 'as'],
  list: ['separator', 'of', 'trim'],
  syslog: ['as'],
  cef: ['as', 'labels'],
  leef: ['as'],
  access: ['as'],
  grok: ['', 'as'],
  while: ['value', 'chars', 'min', 'max', ''],
  until: ['value', 'include', ''],
  skip: [''],
};
