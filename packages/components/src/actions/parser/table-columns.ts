import { cleanName, compilePattern, parseAccessLog } from '@acequia/event';
import { columnType } from './column-type.ts';
import { isTorn } from './header-doubt.ts';
import { readTimeColumn } from './time-column.ts';

/** A column of a table: what reads it, and how many columns it makes. */
export interface TableColumn {
  readonly pattern: string;
  readonly isTyped: boolean;
}

const widthMin = 5;
/** The request of an access log and its status leave no doubt. */
const requestWidthMin = 2;
/** One column in so many may hold plain words, as a protocol or a user's name; more of them are a sentence. */
const wordsShare = 8;
const wordsBesideRequest = 1;
/** Pairs beside columns are columns with a name; where they are many, they are the message. */
const pairsShare = 4;
const token = /"(?:[^"\\]|\\.)*"|\[[^\]]*\]|[^\s"[\]]\S*/y;
const plainWord = /^[a-z]{2,}[.,:;]?$/i;
/** In large letters, as of a record; in small ones it may be a word of any kind. */
const level = /^(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERR(?:OR)?|CRIT(?:ICAL)?|FATAL)$/;
const request = /^"[A-Z]+ \S+ HTTP\/[\d.]+"$/;
const requestPattern = String.raw`<either("{method:word} {target:word} {protocol:word(chars="HTTP/0123456789.")}"|{request:quoted})>`;
const addressAndPort = /^((?:\d{1,3}\.){3}\d{1,3}):(\d{1,5})$/;
const wordAndNumber = /^([A-Z][A-Z_]+)\/(\d{1,9})$/;
/** The columns of an access log, as its own format names them; the request is one of them. */
const accessNames = ['client_ip', 'ident', 'user', 'time', 'request', 'status', 'bytes', 'referer', 'user_agent'];
const accessTime = 3;
const accessRequest = 4;
const accessBytes = 6;

/**
 * The columns of texts that are records: each with the same number of words, quotations and brackets, few of them plain
 * words. Undefined for sentences. `name` gives a free name for a wanted one.
 */
export function tableColumns(texts: readonly string[], name: (wanted: string) => string): readonly TableColumn[] | undefined {
  const rows = texts.map(cells);
  const width = rows[0]?.length ?? 0;
  if (texts.length < 2 || width < requestWidthMin || rows.some((row) => row?.length !== width)) return undefined;
  const columns = rows[0]!.map((_, index) => rows.map((row) => row![index]!));
  const words = columns.filter((column) => column.every((text) => plainWord.test(text) && text !== text.toUpperCase()));
  const hasRequest = columns.some((column) => column.every((text) => request.test(text)));
  if (width < widthMin && !hasRequest) return undefined;
  if (words.length > Math.max(width / wordsShare, hasRequest ? wordsBesideRequest : 0)) return undefined;
  const pairs = columns.filter((column) => keyOf(column) !== undefined);
  if (pairs.length > width / pairsShare || columns.some((column) => column.every((text) => text.endsWith(':')))) return undefined;
  // Pairs of different names at one place are fields of a message, and a group of words that ends in another column is one column.
  if (columns.some((column) => new Set(column.map((text) => /^\[?([A-Za-z_][\w.-]*)=[^=]/.exec(text)?.[1])).size > 1)) return undefined;
  if (rows.some((row) => row!.some((text) => !text.startsWith('"') && isTorn(text)))) return undefined;
  const access = accessAt(texts, rows[0]!);
  const hasDashes = columns.some((column) => column.includes('-'));
  const made = columns.map((column, index): TableColumn => {
    const place = access >= 0 ? index - access : -1;
    // What is called so stands between quotation marks; other programs have columns of their own there.
    const isNamed = place <= accessBytes || column.every((text) => text.startsWith('"'));
    const wanted = isNamed ? accessNames[place] : undefined;
    return tableColumn(column, wanted, hasDashes, name);
  });
  return made.filter(({ isTyped }) => isTyped).length >= 2 ? made : undefined;
}

/** The name that all the texts of a column begin with, before `=`. */
function keyOf(texts: readonly string[]): string | undefined {
  const keys = new Set(texts.map((text) => /^([A-Za-z_][\w.-]*)=[^=]/.exec(text)?.[1]));
  return keys.size === 1 ? [...keys][0] : undefined;
}

function cells(text: string): readonly string[] | undefined {
  const found: string[] = [];
  for (let at = 0; at < text.length;) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (!match) return undefined;
    found.push(match[0]);
    at += match[0].length;
    const blanks = /^[ \t]+/.exec(text.slice(at))?.[0].length ?? 0;
    if (blanks === 0 && at < text.length) return undefined;
    at += blanks;
  }
  return found;
}

