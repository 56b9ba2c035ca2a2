import { deflateRawSync } from 'node:zlib';
import type { Random } from '@acequia/base';
import { samlNameIdFormats, type SamlNameIdFormat } from '@acequia/domain';
import { ssoAddress } from '../sso/sso.service.ts';
import { nameIdFormatUri } from './assertion-claims.ts';
import { ns, saml } from './saml-names.ts';

/** What an identity provider is told of a tenant here. */
export interface ServiceProvider {
  /** Also the address of the metadata. */
  readonly entityId: string;
  /** Assertion consumer service: where answers are posted. */
  readonly acsUrl: string;
}

/** `origin` is the console's address, `slug` the tenant's. */
export function serviceProviderOf(origin: string, slug: string): ServiceProvider {
  const base = ssoAddress(origin, slug, 'saml');
  return { entityId: `${base}/metadata`, acsUrl: `${base}/acs` };
}

/** 160 random bits, as an XML id. */
export const createRequestId = (random: Random): string => `_${Buffer.from(random.bytes(20)).toString('hex')}`;

export interface LoginRequest extends ServiceProvider {
  readonly requestId: string;
  readonly ssoUrl: string;
  readonly nameIdFormat: SamlNameIdFormat;
  /** The provider asks for the credentials, whatever it remembers. */
  readonly again: boolean;
  readonly relayState: string;
  /** ms since 1970. */
  readonly now: number;
}

/** The address a browser is sent to with a request to log in (SAML bindings 3.4, HTTP-Redirect). */
export function loginUrl(request: LoginRequest): string {
  const { requestId, ssoUrl, entityId, acsUrl, nameIdFormat, again, relayState, now } = request;
  const xml =
    `<samlp:AuthnRequest xmlns:samlp="${ns.protocol}" xmlns:saml="${ns.assertion}" ID="${requestId}" Version="2.0"` +
    ` IssueInstant="${new Date(now).toISOString()}" Destination="${escapeXml(ssoUrl)}"${again ? ' ForceAuthn="true"' : ''}` +
    ` ProtocolBinding="${saml.post}" AssertionConsumerServiceURL="${escapeXml(acsUrl)}"><saml:Issuer>${escapeXml(entityId)}</saml:Issuer>` +
    `<samlp:NameIDPolicy Format="${nameIdFormatUri(nameIdFormat)}" AllowCreate="true"/></samlp:AuthnRequest>`;
  const url = new URL(ssoUrl);
  url.searchParams.set('SAMLRequest', deflateRawSync(xml).toString('base64'));
  url.searchParams.set('RelayState', relayState);
  return url.href;
}

/** SAML metadata of a tenant, for the provider's administrator. */
export function metadataXml({ entityId, acsUrl }: ServiceProvider): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<md:EntityDescriptor xmlns:md="${ns.metadata}" entityID="${escapeXml(entityId)}">` +
    `<md:SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="${ns.protocol}">` +
    samlNameIdFormats.map((format) => `<md:NameIDFormat>${nameIdFormatUri(format)}</md:NameIDFormat>`).join('') +
    `<md:AssertionConsumerService Binding="${saml.post}" Location="${escapeXml(acsUrl)}" index="0" isDefault="true"/>` +
    `</md:SPSSODescriptor></md:EntityDescriptor>\n`
  );
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!);
