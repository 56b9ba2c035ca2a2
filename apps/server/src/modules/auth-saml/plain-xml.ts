import { DOMParser } from '@xmldom/xmldom';
import { samlFault } from './saml-fault.ts';

const depthMax = 32;
const elementsMax = 2000;

const name = '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?';
const space = '[ \\t\\r\\n]';
const attribute = `(${name})${space}*=${space}*("[^"<]*"|'[^'<]*')`;
const opening = new RegExp(`<(${name})((?:${space}+${attribute})*)${space}*(/?)>`, 'y');
const closing = new RegExp(`</(${name})${space}*>`, 'y');
const attributes = new RegExp(attribute, 'g');
const text = /[^<]+/y;
const declaration =
  /^<\?xml version=(?:"1\.0"|'1\.0')(?: encoding=(?:"utf-8"|'utf-8'))?(?: standalone=(?:"(?:yes|no)"|'(?:yes|no)'))? ?\?>/i;
const forbiddenCharacter = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
const reference = /&(?:amp|lt|gt|quot|apos|#(\d{1,7})|#x([0-9A-Fa-f]{1,6}));/g;

/**
 * The root of a document that any XML parser reads alike: elements, attributes and text, nothing else. Refused before a parser sees
 * it: DOCTYPE, entities, comments, CDATA, processing instructions, unknown references, deep or endless nesting. Throws `xml`.
 */
export function parsePlainXml(source: string): Element {
  assertPlain(source);
  const document = new DOMParser({
    errorHandler: (_level: string, message: unknown) => {
      throw samlFault('xml', String(message));
    },
  }).parseFromString(source, 'text/xml');
  const root = document.documentElement as Element | null;
  if (!root) throw samlFault('xml', 'no root');
  for (const element of [root, ...elementsBelow(root)]) assertNamespaces(element);
  return root;
}

/** One pass over the text, linear in its length. */
function assertPlain(source: string): void {
  if (forbiddenCharacter.test(source)) throw samlFault('xml', 'a character XML does not have');
  const open: string[] = [];
  let elements = 0;
  let at = declaration.exec(source)?.[0].length ?? 0;
  while (at < source.length) {
    const piece = read(text, source, at) ?? read(closing, source, at) ?? read(opening, source, at);
    if (!piece) throw samlFault('xml', `unexpected markup at ${at}`);
    const [whole, tag, list = ''] = piece;
    if (tag === undefined) assertText(whole, open.length > 0);
    else if (whole.startsWith('</')) {
      if (open.pop() !== tag) throw samlFault('xml', 'tags that do not match');
    } else {
      if (elements > 0 && open.length === 0) throw samlFault('xml', 'a second root');
      elements += 1;
      assertAttributes(list);
      if (!whole.endsWith('/>')) open.push(tag);
      if (open.length > depthMax || elements > elementsMax) throw samlFault('size', 'nesting or number of elements');
    }
    at += whole.length;
  }
  if (open.length > 0 || elements === 0) throw samlFault('xml', 'an end is missing');
}

function read(pattern: RegExp, source: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source) ?? undefined;
}

function assertText(value: string, inside: boolean): void {
  if (!inside && value.trim() !== '') throw samlFault('xml', 'text outside the root');
  if (value.includes(']]>')) throw samlFault('xml', 'the end of a section that did not begin');
  assertReferences(value);
}

function assertAttributes(list: string): void {
  const seen = new Set<string>();
  for (const [, key = '', value = ''] of list.matchAll(attributes)) {
    if (seen.has(key)) throw samlFault('xml', 'an attribute twice');
    seen.add(key);
    assertReferences(value);
  }
}

function assertReferences(value: string): void {
  const rest = value.replace(reference, (_whole, decimal?: string, hex?: string) => {
    const point = decimal === undefined ? Number.parseInt(hex ?? '20', 16) : Number(decimal);
    return point <= 0x10ffff && !forbiddenCharacter.test(String.fromCodePoint(point)) ? '' : '&';
  });
  if (rest.includes('&')) throw samlFault('xml', 'an entity');
}

/** Every name belongs to a namespace that was declared as text. */
function assertNamespaces(element: Element): void {
  const bound = (value: unknown) => typeof value === 'string' && value !== '';
  if (!bound(element.namespaceURI)) throw samlFault('xml', 'an element without namespace');
  for (const each of Array.from(element.attributes)) {
    if (each.prefix && !bound(each.namespaceURI)) throw samlFault('xml', 'a prefix without namespace');
    if (each.prefix === 'xmlns' && (each.localName === 'xml' || each.localName === 'xmlns' || each.value === ''))
      throw samlFault('xml', 'a reserved prefix');
  }
}

/** Elements directly inside; text beside them may only be space. Throws `structure`. */
export function childrenOf(element: Element): Element[] {
  const nodes = Array.from(element.childNodes);
  if (nodes.some((node) => node.nodeType !== 1 && (node.nodeValue ?? '').trim() !== ''))
    throw samlFault('structure', `text between the parts of ${element.localName}`);
  return nodes.filter((node): node is Element => node.nodeType === 1);
}

/** All elements below one, in the order of the document. */
export const elementsBelow = (element: Element): Element[] => Array.from(element.getElementsByTagName('*'));

/** The text of an element that holds nothing else. Throws `structure`. */
export function textOf(element: Element): string {
  const nodes = Array.from(element.childNodes);
  if (nodes.some((node) => node.nodeType !== 3)) throw samlFault('structure', `more than text in ${element.localName}`);
  return nodes.map((node) => node.nodeValue ?? '').join('');
}

export const isNamed = (element: Element, namespace: string, localName: string): boolean =>
  element.namespaceURI === namespace && element.localName === localName;

/** An attribute without prefix; undefined when absent. */
export const attributeOf = (element: Element, key: string): string | undefined =>
  element.hasAttribute(key) ? (element.getAttribute(key) ?? undefined) : undefined;
