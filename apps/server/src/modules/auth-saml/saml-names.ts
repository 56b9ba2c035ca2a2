/** Names of the standards: SAML 2.0 core and bindings, XML signatures. */
export const ns = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  exclusive: 'http://www.w3.org/2001/10/xml-exc-c14n#',
} as const;

export const saml = {
  success: 'urn:oasis:names:tc:SAML:2.0:status:Success',
  bearer: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
  entity: 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity',
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
} as const;

export const envelopedTransform = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/** Canonical forms without comments. */
export const canonicalForms: readonly string[] = [ns.exclusive, 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'];

/** Signatures of RSA with SHA-2; SHA-1 and shared keys (HMAC) are refused. */
export const signatureMethods: readonly string[] = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
];

export const digestMethods: readonly string[] = ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'];
