import type { ConnectionOptions, SecureContextOptions, SecureVersion, TLSSocket, TlsOptions } from 'node:tls';

export interface TlsServerSettings {
  /** PEM; the chain may follow. */
  readonly certificate: string;
  readonly privateKey: string;
  readonly caChain?: string | undefined;
  readonly clientAuth: 'none' | 'request' | 'require' | 'verify' | 'require-and-verify';
  readonly minVersion: '1.0' | '1.1' | '1.2' | '1.3';
}

export interface TlsClientSettings {
  readonly caChain?: string | undefined;
  readonly clientCertificate?: string | undefined;
  readonly clientKey?: string | undefined;
  readonly serverName?: string | undefined;
  readonly verify: boolean;
  readonly minVersion: '1.0' | '1.1' | '1.2' | '1.3';
}

const versions = { '1.0': 'TLSv1', '1.1': 'TLSv1.1', '1.2': 'TLSv1.2', '1.3': 'TLSv1.3' } as const satisfies Record<string, SecureVersion>;

/** Versions below 1.2 need OpenSSL's lowest security level. */
const weak = (version: string) => (version === '1.0' || version === '1.1' ? { ciphers: 'DEFAULT@SECLEVEL=0' } : {});

export function serverContext(settings: TlsServerSettings): SecureContextOptions {
  return {
    cert: settings.certificate,
    key: settings.privateKey,
    ...(settings.caChain ? { ca: settings.caChain } : {}),
    minVersion: versions[settings.minVersion],
    ...weak(settings.minVersion),
  };
}

export function serverOptions(settings: TlsServerSettings): TlsOptions {
  return {
    ...serverContext(settings),
    requestCert: settings.clientAuth !== 'none',
    rejectUnauthorized: settings.clientAuth === 'require-and-verify',
  };
}

/** Whether a finished handshake satisfies `clientAuth`, beyond what OpenSSL already enforced. */
export function clientAccepted(socket: TLSSocket, clientAuth: TlsServerSettings['clientAuth']): boolean {
  const given = Object.keys(socket.getPeerCertificate()).length > 0;
  switch (clientAuth) {
    case 'none':
    case 'request':
      return true;
    case 'require':
      return given;
    case 'verify':
      return !given || socket.authorized;
    case 'require-and-verify':
      return given && socket.authorized;
  }
}

/** Subject of the client's certificate as `CN=…,O=…`, only when it was verified. */
export function verifiedSubject(socket: TLSSocket): string | undefined {
  if (!socket.authorized) return undefined;
  const { subject } = socket.getPeerCertificate();
  if (!subject) return undefined;
  const parts = Object.entries(subject).flatMap(([key, value]) => [value].flat().map((each) => `${key}=${each}`));
  return parts.length > 0 ? parts.join(',') : undefined;
}

export function clientOptions(settings: TlsClientSettings, host: string): ConnectionOptions {
  return {
    ...(settings.caChain ? { ca: settings.caChain } : {}),
    ...(settings.clientCertificate ? { cert: settings.clientCertificate } : {}),
    ...(settings.clientKey ? { key: settings.clientKey } : {}),
    ...(settings.serverName ? { servername: settings.serverName } : /^[\d.]+$|:/.test(host) ? {} : { servername: host }),
    rejectUnauthorized: settings.verify,
    minVersion: versions[settings.minVersion],
    ...weak(settings.minVersion),
  };
}
