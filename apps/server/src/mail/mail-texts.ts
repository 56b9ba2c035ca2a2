import type { Preferences } from '@acequia/contract';
import type { Mail } from './mailer.ts';
import { oneLine } from './one-line.ts';

type Language = Preferences['language'];
type Words = Omit<Mail, 'to'>;

export interface InviteFacts {
  readonly tenantName: string;
  /** Who invites; empty when the operator does. */
  readonly by: string;
  readonly link: string;
}

/** What became of a second factor. */
export type MfaChange = 'on' | 'off' | 'reset' | 'code used' | 'new codes';

/** Where a password was changed: in the console, with the present one, or with a link, and until when that holds back a reset of the second factor. */
type PasswordChange = { readonly by: 'preferences' } | { readonly by: 'link'; readonly heldUntilMs: number | undefined };

/** A mail does not know where it is read. */
const moment = (language: Language, atMs: number): string =>
  `${new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(atMs)} UTC`;

/** Every mail the product writes, plain text, in both languages. A name stays on its line whatever it holds. */
const texts: Readonly<
  Record<
    Language,
    {
      readonly invite: (facts: InviteFacts) => Words;
      readonly reset: (link: string) => Words;
      readonly changed: (change: PasswordChange) => Words;
      readonly mfaReset: (link: string) => Words;
      readonly mfaHeld: (untilMs: number) => Words;
      readonly mfaChanged: (change: MfaChange) => Words;
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
    changed: (change) => ({
      subject: 'Your Acequia password was changed',
      text: [
        change.by === 'link'
          ? 'The password of your Acequia account was changed with a link from an email or an operator. All your sessions were ended.'
          : 'The password of your Acequia account was changed in its preferences, and its other sessions were ended.',
        ...(change.by !== 'link' || change.heldUntilMs === undefined
          ? []
          : [`Two-factor authentication stays on: until ${moment('en', change.heldUntilMs)} no mail takes it off.`]),
        '',
        'If it was not you, ask for a new password at once and tell the administrator of your organization.',
      ].join('\n'),
    }),
    mfaReset: (link) => ({
      subject: 'Turn off two-factor authentication in Acequia',
      text: [
        'Somebody asked to take two-factor authentication off the Acequia account of this address.',
        '',
        'Open this link and enter your password. It works once, for 30 minutes:',
        link,
        '',
        'If it was not you, ignore the mail: nothing changes.',
      ].join('\n'),
    }),
    mfaHeld: (untilMs) => ({
      subject: 'Two-factor authentication in Acequia cannot be taken off yet',
      text: [
        'Somebody asked to take two-factor authentication off the Acequia account of this address.',
        '',
        `Its password was set with a link from a mail a short while ago. So that one mailbox does not open both, no mail takes two-factor authentication off until ${moment('en', untilMs)}. Ask again then, use a recovery code, or ask the operator.`,
        '',
        'If it was not you, someone else may be able to read your email. Secure your mailbox and contact an admin of your organization.',
      ].join('\n'),
    }),
    mfaChanged: (change) => ({
      subject: 'Two-factor authentication of your Acequia account',
      text: [
        {
          on: 'Two-factor authentication was turned on for your Acequia account, or moved to another authenticator.',
          off: 'Two-factor authentication was turned off for your Acequia account.',
          reset:
            'Two-factor authentication was removed from your Acequia account with a link from an email or an operator. All your sessions were ended.',
          'code used': 'A recovery code of your Acequia account was used. It does not work again.',
          'new codes': 'New recovery codes were made for your Acequia account. The ones before no longer work.',
        }[change],
        '',
        'If it was not you, change your password at once and tell the administrator of your organization.',
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
    changed: (change) => ({
      subject: 'Se ha cambiado tu contraseña de Acequia',
      text: [
        change.by === 'link'
          ? 'La contraseña de tu cuenta de Acequia se cambió con un enlace de un correo o de un operador. Se cerraron todas tus sesiones.'
          : 'La contraseña de tu cuenta de Acequia se ha cambiado en sus preferencias, y se han cerrado sus demás sesiones.',
        ...(change.by !== 'link' || change.heldUntilMs === undefined
          ? []
          : [`La autenticación en dos pasos sigue activa: hasta el ${moment('es', change.heldUntilMs)} ningún correo la quita.`]),
        '',
        'Si no has sido tú, pide enseguida una contraseña nueva y avisa al administrador de tu organización.',
      ].join('\n'),
    }),
    mfaReset: (link) => ({
      subject: 'Desactivar la autenticación en dos pasos de Acequia',
      text: [
        'Alguien ha pedido quitar la autenticación en dos pasos de la cuenta de Acequia de esta dirección.',
        '',
        'Abre este enlace y escribe tu contraseña. Sirve una vez, durante 30 minutos:',
        link,
        '',
        'Si no has sido tú, no hagas caso de este correo: nada cambia.',
      ].join('\n'),
    }),
    mfaHeld: (untilMs) => ({
      subject: 'La autenticación en dos pasos de Acequia aún no se puede quitar',
      text: [
        'Alguien ha pedido quitar la autenticación en dos pasos de la cuenta de Acequia de esta dirección.',
        '',
        `Su contraseña se eligió hace poco con un enlace de un correo. Para que un solo buzón no abra ambas cosas, ningún correo quita la autenticación en dos pasos hasta el ${moment('es', untilMs)}. Vuelve a pedirlo entonces, usa un código de recuperación o pregunta al operador.`,
        '',
        'Si no has sido tú, puede que otra persona lea tu correo. Protege tu buzón y avisa a un administrador de tu organización.',
      ].join('\n'),
    }),
    mfaChanged: (change) => ({
      subject: 'Autenticación en dos pasos de tu cuenta de Acequia',
      text: [
        {
          on: 'Se ha activado la autenticación en dos pasos de tu cuenta de Acequia, o se ha pasado a otro autenticador.',
          off: 'Se ha desactivado la autenticación en dos pasos de tu cuenta de Acequia.',
          reset:
            'Se quitó la autenticación en dos pasos de tu cuenta de Acequia. Se usó un enlace de un correo o de un operador. Se cerraron todas tus sesiones.',
          'code used': 'Se ha usado un código de recuperación de tu cuenta de Acequia. No sirve otra vez.',
          'new codes': 'Se han creado códigos de recuperación nuevos para tu cuenta de Acequia. Los anteriores ya no sirven.',
        }[change],
        '',
        'Si no has sido tú, cambia enseguida tu contraseña y avisa al administrador de tu organización.',
      ].join('\n'),
    }),
  },
};

export const inviteMail = (language: Language, to: string, facts: InviteFacts): Mail => ({ to, ...texts[language].invite(facts) });
export const resetMail = (language: Language, to: string, link: string): Mail => ({ to, ...texts[language].reset(link) });
export const passwordChangedMail = (language: Language, to: string, change: PasswordChange): Mail => ({
  to,
  ...texts[language].changed(change),
});
export const mfaResetMail = (language: Language, to: string, link: string): Mail => ({ to, ...texts[language].mfaReset(link) });
/** Instead of a link, while a reset of the password holds it back. */
export const mfaHeldMail = (language: Language, to: string, untilMs: number): Mail => ({ to, ...texts[language].mfaHeld(untilMs) });
/** Tells the user what became of the second factor. */
export const mfaChangedMail = (language: Language, to: string, change: MfaChange): Mail => ({ to, ...texts[language].mfaChanged(change) });
