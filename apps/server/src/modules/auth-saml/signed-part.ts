import { SignedXml } from 'xml-crypto';
import { attributeOf, childrenOf, elementsBelow, isNamed, parsePlainXml, textOf } from './plain-xml.ts';
import { samlFault } from './saml-fault.ts';
import { canonicalForms, digestMethods, envelopedTransform, ns, signatureMethods } from './saml-names.ts';

/** The signature an element carries as its own child; undefined without. Throws `structure` for two. */
export function signatureOf(element: Element): Element | undefined {
  const own = childrenOf(element).filter((child) => isNamed(child, ns.signature, 'Signature'));
  if (own.length > 1) throw samlFault('structure', 'two signatures of one element');
  return own[0];
}

/**
 * What a signature vouches for, read again from the very bytes that were verified: the element that carries it, without it. One of the
 * certificates (PEM) must have made it; a key that travels in the document counts for nothing. Throws `structure`, `algorithm`,
 * `transform`, `signature`.
 */
export function readSignedPart(source: string, owner: Element, signature: Element, certificates: readonly string[]): Element {
  assertShape(owner, signature);
  const bytes = certificates.map((certificate) => verifiedBytes(source, signature, certificate)).find((each) => each !== undefined);
  if (bytes === undefined) throw samlFault('signature');
  const part = parsePlainXml(bytes);
  if (!isNamed(part, owner.namespaceURI ?? '', owner.localName) || attributeOf(part, 'ID') !== attributeOf(owner, 'ID'))
    throw samlFault('signature', 'of something else');
  return part;
}

/** Exactly the form the profile asks for (SAML core 5.4), so that nothing in a signature is left to interpretation. */
function assertShape(owner: Element, signature: Element): void {
  const [info, value, ...keys] = childrenOf(signature);
  if (!info || !value || !isNamed(info, ns.signature, 'SignedInfo') || !isNamed(value, ns.signature, 'SignatureValue'))
    throw samlFault('structure', 'parts of a signature');
  if (keys.length > 1 || keys.some((key) => !isNamed(key, ns.signature, 'KeyInfo')))
    throw samlFault('structure', 'an object in a signature');
  assertBase64(textOf(value));
  const [canonicalization, method, reference, ...more] = childrenOf(info);
  if (!canonicalization || !method || !reference || more.length > 0) throw samlFault('structure', 'parts of SignedInfo');
  if (!isNamed(canonicalization, ns.signature, 'CanonicalizationMethod') || !canonicalForms.includes(algorithmOf(canonicalization)))
    throw samlFault('algorithm', 'canonical form');
  assertPrefixList(canonicalization);
  if (!isNamed(method, ns.signature, 'SignatureMethod') || !signatureMethods.includes(algorithmOf(method)) || childrenOf(method).length > 0)
    throw samlFault('algorithm', 'signature');
  assertReference(owner, reference);
}

function assertReference(owner: Element, reference: Element): void {
  const id = attributeOf(owner, 'ID') ?? '';
  if (!isNamed(reference, ns.signature, 'Reference') || attributeOf(reference, 'URI') !== `#${id}`)
    throw samlFault('structure', 'a signature refers to another element');
  const [transforms, method, value, ...more] = childrenOf(reference);
  if (!transforms || !method || !value || more.length > 0 || !isNamed(transforms, ns.signature, 'Transforms'))
    throw samlFault('structure', 'parts of a reference');
  const [enveloped, form, ...others] = childrenOf(transforms);
  if (!enveloped || !form || others.length > 0 || [enveloped, form].some((each) => !isNamed(each, ns.signature, 'Transform')))
    throw samlFault('transform', 'their number');
  if (algorithmOf(enveloped) !== envelopedTransform) throw samlFault('transform', 'the first');
  assertPrefixList(enveloped);
  if (!canonicalForms.includes(algorithmOf(form))) throw samlFault('transform', 'canonical form');
  assertPrefixList(form);
  if (!isNamed(method, ns.signature, 'DigestMethod') || !digestMethods.includes(algorithmOf(method)) || childrenOf(method).length > 0)
    throw samlFault('algorithm', 'digest');
  if (!isNamed(value, ns.signature, 'DigestValue')) throw samlFault('structure', 'no digest');
  assertBase64(textOf(value));
}

const algorithmOf = (element: Element): string => attributeOf(element, 'Algorithm') ?? '';

/** Only exclusive canonicalization has a parameter: prefixes kept though unused. xml-crypto writes it, without effect, into the other transform as well. */
function assertPrefixList(form: Element): void {
  const algorithm = algorithmOf(form);
  const homes = algorithm === ns.exclusive ? [ns.exclusive] : algorithm === envelopedTransform ? [ns.exclusive, envelopedTransform] : [];
  const children = childrenOf(form);
  if (children.length > Math.min(homes.length, 1) || children.some((child) => !isPrefixList(child, homes)))
    throw samlFault('transform', 'parameters');
}

const isPrefixList = (element: Element, homes: readonly string[]): boolean =>
  homes.some((home) => isNamed(element, home, 'InclusiveNamespaces')) && elementsBelow(element).length === 0;

function assertBase64(value: string): void {
  if (!/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(value)) throw samlFault('structure', 'a value that is no base64');
}

/** The canonical text under the digest, when this certificate's key made the signature. */
function verifiedBytes(source: string, signature: Element, certificate: string): string | undefined {
  const verifier = new SignedXml({ publicCert: certificate, getCertFromKeyInfo: () => null });
  verifier.idAttributes = ['ID'];
  verifier.SignatureAlgorithms = only(verifier.SignatureAlgorithms, signatureMethods);
  verifier.HashAlgorithms = only(verifier.HashAlgorithms, digestMethods);
  verifier.CanonicalizationAlgorithms = only(verifier.CanonicalizationAlgorithms, [...canonicalForms, envelopedTransform]);
  try {
    verifier.loadSignature(signature);
    if (!verifier.checkSignature(source)) return undefined;
  } catch {
    return undefined;
  }
  const signed = verifier.getSignedReferences();
  return signed.length === 1 ? signed[0] : undefined;
}

const only = <T>(known: Readonly<Record<string, T>>, allowed: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(known).filter(([name]) => allowed.includes(name)));
