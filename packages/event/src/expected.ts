/** What a text or a value should have been, by code, with the names of the values that its words give. Words in both languages are keyed by the code. */
export const expectations = {
  // texts
  EXPECTED_TEXT: ['text'],
  EXPECTED_ONE_OF: ['choices'],
  EXPECTED_LINE_BREAK: [],
  EXPECTED_BLANK: [],
  EXPECTED_WORD: [],
  EXPECTED_WORD_BLANK: [],
  EXPECTED_DIGITS: [],
  EXPECTED_CHARACTERS: ['count'],
  EXPECTED_CLOSING_QUOTE: [],
  EXPECTED_QUOTED: [],
  EXPECTED_PATTERN: [],
  EXPECTED_PAIR: [],
  EXPECTED_CELLS: ['count', 'found'],
  EXPECTED_BARS: ['count'],
  EXPECTED_STRUCTURED_DATA: [],
  EXPECTED_ACCESS_LOG: [],
  EXPECTED_LIKE: ['example'],
  // JSON and XML
  EXPECTED_JSON: [],
  EXPECTED_JSON_OBJECT: [],
  EXPECTED_JSON_STRING: [],
  EXPECTED_XML_NAME: [],
  EXPECTED_XML_ENTITY: ['found'],
  EXPECTED_XML_ELEMENT: [],
  EXPECTED_LEVELS: ['count'],
  // times
  EXPECTED_YEAR: ['count'],
  EXPECTED_MONTH: [],
  EXPECTED_MONTH_NAME: [],
  EXPECTED_WEEKDAY: [],
  EXPECTED_DAY: [],
  EXPECTED_DAY_OF_YEAR: [],
  EXPECTED_HOUR: [],
  EXPECTED_MINUTES: [],
  EXPECTED_SECONDS: [],
  EXPECTED_FRACTION: [],
  EXPECTED_HALF_OF_DAY: [],
  EXPECTED_EPOCH: [],
  EXPECTED_ZONE: [],
  EXPECTED_DATE: [],
  EXPECTED_YEARS: [],
  EXPECTED_RFC3339: [],
  EXPECTED_ISO8601: [],
  EXPECTED_TIME: [],
  EXPECTED_TIME_END: [],
  EXPECTED_TIME_PATTERN: ['found'],
  EXPECTED_ANY_PATTERN: [],
  EXPECTED_DURATION: ['example'],
  // values
  EXPECTED_TYPE: ['type'],
  EXPECTED_TYPE_FROM: ['type', 'from'],
  EXPECTED_OTHER_TYPE: ['type'],
  EXPECTED_ROW_TYPE: ['type', 'row'],
  EXPECTED_STRING: [],
  EXPECTED_NUMBER: [],
  EXPECTED_NUMBER_OR_TIME: [],
  EXPECTED_ORDERED: [],
  EXPECTED_NUMBER_TEXT: ['found'],
  EXPECTED_NUMBERS: ['count'],
  EXPECTED_INTEGER: [],
  EXPECTED_BASE: ['base'],
  EXPECTED_BITS: ['count'],
  EXPECTED_SIZE: ['example'],
  EXPECTED_PRIORITY: [],
  EXPECTED_SINGLE_VALUES: [],
  EXPECTED_ONE_TYPE: [],
  EXPECTED_FIELD_PATH: [],
  EXPECTED_REGEX: [],
  EXPECTED_GROUP: [],
  // networks and encodings
  EXPECTED_IP: [],
  EXPECTED_IP_VERSION: ['version'],
  EXPECTED_MAC: [],
  EXPECTED_NETWORK: [],
  EXPECTED_URL: [],
  EXPECTED_DOMAIN: [],
  EXPECTED_REGISTERED_DOMAIN: [],
  EXPECTED_LABEL: ['count'],
  EXPECTED_UUID: [],
  EXPECTED_JWT: [],
  EXPECTED_ENCODING: ['encoding'],
  EXPECTED_CHARSET: ['found'],
  EXPECTED_CHARSET_CHARACTER: ['charset'],
  EXPECTED_CHARACTER_CODE: [],
} as const satisfies Readonly<Record<`EXPECTED_${string}`, readonly string[]>>;

export type ExpectedCode = keyof typeof expectations;

/** What was expected, as it is stored with a rejected event. `fields.field` names the field, where there is one. */
export interface Expected {
  readonly code: ExpectedCode;
  readonly fields: Readonly<Record<string, string | number>>;
}

type FieldsOf<C extends ExpectedCode> = (typeof expectations)[C] extends readonly []
  ? []
  : [fields: Readonly<Record<(typeof expectations)[C][number], string | number>>];

const none = {};

export const expecting = <C extends ExpectedCode>(code: C, ...fields: FieldsOf<C>): Expected => ({ code, fields: fields[0] ?? none });

/** The same of a field; an empty name is none. */
export const expectedOf = (field: string, expected: Expected): Expected =>
  field === '' ? expected : { code: expected.code, fields: { ...expected.fields, field } };

/** A text that is to be there; its control characters stand as escapes. */
export const expectingText = (text: string): Expected =>
  expecting('EXPECTED_TEXT', { text: JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"') });