/** The column with which an access log begins; −1 when there is none. */
function accessAt(texts: readonly string[], row: readonly string[]): number {
  const at = row.findIndex((text) => request.test(text)) - accessRequest;
  if (at < 0 || !row[at + accessTime]!.startsWith('[')) return -1;
  const skipped = (text: string) => (cells(text) ?? []).slice(at).join(' ');
  return texts.every((text) => parseAccessLog(skipped(text)).ok) ? at : -1;
}

function tableColumn(
  texts: readonly string[],
  wanted: string | undefined,
  hasDashes: boolean,
  name: (wanted: string) => string,
): TableColumn {
  const [first = ''] = texts;
  const key = keyOf(texts);
  if (key !== undefined) {
    const column = tableColumn(
      texts.map((text) => text.slice(key.length + 1)),
      cleanName(key, 1),
      hasDashes,
      name,
    );
    return { ...column, pattern: `${key}=${column.pattern}` };
  }
  if (texts.every((text) => text.startsWith('"')))
    return texts.every((text) => request.test(text))
      ? { pattern: renamed(requestPattern, ['method', 'target', 'protocol', 'request'], name), isTyped: true }
      : { pattern: `{${name(wanted ?? 'text')}:quoted}`, isTyped: false };
  const inside = texts.every((text) => text.startsWith('[')) ? texts.map((text) => text.slice(1, -1)) : undefined;
  if ((inside ?? texts).every((text) => level.test(text)))
    return { pattern: inside ? `[{${name('level')}}]` : `{${name('level')}:word}`, isTyped: true };
  const time = timeOf(inside ?? texts, name);
  if (inside) return { pattern: `[${time ?? `{${name('context')}}`}]`, isTyped: time !== undefined };
  if (time !== undefined) return { pattern: time, isTyped: true };
  if (texts.every((text) => addressAndPort.test(text))) return { pattern: `{${name('ip')}:ip}:{${name('port')}:int}`, isTyped: true };
  if (texts.every((text) => wordAndNumber.test(text))) return { pattern: `{${name('text')}}/{${name('number')}:int}`, isTyped: true };
  // A bar between columns is none itself.
  if (texts.every((text) => text === '|')) return { pattern: String.raw`\|`, isTyped: false };
  const type = columnType(texts.filter((text) => text !== '-'));
  const ofNumber = type === 'integer' ? 'int' : type === 'float' ? 'float' : undefined;
  if (ofNumber !== undefined && first !== '')
    return { pattern: `{${name(wanted ?? 'number')}:${ofNumber}${hasDashes ? '(null="-")' : ''}}`, isTyped: true };
  // An address may be a name in later lines, as is usual in the first column of an access log.
  if (type === 'ip' && !texts.includes('-') && wanted === undefined) return { pattern: `{${name('ip')}:ip}`, isTyped: true };
  return { pattern: `{${name(wanted ?? 'text')}:word}`, isTyped: false };
}

function renamed(pattern: string, names: readonly string[], name: (wanted: string) => string): string {
  return names.reduce((text, each) => text.replace(`{${each}:`, `{${name(each)}:`), pattern);
}

/** A column that is wholly a time, in one form that can be read. */
function timeOf(texts: readonly string[], name: (wanted: string) => string): string | undefined {
  const found = readTimeColumn(texts, 1, false);
  if (!found || found.options === '' || found.padded !== undefined || texts.some((text, index) => found.lengths[index] !== text.length))
    return undefined;
  const pattern = `{${name(found.name)}:${found.options}}`;
  return compilePattern(pattern).ok ? pattern : undefined;
}
