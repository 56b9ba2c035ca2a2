import { X509Certificate } from 'node:crypto';

/** Ends of the certificates whose text stands in a configuration, ms since 1970; what cannot be read is left out, also a damaged configuration. */
export function certificateEnds(config: Readonly<Record<string, unknown>> | null): readonly number[] {
  return Object.values(config ?? {}).flatMap((value) => (typeof value === 'string' ? endsOf(value) : []));
}

const pem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The first of a chain is the one that is shown; a chain ends with its first end. */
export function endsOf(text: string): readonly number[] {
  const ends = (text.match(pem) ?? []).flatMap((part) => {
    try {
      return [new X509Certificate(part).validToDate.getTime()];
    } catch {
      return [];
    }
  });
  return ends.length === 0 ? [] : [Math.min(...ends)];
}
