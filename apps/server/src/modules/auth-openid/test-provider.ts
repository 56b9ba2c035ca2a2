import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export interface TestPerson {
  readonly email: string;
  /** Undefined: the provider does not say. */
  readonly verified: boolean | undefined;
  readonly name: string;
  readonly surname: string;
}

/** A real provider of OpenID Connect on a free port of loopback. Its login page takes any name and password; the name is the subject. */
export interface TestProvider {
  readonly issuer: string;
  /** Its client for both grants. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** By subject; others have no address. */
  readonly people: Map<string, TestPerson>;
  stop(): Promise<void>;
}

export async function startTestProvider(callback: string): Promise<TestProvider> {
  const people = new Map<string, TestPerson>();
  const clientSecret = randomBytes(24).toString('base64url');
  let listener: RequestListener = (_request, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'acequia',
        client_secret: clientSecret,
        // Plain http is for native clients alone, on loopback.
        application_type: 'native',
        redirect_uris: [callback],
        grant_types: ['authorization_code', 'implicit'],
        response_types: ['code', 'id_token'],
      },
    ],
    responseTypes: ['code', 'id_token'],
    jwks: { keys: [{ ...key, kid: 'test', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [clientSecret] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => claimsOf(id, people.get(id)) }),
    features: { devInteractions: { enabled: true } },
    ttl: { Interaction: 3600, Session: 3600, Grant: 3600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
  });
  listener = provider.callback();
  return {
    issuer,
    clientId: 'acequia',
    clientSecret,
    people,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const claimsOf = (sub: string, person: TestPerson | undefined) =>
  Promise.resolve({
    sub,
    ...(person?.verified === undefined ? {} : { email_verified: person.verified }),
    ...(person ? { email: person.email, given_name: person.name, family_name: person.surname } : {}),
  });
