import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Received {
  /** Envelope recipients. */
  readonly to: readonly string[];
  /** Headers and body as they came, soft line breaks joined, decoded. */
  readonly text: string;
}

/** A real mail server on loopback that keeps what it is sent. */
export interface TestInbox {
  readonly url: string;
  readonly mails: readonly Received[];
  /** The path of a link in the newest mail of an address, e.g. `/join#token=…`. */
  linkFor(address: string): string;
  close(): Promise<void>;
}

export async function startTestInbox(options: { readonly refuse?: boolean } = {}): Promise<TestInbox> {
  const mails: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (options.refuse === true) {
          done(Object.assign(new Error('no room'), { responseCode: 452 }));
          return;
        }
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: decode(Buffer.concat(parts).toString('latin1')) });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    linkFor: (address) => {
      const mail = mails.findLast(({ to }) => to.includes(address));
      const link = /(\/[\w-]+#token=[\w-]+)/.exec(mail?.text ?? '')?.[1];
      if (link === undefined) throw new Error(`no mail with a link for ${address}`);
      return link;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Quoted-printable (RFC 2045, 6.7) as text. */
const decode = (raw: string): string =>
  Buffer.from(
    raw.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
