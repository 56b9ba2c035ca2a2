import { fillIn, type TextFields, type Words } from './words.ts';

type Sentence = readonly [title: string, text: string];

/** What a destination answered, by the status of its answer. */
export type AnswerKind =
  | 'informational'
  | 'redirect'
  | 'credentials'
  | 'unknown'
  | 'notReady'
  | 'tooLarge'
  | 'throttled'
  | 'unsupported'
  | 'serverError'
  | 'rejected';

/** The texts of all reasons and faults in one language, as plain data: a browser loads those of its own language alone. */
export interface LanguageTexts {
  /** By code, without those of `connections`. */
  readonly reasons: Readonly<Record<string, Sentence>>;
  /** By code; also met with `DELIVERY_` in front. */
  readonly connections: Readonly<Record<string, Sentence>>;
  /** For `HTTP_<status>`. */
  readonly answers: Readonly<Record<AnswerKind, Sentence>>;
  /** By code: what a text or value should have been, as part of a reason's sentence. */
  readonly expected: Readonly<Record<string, string>>;
  /** A message in another language, in its place. */
  readonly quoted: string;
  /** By code; one sentence beside a field of a form. */
  readonly faults: Readonly<Record<string, string>>;
  /** The title above a fault's sentence where there is no field. */
  readonly wrongSetting: string;
  /** Behind the text for `HTTP_<status>`: the beginning of the destination's answer. */
  readonly answered: string;
  /** The text for a code without words. */
  readonly unknownReason: string;
}

/** What the operating system calls it. */
const systemCodes: Readonly<Record<string, string>> = {
  EADDRINUSE: 'PORT_IN_USE',
  EACCES: 'PORT_DENIED',
  EADDRNOTAVAIL: 'ADDRESS_UNKNOWN',
  ECONNREFUSED: 'CONNECT_REFUSED',
  ECONNRESET: 'CONNECTION_RESET',
  EPIPE: 'CONNECTION_RESET',
  ETIMEDOUT: 'CONNECT_TIMEOUT',
  EHOSTUNREACH: 'CONNECT_TIMEOUT',
  ENETUNREACH: 'CONNECT_TIMEOUT',
  ENOTFOUND: 'NAME_NOT_FOUND',
  EAI_AGAIN: 'RESOLVER_FAILED',
  ENOSPC: 'DELIVERY_DISK_FULL',
};

/** Whether a code has words: a reason, a fault of a configuration, or `HTTP_<status>`. */
export const hasReasonTextIn = (texts: LanguageTexts, code: string): boolean =>
  reasonSentence(texts, code) !== undefined || isFaultCodeIn(texts, code) || Object.hasOwn(texts.expected, code);

/** See `reasonText`. */
export function reasonTextIn(texts: LanguageTexts, code: string, fields: TextFields = {}): Words {
  const sentence = reasonSentence(texts, code);
  const position = typeof fields['offset'] === 'number' ? { position: fields['offset'] + 1 } : {};
  const values = { ...position, ...statusOf(code), ...fields, ...expectedIn(texts, fields) };
  const answer = statusOf(code).status !== undefined && fields['message'] ? texts.answered : '';
  if (sentence) return { title: fillIn(sentence[0], values), text: fillIn(sentence[1] + answer, values) };
  if (isFaultCodeIn(texts, code)) return { title: texts.wrongSetting, text: faultTextIn(texts, code, fields) };
  return { title: code, text: fillIn(texts.unknownReason, fields) };
}

/** What was expected, in words; of events that were rejected before there were codes, what their message says. */
function expectedIn({ expected, quoted }: LanguageTexts, fields: TextFields): { readonly expected?: string } {
  const { expected: code } = fields;
  if (typeof code === 'string' && Object.hasOwn(expected, code)) return { expected: fillIn(expected[code]!, fields) };
  return code === undefined && fields['message'] ? { expected: fillIn(quoted, fields) } : {};
}

export const isFaultCodeIn = ({ faults }: LanguageTexts, code: string): boolean => Object.hasOwn(faults, code);

/** See `faultText`. */
export function faultTextIn(texts: LanguageTexts, code: string, fields: TextFields = {}): string {
  const known = isFaultCodeIn(texts, code);
  const sentence = texts.faults[known ? wordedCode(texts, code, fields) : 'CONFIG_INVALID']!;
  const values = typeof fields['offset'] === 'number' ? { position: fields['offset'] + 1, ...fields } : fields;
  return fillIn(sentence, known ? values : { path: code });
}

function reasonSentence({ reasons, connections, answers }: LanguageTexts, code: string): Sentence | undefined {
  const name = Object.hasOwn(systemCodes, code) ? systemCodes[code]! : code;
  if (Object.hasOwn(reasons, name)) return reasons[name];
  const connection = name.replace(/^DELIVERY_/, '');
  if (Object.hasOwn(connections, connection)) return connections[connection];
  const { status } = statusOf(code);
  return status === undefined ? undefined : answers[answerKind(status)];
}

function statusOf(code: string): { readonly status?: number } {
  const status = /^HTTP_(\d{3})$/.exec(code)?.[1];
  return status === undefined ? {} : { status: Number(status) };
}

const kindByStatus: Readonly<Record<number, AnswerKind>> = {
  401: 'credentials',
  403: 'credentials',
  404: 'unknown',
  405: 'unknown',
  407: 'credentials',
  408: 'notReady',
  410: 'unknown',
  413: 'tooLarge',
  425: 'notReady',
  429: 'throttled',
  501: 'unsupported',
  505: 'unsupported',
};

function answerKind(status: number): AnswerKind {
  if (kindByStatus[status]) return kindByStatus[status];
  if (status >= 100 && status < 200) return 'informational';
  if (status >= 300 && status < 400) return 'redirect';
  return status >= 500 ? 'serverError' : 'rejected';
}

/** The code whose words say it best: an expression names the fault of its regular expression, and a text of no characters is missing. */
function wordedCode(texts: LanguageTexts, code: string, { detail, min }: TextFields): string {
  if (code === 'EXPR_SYNTAX' && detail === '') return 'EXPR_END';
  if (code === 'CONFIG_TOO_SHORT' && min === 1) return 'CONFIG_REQUIRED';
  const regex = code === 'EXPR_PATTERN' && typeof detail === 'string' ? detail.split('@')[0]! : code;
  return isFaultCodeIn(texts, regex) ? regex : code;
}
