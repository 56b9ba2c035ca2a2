import type { BatchView, Row } from '@acequia/batch';
import {
  facilityNames,
  isObjectNode,
  parseJson,
  parseRfc3339,
  severityNames,
  timestampText,
  valueToText,
  type JsonNode,
} from '@acequia/event';
import { compileText, type TemplateScope } from '../../fields/text-template.ts';
import type { SyslogNode } from './config.ts';

/** A finished message, or why there is none. */
export type SyslogMessage = { readonly bytes: Buffer } | { readonly fault: 'DELIVERY_SYSLOG_PRIORITY' | 'DELIVERY_TOO_LARGE' };

const otherNames: Readonly<Record<string, string>> = {
  panic: 'emerg',
  error: 'err',
  warn: 'warning',
  informational: 'info',
  emergency: 'emerg',
  critical: 'crit',
  security: 'auth',
};
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Number or name → number; empty text gives `fallback`, anything else undefined. */
function codeOf(text: string, names: readonly string[], fallback: number): number | undefined {
  const word = text.trim().toLowerCase();
  if (word === '') return fallback;
  if (/^\d{1,2}$/.test(word)) return Number(word) < names.length ? Number(word) : undefined;
  const index = names.indexOf(otherNames[word] ?? word);
  return index < 0 ? undefined : index;
}

/** A header field: printable ASCII without blanks, else `?`; cut to the RFC's length; `-` when empty (RFC 5424, 6.2). */
function headerField(text: string, lengthMax: number): string {
  return text === '' ? '-' : text.replace(/[^\x21-\x7e]/gu, '?').slice(0, lengthMax);
}

/** RFC 5424 allows six decimals. */
function time5424(text: string): string {
  const ns = parseRfc3339(text.trim());
  return ns === undefined ? '-' : timestampText(ns - (((ns % 1000n) + 1000n) % 1000n));
}

function time3164(text: string, nowMs: number): string {
  const ns = parseRfc3339(text.trim());
  const date = new Date(ns === undefined ? nowMs : Number(ns / 1_000_000n));
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${months[date.getUTCMonth()]!} ${String(date.getUTCDate()).padStart(2, ' ')} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
}

const sdName = (text: string): string => text.replace(/[^\x21-\x7e]|[="\]]/gu, '?').slice(0, 32);

/** `{"id":{"key":"value"}}` or text in brackets → SD-ELEMENTs (RFC 5424, 6.3); `-` when there is nothing usable. */
function structuredData(text: string): string {
  const trimmed = text.trim();
  if (trimmed.startsWith('[')) return trimmed.replace(/[\r\n]/g, ' ');
  if (!trimmed.startsWith('{')) return '-';
  const parsed = parseJson(trimmed);
  if (!parsed.ok || !isObjectNode(parsed.value.node)) return '-';
  let result = '';
  for (const [id, members] of parsed.value.node) {
    if (!isObjectNode(members) || id === '') continue;
    result += `[${sdName(id)}`;
    for (const [key, value] of members) {
      for (const each of Array.isArray(value) ? (value as readonly JsonNode[]) : [value]) {
        if (key === '') continue;
        const content = typeof each === 'object' && each !== null && !('value' in each) ? '' : valueToText(each);
        result += ` ${sdName(key)}="${content.replace(/["\\\]]/g, '\\$&')}"`;
      }
    }
    result += ']';
  }
  return result === '' ? '-' : result;
}

/** Cut at a character border. */
function cut(bytes: Buffer, lengthMax: number): Buffer {
  let end = lengthMax;
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}

export interface MessageOptions {
  readonly lengthMax: number;
  /** A byte that must not stand inside a message (the trailer of its framing); it becomes a blank. */
  readonly trailer: number | undefined;
  readonly now: () => number;
}

/** Compiles the node's templates to whole messages without framing. */
export function compileMessage(
  node: SyslogNode,
  scope: TemplateScope,
  options: MessageOptions,
): (view: BatchView, row: Row) => SyslogMessage {
  const text = (template: string | undefined) => (template === undefined ? () => '' : compileText(template, scope, 'plain'));
  const [facility, severity, hostname, appName, procId, msgId, time, data, message] = [
    node.facility,
    node.severity,
    node.hostname,
    node.appName,
    node.procId,
    node.msgId,
    node.time,
    node.structuredData,
    node.message,
  ].map(text) as [Text, Text, Text, Text, Text, Text, Text, Text, Text];

  const headOf = (view: BatchView, row: Row): string | undefined => {
    if (node.standard === 'none') return '';
    const f = codeOf(facility(view, row), facilityNames, 1);
    const s = codeOf(severity(view, row), severityNames, 6);
    if (f === undefined || s === undefined) return undefined;
    const host = headerField(hostname(view, row), 255);
    const app = headerField(appName(view, row), node.standard === 'rfc5424' ? 48 : 32);
    const proc = headerField(procId(view, row), 128);
    if (node.standard === 'rfc3164') {
      const tag = app === '-' ? '' : `${app.replace(/[[\]:]/g, '?')}${proc === '-' ? '' : `[${proc}]`}: `;
      return `<${f * 8 + s}>${time3164(time(view, row), options.now())} ${host} ${tag}`;
    }
    return `<${f * 8 + s}>1 ${time5424(time(view, row))} ${host} ${app} ${proc} ${headerField(msgId(view, row), 32)} ${structuredData(data(view, row))} `;
  };

  return (view, row) => {
    const head = headOf(view, row);
    if (head === undefined) return { fault: 'DELIVERY_SYSLOG_PRIORITY' };
    let bytes = Buffer.from(head + message(view, row));
    if (bytes.length > options.lengthMax) {
      if (node.onTooLong === 'reject') return { fault: 'DELIVERY_TOO_LARGE' };
      bytes = Buffer.from(cut(bytes, options.lengthMax));
    }
    if (options.trailer !== undefined) {
      for (let at = bytes.indexOf(options.trailer); at >= 0; at = bytes.indexOf(options.trailer, at + 1)) bytes[at] = 0x20;
    }
    return { bytes };
  };
}

type Text = (view: BatchView, row: Row) => string;
