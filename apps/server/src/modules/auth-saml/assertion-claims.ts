import type { SamlNameIdFormat } from '@acequia/domain';
import { attributeOf, childrenOf, isNamed, textOf } from './plain-xml.ts';
import { samlFault } from './saml-fault.ts';
import { ns, saml } from './saml-names.ts';

/** What an answer must say to be the answer to our question. */
export interface Expected {
  readonly idpEntityId: string;
  readonly audience: string;
  /** Where the answer was received: its destination and its recipient. */
  readonly acsUrl: string;
  /** Id of our own request. */
  readonly requestId: string;
  readonly nameIdFormat: SamlNameIdFormat;
  /** ms since 1970. */
  readonly now: number;
}

/** Who the provider says is there. */
export interface Claims {
  readonly assertionId: string;
  /** Unique at the provider; compared exactly. */
  readonly nameId: string;
  readonly nameIdIsEmail: boolean;
  /** When the credentials were shown, ms since 1970. */
  readonly loggedInAt: number;
  readonly attributes: ReadonlyMap<string, string>;
  /** After this moment the assertion is refused by its own words, ms since 1970. */
  readonly endsAt: number;
}

/** How far a provider's clock may differ. */
export const clockSkewMs = 60_000;
const nameIdMax = 255;

/** The claims of an assertion whose bytes were verified. Throws the reason that fails first; whatever is not understood is refused. */
export function readClaims(assertion: Element, expected: Expected): Claims {
  const parts = childrenOf(assertion);
  const one = (name: string): Element => {
    const [found, ...more] = parts.filter((part) => isNamed(part, ns.assertion, name));
    if (!found || more.length > 0) throw samlFault('structure', `not exactly one ${name}`);
    return found;
  };
  assertIssuer(one('Issuer'), expected.idpEntityId);
  const issuedAt = momentOf(assertion, 'IssueInstant');
  if (issuedAt === undefined) throw samlFault('time', 'not dated');
  assertPast(issuedAt, expected.now);
  const subject = readSubject(one('Subject'), expected);
  assertConditions(one('Conditions'), expected);
  const logins = parts.filter((part) => isNamed(part, ns.assertion, 'AuthnStatement'));
  if (logins.length === 0) throw samlFault('structure', 'no login stated');
  for (const login of logins) assertFuture(momentOf(login, 'SessionNotOnOrAfter'), expected.now);
  const loggedInAt = Math.min(...logins.map((login) => momentOf(login, 'AuthnInstant') ?? 0));
  return { ...subject, assertionId: attributeOf(assertion, 'ID') ?? '', loggedInAt, attributes: readAttributes(parts) };
}

export function assertIssuer(issuer: Element, idpEntityId: string): void {
  const format = attributeOf(issuer, 'Format') ?? saml.entity;
  if (format !== saml.entity || textOf(issuer) !== idpEntityId) throw samlFault('issuer');
}

type SubjectClaims = Pick<Claims, 'nameId' | 'nameIdIsEmail' | 'endsAt'>;

function readSubject(subject: Element, { acsUrl, requestId, nameIdFormat, now }: Expected): SubjectClaims {
  const [nameId, confirmation, ...more] = childrenOf(subject);
  if (!nameId || !confirmation || more.length > 0 || !isNamed(nameId, ns.assertion, 'NameID')) throw samlFault('subject');
  if (!isNamed(confirmation, ns.assertion, 'SubjectConfirmation') || attributeOf(confirmation, 'Method') !== saml.bearer)
    throw samlFault('subject', 'not for the bearer');
  const [data, ...others] = childrenOf(confirmation);
  if (!data || others.length > 0 || !isNamed(data, ns.assertion, 'SubjectConfirmationData')) throw samlFault('subject', 'its confirmation');
  if (attributeOf(data, 'Recipient') !== acsUrl) throw samlFault('recipient');
  if (attributeOf(data, 'InResponseTo') !== requestId) throw samlFault('request');
  const endsAt = momentOf(data, 'NotOnOrAfter');
  if (endsAt === undefined) throw samlFault('time', 'no end');
  assertFuture(endsAt, now);
  assertPast(momentOf(data, 'NotBefore'), now);
  return { ...readNameId(nameId, nameIdFormat), endsAt };
}

const formatNames: Readonly<Record<SamlNameIdFormat, string>> = {
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  emailAddress: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
};

/** As a request asks for it. */
export const nameIdFormatUri = (format: SamlNameIdFormat): string => formatNames[format];

const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** With `unspecified` any lasting kind is taken; a transient name is nobody's tomorrow. */
function readNameId(element: Element, wanted: SamlNameIdFormat): Pick<Claims, 'nameId' | 'nameIdIsEmail'> {
  const format = attributeOf(element, 'Format') ?? formatNames.unspecified;
  if (format === transient || (wanted !== 'unspecified' && format !== formatNames[wanted])) throw samlFault('name-id', 'format');
  const value = textOf(element);
  if (value === '' || value.length > nameIdMax || value !== value.trim() || /\p{Cc}/u.test(value)) throw samlFault('name-id');
  return { nameId: value, nameIdIsEmail: format === formatNames.emailAddress };
}

function assertConditions(conditions: Element, { audience, now }: Expected): void {
  assertPast(momentOf(conditions, 'NotBefore'), now);
  assertFuture(momentOf(conditions, 'NotOnOrAfter'), now);
  let restricted = false;
  for (const condition of childrenOf(conditions)) {
    if (condition.namespaceURI !== ns.assertion) throw samlFault('conditions');
    switch (condition.localName) {
      case 'AudienceRestriction': {
        const named = childrenOf(condition).filter((each) => isNamed(each, ns.assertion, 'Audience'));
        if (!named.some((each) => textOf(each) === audience)) throw samlFault('audience');
        restricted = true;
        break;
      }
      case 'OneTimeUse':
      case 'ProxyRestriction':
        break;
      default:
        throw samlFault('conditions', condition.localName);
    }
  }
  if (!restricted) throw samlFault('audience', 'none');
}

function readAttributes(parts: readonly Element[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const statement of parts.filter((part) => isNamed(part, ns.assertion, 'AttributeStatement')))
    for (const attribute of childrenOf(statement)) {
      const [value] = childrenOf(attribute);
      const name = attributeOf(attribute, 'Name') ?? '';
      if (found.has(name)) throw samlFault('structure', 'an attribute twice');
      if (value?.childNodes.length === 1 && value.firstChild?.nodeType === 3) found.set(name, textOf(value).trim());
    }
  return found;
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** In UTC, as SAML core 1.3.3 has it; undefined when absent. */
function momentOf(element: Element, name: string): number | undefined {
  const value = attributeOf(element, name);
  if (value === undefined) return undefined;
  const at = instant.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(at)) throw samlFault('time', name);
  return at;
}

function assertFuture(at: number | undefined, now: number): void {
  if (at !== undefined && at <= now - clockSkewMs) throw samlFault('time', 'over');
}

function assertPast(at: number | undefined, now: number): void {
  if (at !== undefined && at > now + clockSkewMs) throw samlFault('time', 'not yet');
}
