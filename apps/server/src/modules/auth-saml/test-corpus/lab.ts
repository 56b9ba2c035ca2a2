import { responseXml, assertionXml, signElement, type Answer, type SigningOptions } from '../test-documents.ts';
import type { ProviderKey } from '../test-provider-key.ts';

/** One hostile document: what it tries, its text, and the reason it must be refused for. */
export interface Hostile {
  readonly name: string;
  readonly xml: string;
  readonly reason: string;
}

export interface Lab {
  readonly answer: Answer;
  readonly key: ProviderKey;
  /** A key the tenant does not trust. */
  readonly strange: ProviderKey;
}

/** Signed as usual, with some of it changed before. */
export const signed = ({ answer, key }: Lab, change: Partial<Answer> = {}, options: SigningOptions = {}): string => {
  const changed = { ...answer, ...change };
  return signElement(responseXml(changed, assertionXml(changed)), 'Assertion', key, options);
};
export const signedResponse = ({ answer, key }: Lab, change: Partial<Answer> = {}, options: SigningOptions = {}): string => {
  const changed = { ...answer, ...change };
  return signElement(responseXml(changed, assertionXml(changed)), 'Response', key, options);
};
export const signedBoth = (lab: Lab): string => signElement(signed(lab), 'Response', lab.key);

export const pick = (xml: string, pattern: RegExp): string => pattern.exec(xml)![0];
export const assertionIn = (xml: string): string => pick(xml, /<saml:Assertion.*<\/saml:Assertion>/s);
export const signatureIn = (xml: string): string => pick(xml, /<ds:Signature .*?<\/ds:Signature>/s);
export const replaced = (xml: string, from: string | RegExp, to: string): string => {
  const after = xml.replace(from, () => to);
  if (after === xml) throw new Error(`nothing to replace: ${String(from)}`);
  return after;
};
export const piece = (name: keyof Answer['pieces'], text: string): Partial<Answer> => ({ pieces: { [name]: text } });
