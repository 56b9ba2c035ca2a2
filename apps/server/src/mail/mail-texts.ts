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
          ? `You’re invited to join ${oneLine(tenantName)} in Acequia.`
          : `${oneLine(by)} invited you to join ${oneLine(tenantName)} in Acequia.`,
        '',
        'Open this link to accept. The link works once, for 7 days:',
        link,
        '',
        'If you didn’t expect this invitation, ignore this email. Nothing happens.',
      ].join('\n'),
    }),
    reset: (link) => ({
      subject: 'Set a new password for Acequia',
      text: [
        'Someone asked to reset the password of the Acequia account with this address.',
        '',
        'Open this link to set a new password. The link works once, for 30 minutes:',
        link,
        '',
        'If this wasn’t you, ignore this email. Your password stays the same.',
      ].join('\n'),
    }),
    changed: (change) => ({
      subject: 'Your Acequia password was changed',
      text: [
        change.by === 'link'
          ? 'The password of your Acequia account was changed with a link from an email or an operator. All your sessions were ended.'
          : 'The password of your Acequia account was changed in your preferences. Your other sessions were ended.',
        ...(change.by !== 'link' || change.heldUntilMs === undefined
          ? []
          : [`Two-factor authentication stays on. No email can turn it off until ${moment('en', change.heldUntilMs)}.`]),
        '',
        'If this wasn’t you, reset your password at once and tell an admin of your organization.',
      ].join('\n'),
    }),
    mfaReset: (link) => ({
      subject: 'Turn off two-factor authentication in Acequia',
      text: [
        'Someone asked to turn off two-factor authentication for the Acequia account with this address.',
        '',
        'Open this link and enter your password. The link works once, for 30 minutes:',
        link,
        '',
        'If this wasn’t you, ignore this email. Nothing changes.',
      ].join('\n'),
    }),
    mfaHeld: (untilMs) => ({
      subject: 'Two-factor authentication in Acequia can’t be turned off yet',
      text: [
        'Someone asked to turn off two-factor authentication for the Acequia account with this address.',
        '',
        `The password of this account was reset by email recently. To protect the account, an email can’t turn off two-factor authentication until ${moment('en', untilMs)}. Ask again then, use a recovery code, or ask the operator.`,
        '',
        'If this wasn’t you, someone else may be able to read your email. Secure your mailbox and contact an admin of your organization.',
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
          'code used': 'A recovery code of your Acequia account was used. That code no longer works.',
          'new codes': 'New recovery codes were created for your Acequia account. The previous ones no longer work.',
        }[change],
        '',
        'If this wasn’t you, change your password at once and tell an admin of your organization.',
      ].join('\n'),
    }),
  },
  es: {
    invite: ({ tenantName, by, link }) => ({
      subject: `Invitación a ${oneLine(tenantName)} en Acequia`,
      text: [
        by === ''
          ? `Tienes una invitación para unirte a ${oneLine(tenantName)} en Acequia.`
          : `${oneLine(by)} te invita a unirte a ${oneLine(tenantName)} en Acequia.`,
        '',
        'Abre este enlace para aceptarla. El enlace sirve una vez, durante 7 días:',
        link,
        '',
        'Si no esperabas esta invitación, ignora este correo: no pasará nada.',
      ].join('\n'),
    }),
    reset: (link) => ({
      subject: 'Elige una contraseña nueva para Acequia',
      text: [
        'Alguien ha pedido una contraseña nueva para la cuenta de Acequia con esta dirección.',
        '',
        'Abre este enlace para elegirla. El enlace sirve una vez, durante 30 minutos:',
        link,
        '',
        'Si no has sido tú, ignora este correo: tu contraseña sigue igual.',
      ].join('\n'),
    }),
    changed: (change) => ({
      subject: 'Se ha cambiado tu contraseña de Acequia',
      text: [
        change.by === 'link'
          ? 'La contraseña de tu cuenta de Acequia se cambió con un enlace de un correo o de un operador. Se cerraron todas tus sesiones.'
          : 'La contraseña de tu cuenta de Acequia se ha cambiado en tus preferencias. Se han cerrado tus demás sesiones.',
        ...(change.by !== 'link' || change.heldUntilMs === undefined
          ? []
          : [`La autenticación en dos pasos sigue activa. Ningún correo puede desactivarla hasta el ${moment('es', change.heldUntilMs)}.`]),
        '',
        'Si no has sido tú, pide enseguida una contraseña nueva y avisa a un administrador de tu organización.',
      ].join('\n'),
    }),
    mfaReset: (link) => ({
      subject: 'Desactivar la autenticación en dos pasos de Acequia',
      text: [
        'Alguien ha pedido desactivar la autenticación en dos pasos de la cuenta de Acequia con esta dirección.',
        '',
        'Abre este enlace y escribe tu contraseña. El enlace sirve una vez, durante 30 minutos:',
        link,
        '',
        'Si no has sido tú, ignora este correo: nada cambia.',
      ].join('\n'),
    }),
    mfaHeld: (untilMs) => ({
      subject: 'La autenticación en dos pasos de Acequia aún no se puede desactivar',
      text: [
        'Alguien ha pedido desactivar la autenticación en dos pasos de la cuenta de Acequia con esta dirección.',
        '',
        `La contraseña de esta cuenta se cambió por correo hace poco. Para proteger la cuenta, por correo no se puede desactivar la autenticación en dos pasos hasta el ${moment('es', untilMs)}. Vuelve a pedirlo entonces, usa un código de recuperación o pregunta al operador.`,
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
          'code used': 'Se ha usado un código de recuperación de tu cuenta de Acequia. Ese código ya no sirve.',
          'new codes': 'Se han creado códigos de recuperación nuevos para tu cuenta de Acequia. Los anteriores ya no sirven.',
        }[change],
        '',
        'Si no has sido tú, cambia enseguida tu contraseña y avisa a un administrador de tu organización.',
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
