import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '@acequia/base';
import samlify from 'samlify';
import { metadataXml, type ServiceProvider } from './service-provider.ts';
import { at } from './test-documents.ts';
import { createProviderKey, type ProviderKey } from './test-provider-key.ts';

/** Somebody the provider knows. */
export interface ProviderUser {
  readonly nameId: string;
  readonly email: string;
  readonly givenName: string;
  readonly surname: string;
}

/** What a browser posts to the service provider. */
export interface ProviderAnswer {
  readonly action: string;
  readonly SAMLResponse: string;
  readonly RelayState: string;
}

/** A real identity provider (samlify) on loopback, with a page whose button logs its present user in. */
export interface TestIdentityProvider {
  readonly entityId: string;
  readonly ssoUrl: string;
  readonly key: ProviderKey;
  user: ProviderUser;
  /** The answer to the address of a request, as its page would post it; `key` signs. */
  answer(requestUrl: string, key?: ProviderKey): Promise<ProviderAnswer>;
  close(): Promise<void>;
}

const { Constants, IdentityProvider, SamlLib, ServiceProvider: Peer, setSchemaValidator } = samlify;
const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const login = (now: number): string =>
  `<saml:AuthnStatement AuthnInstant="${at(now)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;

/** `service` is the tenant's side; requests for another one are refused by samlify's own checks. */
export async function startTestIdentityProvider(service: () => ServiceProvider, clock: Clock): Promise<TestIdentityProvider> {
  setSchemaValidator({ validate: () => Promise.resolve('the requests are ours') });
  const ownKey = createProviderKey(clock.now());
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/sso')) {
      response.writeHead(204).end();
      return;
    }
    void provider.answer(`http://localhost${request.url}`).then(
      ({ action, SAMLResponse, RelayState }) =>
        response
          .setHeader('content-type', 'text/html; charset=utf-8')
          .end(
            `<!doctype html><title>Identity provider</title><form method="post" action="${action}"><input type="hidden" name="SAMLResponse" value="${SAMLResponse}"><input type="hidden" name="RelayState" value="${RelayState}"><button>Continue as ${provider.user.email}</button></form>`,
          ),
      (error: unknown) => response.writeHead(400).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [entityId, ssoUrl] = [`${url}/metadata`, `${url}/sso`];
  const provider: TestIdentityProvider = {
    entityId,
    ssoUrl,
    key: ownKey,
    user: { nameId: 'jonas-7', email: 'jonas@example.com', givenName: 'Jonas', surname: 'Weiß' },
    answer: async (requestUrl, key = ownKey) => {
      const attributes = ['email', 'givenName', 'surname'].map((name) => ({
        name,
        valueTag: `user.${name}`,
        nameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
        valueXsiType: 'xs:string',
      }));
      const idp = IdentityProvider({
        entityID: entityId,
        privateKey: key.privatePem,
        signingCert: key.certificate,
        isAssertionEncrypted: false,
        wantAuthnRequestsSigned: false,
        requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
        nameIDFormat: [persistent],
        singleSignOnService: [{ Binding: Constants.namespace.binding.redirect, Location: ssoUrl }],
        singleLogoutService: [{ Binding: Constants.namespace.binding.redirect, Location: ssoUrl }],
        loginResponseTemplate: { context: SamlLib.defaultLoginResponseTemplate.context, attributes },
      });
      const peer = Peer({ metadata: metadataXml(service()), wantMessageSigned: true });
      const { searchParams } = new URL(requestUrl);
      const query = Object.fromEntries(searchParams);
      const info = await idp.parseLoginRequest(peer, 'redirect', { query });
      const { id: requestId } = info.extract.request as { readonly id: string };
      const { acsUrl, entityId: audience } = service();
      const now = clock.now();
      const soon = at(now + 300_000);
      const { nameId, email, givenName, surname } = provider.user;
      const made = await idp.createLoginResponse(
        peer,
        info as never,
        'post',
        {},
        {
          customTagReplacement: (template: string) => ({
            id: '_unused',
            context: SamlLib.replaceTagsByValue(template.replace('{AuthnStatement}', login(now)), {
              ID: `_${crypto.randomUUID()}`,
              AssertionID: `_${crypto.randomUUID()}`,
              Destination: acsUrl,
              SubjectRecipient: acsUrl,
              Audience: audience,
              Issuer: entityId,
              IssueInstant: at(now),
              StatusCode: Constants.StatusCode.Success,
              ConditionsNotBefore: at(now),
              ConditionsNotOnOrAfter: soon,
              SubjectConfirmationDataNotOnOrAfter: soon,
              NameIDFormat: persistent,
              NameID: nameId,
              InResponseTo: requestId,
              attrUserEmail: email,
              attrUserGivenName: givenName,
              attrUserSurname: surname,
            }),
          }),
        },
      );
      return { action: acsUrl, SAMLResponse: made.context, RelayState: searchParams.get('RelayState') ?? '' };
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return provider;
}
