import { attributeOf, childrenOf, elementsBelow, isNamed } from './plain-xml.ts';
import { samlFault } from './saml-fault.ts';
import { ns } from './saml-names.ts';

/** The order the schema gives to what stands in a response and in an assertion (SAML core 3.2.2, 2.3.3). */
const responseParts = ['Issuer', 'Signature', 'Extensions', 'Status', 'Assertion'];
const assertionParts = ['Issuer', 'Signature', 'Subject', 'Conditions', 'Advice', 'Statement'];
const statements = new Set(['AuthnStatement', 'AttributeStatement']);

/** Names that must stand nowhere but where the profile puts them, whatever namespace they claim. */
const once = ['Response', 'Assertion'];

/**
 * The single assertion of a response in which nothing else can be taken for one: one Response, one Assertion directly in it, signatures
 * only as their own children, identifiers that are unique. Throws `structure`, `encrypted`, `identifiers`.
 */
export function assertionOf(response: Element): Element {
  if (!isNamed(response, ns.protocol, 'Response')) throw samlFault('structure', 'no response');
  const all = [response, ...elementsBelow(response)];
  if (all.some(({ localName }) => localName.startsWith('Encrypted'))) throw samlFault('encrypted');
  for (const name of once)
    if (all.filter(({ localName }) => localName === name).length !== 1) throw samlFault('structure', `not exactly one ${name}`);
  assertUniqueIds(all);
  assertOrder(response, responseParts);
  const assertion = childrenOf(response).find((child) => isNamed(child, ns.assertion, 'Assertion'));
  if (!assertion) throw samlFault('structure', 'the assertion is elsewhere');
  assertOrder(assertion, assertionParts);
  for (const element of all)
    if (element.localName === 'Signature' && element.parentNode !== response && element.parentNode !== assertion)
      throw samlFault('structure', 'a signature elsewhere');
  if (attributeOf(response, 'Version') !== '2.0' || attributeOf(assertion, 'Version') !== '2.0') throw samlFault('structure', 'version');
  return assertion;
}

/** An identifier names one element for every reader: unprefixed, spelled `ID` where SAML has it, never twice. */
function assertUniqueIds(all: readonly Element[]): void {
  const seen = new Set<string>();
  for (const element of all)
    for (const { name, localName, value } of Array.from(element.attributes)) {
      if ((localName || name).toLowerCase() !== 'id') continue;
      if (name.includes(':') || seen.has(value) || !/^[A-Za-z_][\w.-]{0,255}$/.test(value)) throw samlFault('identifiers');
      seen.add(value);
    }
  for (const element of all)
    if (['Response', 'Assertion'].includes(element.localName) && !element.hasAttribute('ID')) throw samlFault('identifiers', 'none');
}

/** Statements may come in any order among themselves; all else once, in its place. */
function assertOrder(element: Element, parts: readonly string[]): void {
  let last = -1;
  for (const child of childrenOf(element)) {
    const statement = statements.has(child.localName);
    const position = parts.indexOf(statement ? 'Statement' : child.localName);
    if (position < 0 || child.namespaceURI !== spaceOf(element, child.localName))
      throw samlFault('structure', `${child.localName} in ${element.localName}`);
    if (position < last || (position === last && !statement)) throw samlFault('structure', `order of ${element.localName}`);
    last = position;
  }
}

function spaceOf(parent: Element, localName: string): string {
  if (localName === 'Signature') return ns.signature;
  return parent.localName === 'Response' && !['Issuer', 'Assertion'].includes(localName) ? ns.protocol : ns.assertion;
}
