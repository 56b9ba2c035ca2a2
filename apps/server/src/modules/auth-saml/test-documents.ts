import { SignedXml } from 'xml-crypto';
import { envelopedTransform, ns } from './saml-names.ts';
import type { ProviderKey } from './test-provider-key.ts';

/** What a test's answer says; every value can be made wrong. Pieces given as text stand in the document as they are. */
export interface Answer {
  readonly now: number;
  readonly responseId: string;
  readonly assertionId: string;
  readonly issuer: string;
  readonly audience: string;
  readonly acsUrl: string;
  readonly requestId: string;
  readonly nameId: string;
  readonly nameIdFormat: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Ready pieces in place of the usual ones. */
  readonly pieces: {
    readonly responseAttributes?: string;
    readonly status?: string;
    readonly extensions?: string;
    readonly subject?: string;
    readonly confirmation?: string;
    readonly conditions?: string;
    readonly statements?: string;
    readonly version?: string;
    readonly issueInstant?: string;
  };
}

export const at = (ms: number): string => new Date(ms).toISOString();

/** An assertion without signature. */
export function assertionXml(answer: Answer): string {
  const { now, pieces } = answer;
  const confirmation =
    pieces.confirmation ??
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${answer.requestId}" Recipient="${answer.acsUrl}" NotOnOrAfter="${at(now + 300_000)}"/></saml:SubjectConfirmation>`;
  const subject =
    pieces.subject ??
    `<saml:Subject><saml:NameID Format="${answer.nameIdFormat}">${answer.nameId}</saml:NameID>${confirmation}</saml:Subject>`;
  const conditions =
    pieces.conditions ??
    `<saml:Conditions NotBefore="${at(now - 5000)}" NotOnOrAfter="${at(now + 300_000)}"><saml:AudienceRestriction><saml:Audience>${answer.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`;
  const attributes = Object.entries(answer.attributes)
    .map(([name, value]) => `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`)
    .join('');
  const statements =
    pieces.statements ??
    `<saml:AuthnStatement AuthnInstant="${at(now)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${attributes === '' ? '' : `<saml:AttributeStatement>${attributes}</saml:AttributeStatement>`}`;
  return `<saml:Assertion xmlns:saml="${ns.assertion}" ID="${answer.assertionId}" Version="${pieces.version ?? '2.0'}"${pieces.issueInstant ?? ` IssueInstant="${at(now)}"`}><saml:Issuer>${answer.issuer}</saml:Issuer>${subject}${conditions}${statements}</saml:Assertion>`;
}

/** A response around what it is given, without signature. */
export function responseXml(answer: Answer, inside: string): string {
  const { pieces } = answer;
  const attributes = pieces.responseAttributes ?? ` Destination="${answer.acsUrl}" InResponseTo="${answer.requestId}"`;
  const status = pieces.status ?? '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>';
  return `<samlp:Response xmlns:samlp="${ns.protocol}" xmlns:saml="${ns.assertion}" ID="${answer.responseId}" Version="2.0" IssueInstant="${at(answer.now)}"${attributes}><saml:Issuer>${answer.issuer}</saml:Issuer>${pieces.extensions ?? ''}${status}${inside}</samlp:Response>`;
}

export interface SigningOptions {
  readonly method?: string;
  readonly digest?: string;
  /** Canonical form of what is signed, and of SignedInfo. */
  readonly form?: string;
  readonly infoForm?: string;
  readonly transforms?: readonly string[];
  readonly prefixes?: string[];
  readonly keyInfo?: string;
}

const sha256 = { method: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', digest: 'http://www.w3.org/2001/04/xmlenc#sha256' };

/** Signs the element of a name (`Assertion`, `Response`) behind its issuer, as providers do. */
export function signElement(xml: string, name: string, key: ProviderKey, options: SigningOptions = {}): string {
  const { keyInfo, prefixes = [], form = ns.exclusive } = options;
  const signer = new SignedXml({
    privateKey: key.privatePem,
    publicCert: key.certificate,
    signatureAlgorithm: options.method ?? sha256.method,
    canonicalizationAlgorithm: options.infoForm ?? ns.exclusive,
    ...(keyInfo === undefined ? {} : { getKeyInfoContent: () => keyInfo }),
  });
  signer.idAttributes = ['ID'];
  const element = `//*[local-name(.)='${name}']`;
  signer.addReference({
    xpath: element,
    digestAlgorithm: options.digest ?? sha256.digest,
    transforms: options.transforms ?? [envelopedTransform, form],
    inclusiveNamespacesPrefixList: prefixes,
  });
  signer.computeSignature(xml, { prefix: 'ds', location: { reference: `${element}/*[local-name(.)='Issuer']`, action: 'after' } });
  return signer.getSignedXml();
}

export const encode = (xml: string): string => Buffer.from(xml).toString('base64');
