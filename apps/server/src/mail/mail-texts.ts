import type { Preferences } from '@acequia/contract';
import type { Mail } from './mailer.ts';

type Language = Preferences['language'];
type Words = Omit<Mail, 'to'>;

export interface InviteFacts {
  readonly tenantName: string;
  /** Who invites; empty when the operator does. */
  readonly by: string;
  readonly link: string;
}

const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim();

/** Every mail the product writes, plain text, in both languages. A name stays on its line whatever it holds. */
const texts: Readonly<
  Record<
    Language,
    {
      readonly invite: (facts: InviteFacts) => Words;
      readonly reset: (link: string) => Words;
      readonly changed: () => Words;
    }
  >
> = {
  en: {
    invite: ({ tenantName, by, link }) => ({
      subject: `Invitation to ${oneLine(tenantName)} in Acequia`,
      text: [
        by === ''
          ? `You are invited to ${oneLine(tenantName)} in Acequia.`
          : `${oneLine(by)} invites you to ${oneLine(tenantName)} in Acequia.`,
        '',
        'Open this link to accept. It works once, for 7 days:',
        link,
        '',
        'If you did not expect this, ignore the mail: nothing happens.',
      ].join('\n'),
    }),
    reset: (link) => ({
      subject: 'Set a new password for Acequia',
      text: [
        'Somebody asked for a new password for the Acequia account of this address.',
        '',
        'Open this link to set it. It works once, for 30 minutes:',
        link,
        '',
        'If it was not you, ignore the mail: your password stays as it is.',
      ].join('\n'),
    }),
    changed: () => ({
      subject: 'Your Acequia password was changed',
      text: [
        'The password of your Acequia account was changed with a link from a mail or from an operator, and all its sessions were ended.',
        '',
        'If it was not you, ask for a new password at once and tell the administrator of your organization.',
      ].join('\n'),
    }),
  },
  es: {
    invite: ({ tenantName, by, link }) => ({
      subject: `Invitación a ${oneLine(tenantName)} en Acequia`,
      text: [
        by === ''
          ? `Tienes una invitación a ${oneLine(tenantName)} en Acequia.`
          : `${oneLine(by)} te invita a ${oneLine(tenantName)} en Acequia.`,
        '',
        'Abre este enlace para aceptarla. Sirve una vez, durante 7 días:',
        link,
        '',
        'Si no la esperabas, no hagas caso de este correo: no pasará nada.',
      ].join('\n'),
    }),
    reset: (link) => ({
      subject: 'Elige una contraseña nueva para Acequia',
      text: [
        'Alguien ha pedido una contraseña nueva para la cuenta de Acequia de esta dirección.',
        '',
        'Abre este enlace para elegirla. Sirve una vez, durante 30 minutos:',
        link,
        '',
        'Si no has sido tú, no hagas caso de este correo: tu contraseña sigue igual.',
      ].join('\n'),
    }),
    changed: () => ({
      subject: 'Se ha cambiado tu contraseña de Acequia',
      text: [
        'La contraseña de tu cuenta de Acequia se ha cambiado con un enlace de un correo o de un operador, y se han cerrado todas sus sesiones.',
        '',
        'Si no has sido tú, pide enseguida una contraseña nueva y avisa al administrador de tu organización.',
      ].join('\n'),
    }),
  },
};

export const inviteMail = (language: Language, to: string, facts: InviteFacts): Mail => ({ to, ...texts[language].invite(facts) });
export const resetMail = (language: Language, to: string, link: string): Mail => ({ to, ...texts[language].reset(link) });
/** Tells the user that the password was changed by a link. */
export const passwordChangedMail = (language: Language, to: string): Mail => ({ to, ...texts[language].changed() });
