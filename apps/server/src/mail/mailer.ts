import type { Log } from '@acequia/base';
import { createTransport } from 'nodemailer';

/** Where mails go out, and what their links begin with. */
export interface MailSettings {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly smtpUrl: string;
  /** `Acequia <acequia@example.com>` */
  readonly from: string;
  /** Address of the console for people, without a slash at its end; never taken from a request. */
  readonly publicUrl: string;
}

export interface Mail {
  /** One bare address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** False: the deployment has no mail, and people hand links on. */
  readonly offered: boolean;
  /** A link of this console for a mail. */
  link(path: string): string;
  /** Whether the mail server took it. Never throws; why it did not is logged without the mail. */
  send(mail: Mail): Promise<boolean>;
  close(): void;
}

export const noMailer: Mailer = { offered: false, link: (path) => path, send: () => Promise.resolve(false), close: () => undefined };

/** A mail server that does not answer for this long has not taken the mail. */
const answerMs = 10_000;
const connectionsMax = 3;

/** Mails through SMTP. TLS is used wherever the server offers it. */
export function createMailer({ smtpUrl, from, publicUrl }: MailSettings, log: Log): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: connectionsMax,
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    offered: true,
    link: (path) => publicUrl + path,
    send: async ({ to, subject, text }) => {
      try {
        await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
        return true;
      } catch (error) {
        const { code, responseCode } = error as { readonly code?: string; readonly responseCode?: number };
        log.warn({ code, responseCode }, 'the mail server did not take a mail');
        return false;
      }
    },
    close: () => transport.close(),
  };
}
