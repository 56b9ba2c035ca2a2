import { type Answer } from '../test-documents.ts';
import { signed, signedResponse, piece, type Hostile, type Lab } from './lab.ts';

/** Rightly signed, and not for us, not now, or not about anybody. */
export function misdirected(lab: Lab): Hostile[] {
  const { answer } = lab;
  const { now, audience, acsUrl, requestId } = answer;
  const iso = (ms: number) => new Date(now + ms).toISOString();
  const confirmation = (data: string, method = 'bearer') =>
    piece('confirmation', `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:${method}">${data}</saml:SubjectConfirmation>`);
  const data = (attributes: string) => `<saml:SubjectConfirmationData ${attributes}/>`;
  const right = `InResponseTo="${requestId}" Recipient="${acsUrl}"`;
  const conditions = (
    attributes: string,
    inside = `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction>`,
  ) => piece('conditions', `<saml:Conditions ${attributes}>${inside}</saml:Conditions>`);
  const soon = `NotOnOrAfter="${iso(300_000)}"`;
  const login = (attributes: string) =>
    `<saml:AuthnStatement AuthnInstant="${iso(0)}" ${attributes}><saml:AuthnContext><saml:AuthnContextClassRef>urn:x</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;
  const failed = '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"/></samlp:Status>';
  const other = acsUrl.replace('/vega/', '/other/');
  const shaped: readonly (readonly [string, Partial<Answer>, string])[] = [
    ['for another audience', { audience: 'https://other.example.com' }, 'audience'],
    ['for an audience that only begins alike', { audience: `${audience}.evil.example.com` }, 'audience'],
    ['for no audience', conditions(soon, ''), 'audience'],
    [
      'for two audiences at once, one of them not us',
      conditions(
        soon,
        ['urn:other', audience]
          .map((each) => `<saml:AudienceRestriction><saml:Audience>${each}</saml:Audience></saml:AudienceRestriction>`)
          .join(''),
      ),
      'audience',
    ],
    [
      'for another recipient',
      confirmation(data(`InResponseTo="${requestId}" Recipient="https://other.example.com/acs" ${soon}`)),
      'recipient',
    ],
    [
      'for another tenant of this server',
      { ...confirmation(data(`InResponseTo="${requestId}" Recipient="${other}" ${soon}`)) },
      'recipient',
    ],
    ['for no recipient', confirmation(data(`InResponseTo="${requestId}" ${soon}`)), 'recipient'],
    ['to another destination', piece('responseAttributes', ` Destination="${other}" InResponseTo="${requestId}"`), 'destination'],
    ['of another issuer', { issuer: 'https://evil.example.com' }, 'issuer'],
    ['of an issuer that differs by a slash', { issuer: `${answer.issuer}/` }, 'issuer'],
    ['answering another request', { requestId: '_another' }, 'request'],
    [
      'answering another request in the signed part alone',
      confirmation(data(`InResponseTo="_another" Recipient="${acsUrl}" ${soon}`)),
      'request',
    ],
    ['answering nothing we asked', piece('responseAttributes', ` Destination="${acsUrl}"`), 'request'],
    ['answering nothing in the signed part', confirmation(data(`Recipient="${acsUrl}" ${soon}`)), 'request'],
    ['expired', conditions(`NotOnOrAfter="${iso(-60_000)}"`), 'time'],
    ['with an expired confirmation', confirmation(data(`${right} NotOnOrAfter="${iso(-60_000)}"`)), 'time'],
    ['with an endless confirmation', confirmation(data(right)), 'time'],
    ['from the future', conditions(`NotBefore="${iso(61_000)}" ${soon}`), 'time'],
    ['with a confirmation from the future', confirmation(data(`${right} NotBefore="${iso(61_000)}" ${soon}`)), 'time'],
    ['issued in the future', piece('issueInstant', ` IssueInstant="${iso(3_600_000)}"`), 'time'],
    ['without a date', piece('issueInstant', ''), 'time'],
    ['with a date of nobody', conditions('NotOnOrAfter="tomorrow"'), 'time'],
    ['with a date in a zone', conditions('NotOnOrAfter="2999-01-01T00:00:00+01:00"'), 'time'],
    ['of a session that is over', piece('statements', login(`SessionNotOnOrAfter="${iso(-60_000)}"`)), 'time'],
    ['of no login', piece('statements', ''), 'structure'],
    ['for the holder of a key', confirmation(data(`${right} ${soon}`), 'holder-of-key'), 'subject'],
    ['of nobody', piece('subject', ''), 'structure'],
    ['of an empty name', { nameId: '' }, 'name-id'],
    ['of a name that ends with a space', { nameId: 'jonas@example.com ' }, 'name-id'],
    ['of a name with a line break', { nameId: 'jonas@example.com&#10;x' }, 'name-id'],
    ['of a name without end', { nameId: 'a'.repeat(256) }, 'name-id'],
    ['of a name that is gone tomorrow', { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }, 'name-id'],
    ['of another kind of name', { nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:X509SubjectName' }, 'name-id'],
    ['with markup in the name', { nameId: 'owner<saml:x>@</saml:x>example.com' }, 'structure'],
    ['with a condition nobody knows', conditions(soon, '<saml:Condition/>'), 'conditions'],
    ['of SAML 1.1', piece('version', '1.1'), 'structure'],
    ['that says no', piece('status', failed), 'status'],
    ['without a status', piece('status', ''), 'structure'],
  ];
  return [
    ...shaped.map(([name, change, reason]) => ({ name, xml: signed(lab, change), reason })),
    {
      name: 'a signed response without destination',
      xml: signedResponse(lab, piece('responseAttributes', ` InResponseTo="${requestId}"`)),
      reason: 'destination',
    },
  ];
}
