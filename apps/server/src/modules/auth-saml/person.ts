import * as z from 'zod';
import type { Claims } from './assertion-claims.ts';

/** Names providers give an attribute: the short ones, LDAP's (X.500 profile) and those of Microsoft. */
const claim = (name: string): string => `http://schemas.xmlsoap.org/ws/2005/05/identity/claims/${name}`;
const emailNames = ['email', 'mail', 'emailAddress', 'urn:oid:0.9.2342.19200300.100.1.3', claim('emailaddress')];
const nameNames = ['givenName', 'firstName', 'given_name', 'urn:oid:2.5.4.42', claim('givenname')];
const surnameNames = ['surname', 'sn', 'lastName', 'family_name', 'urn:oid:2.5.4.4', claim('surname')];

const address = z.email().max(254);

/** What an assertion says of a person besides the name that identifies them. The address is in lower case. */
export function personOf({ attributes, nameId, nameIdIsEmail }: Pick<Claims, 'attributes' | 'nameId' | 'nameIdIsEmail'>): {
  readonly email: string | undefined;
  readonly name: string;
  readonly surname: string;
} {
  const first = (names: readonly string[]) =>
    names.map((name) => attributes.get(name)).find((value) => value !== undefined && value !== '');
  const email = address.safeParse(first(emailNames) ?? (nameIdIsEmail ? nameId : undefined));
  return { email: email.success ? email.data.toLowerCase() : undefined, name: first(nameNames) ?? '', surname: first(surnameNames) ?? '' };
}
