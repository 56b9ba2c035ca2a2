/** What is wrong with a text in PEM (RFC 7468), as far as its form shows. */
export type PemFault = 'broken' | 'encrypted';

export interface PemBlock {
  /** `CERTIFICATE`, `PRIVATE KEY` … */
  readonly label: string;
  /** With its first and last line. */
  readonly text: string;
}

const block = /-----BEGIN ([A-Z0-9 ]+)-----\r?\n([\s\S]*?)\r?\n-----END \1-----/g;

/** Whether a text is meant to be PEM. */
export const isPem = (text: string): boolean => text.includes('-----BEGIN ');

/** The blocks of a text, in order. */
export const pemBlocks = (text: string): PemBlock[] => [...text.matchAll(block)].map(([whole, label = '']) => ({ label, text: whole }));

/** Undefined for a text in good form, and for one that is no PEM at all. */
export function pemFault(text: string): PemFault | undefined {
  if (!isPem(text)) return undefined;
  if (text.replace(block, '').includes('-----')) return 'broken';
  for (const [, label = '', body = ''] of text.matchAll(block)) {
    if (label === 'ENCRYPTED PRIVATE KEY' || /^Proc-Type:.*ENCRYPTED/m.test(body)) return 'encrypted';
    const encoded = body.replace(/\s+/g, '');
    if (encoded.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return 'broken';
  }
  return undefined;
}
