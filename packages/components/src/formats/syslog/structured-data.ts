/** Where the elements of RFC 5424 section 6.3 that begin at `start` end; −1 when they are malformed. */
export function structuredDataEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] === 0x5b) {
    const idEnd = nameEnd(bytes, at + 1, end);
    if (idEnd === at + 1) return -1;
    at = idEnd;
    while (at < end && bytes[at] === 0x20) {
      const keyEnd = nameEnd(bytes, at + 1, end);
      if (keyEnd === at + 1 || bytes[keyEnd] !== 0x3d || bytes[keyEnd + 1] !== 0x22) return -1;
      const close = quotedEnd(bytes, keyEnd + 2, end);
      if (close < 0) return -1;
      at = close + 1;
    }
    if (at >= end || bytes[at] !== 0x5d) return -1;
    at++;
  }
  return at === start ? -1 : at;
}

/** Checked elements as the text of one JSON object; a repeated name becomes an array. */
export function structuredDataJson(text: string): string {
  const ids: string[] = [];
  const bodies: string[] = [];
  let at = 0;
  while (at < text.length) {
    const names: string[] = [];
    let repeated = false;
    let body = '';
    const idEnd = stop(text, at + 1);
    const id = text.slice(at + 1, idEnd);
    at = idEnd;
    while (text.charCodeAt(at) === 0x20) {
      const equals = text.indexOf('=', at);
      const close = closing(text, equals + 2);
      const name = text.slice(at + 1, equals);
      repeated ||= names.includes(name);
      names.push(name);
      body += `${body === '' ? '' : ','}${quote(name)}:${quote(unescape(text.slice(equals + 2, close)))}`;
      at = close + 1;
    }
    if (repeated || ids.includes(id)) return gathered(text);
    ids.push(id);
    bodies.push(`${quote(id)}:{${body}}`);
    at++;
  }
  return `{${bodies.join(',')}}`;
}

/** The same when names or ids repeat. */
function gathered(text: string): string {
  const elements = new Map<string, Map<string, string[]>>();
  let at = 0;
  while (at < text.length) {
    const idEnd = stop(text, at + 1);
    const id = text.slice(at + 1, idEnd);
    const members = elements.get(id) ?? new Map<string, string[]>();
    elements.set(id, members);
    at = idEnd;
    while (text.charCodeAt(at) === 0x20) {
      const equals = text.indexOf('=', at);
      const close = closing(text, equals + 2);
      const name = text.slice(at + 1, equals);
      members.set(name, [...(members.get(name) ?? []), unescape(text.slice(equals + 2, close))]);
      at = close + 1;
    }
    at++;
  }
  const memberText = ([name, values]: [string, string[]]) =>
    `${quote(name)}:${values.length === 1 ? quote(values[0]!) : JSON.stringify(values)}`;
  return `{${[...elements].map(([id, members]) => `${quote(id)}:{${[...members].map(memberText).join(',')}}`).join(',')}}`;
}

const plain = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;
const quote = (value: string) => (plain.test(value) ? `"${value}"` : JSON.stringify(value));
const unescape = (value: string) => (value.includes('\\') ? value.replace(/\\(["\\\]])/g, '$1') : value);

function stop(text: string, at: number): number {
  while (at < text.length && text.charCodeAt(at) !== 0x20 && text.charCodeAt(at) !== 0x5d) at++;
  return at;
}

function closing(text: string, at: number): number {
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at;
    at += code === 0x5c ? 2 : 1;
  }
}

function nameEnd(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && bytes[at]! > 0x20 && bytes[at] !== 0x3d && bytes[at] !== 0x5d && bytes[at] !== 0x22) at++;
  return at;
}

function quotedEnd(bytes: Uint8Array, at: number, end: number): number {
  for (; at < end; at++) {
    if (bytes[at] === 0x22) return at;
    if (bytes[at] === 0x5c) at++;
  }
  return -1;
}
