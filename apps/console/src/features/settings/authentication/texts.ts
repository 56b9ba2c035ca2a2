import { defineTexts } from '#i18n/texts.ts';

export const authenticationTexts = defineTexts('authentication', {
  en: {
    mfa: 'Two-factor authentication',
    mfaSwitch: 'Require it of everybody',
    mfaHint: 'From their next log-in on, every member needs a code of an authenticator app besides the password.',
    blockedBySso: 'Single sign-on is on: its identity provider asks for the second factor. Reset single sign-on first.',
    requireTitle: 'Require two-factor authentication?',
    requireText:
      'Whoever is logged in stays so. At the next log-in every member without an authenticator sets one up before anything else.',
    require: 'Require it',
    cancel: 'Cancel',
    enabled: 'Two-factor authentication enabled successfully',
    disabled: 'Two-factor authentication disabled successfully',
    changeFailed: 'Two-factor authentication could not be changed',
  },
  es: {
    mfa: 'Autenticación en dos pasos',
    mfaSwitch: 'Exigirla a todos',
    mfaHint: 'Desde su próximo acceso, cada miembro necesitará un código de una aplicación de autenticación además de la contraseña.',
    blockedBySso:
      'El inicio de sesión único está activo: su proveedor de identidad pide el segundo factor. Restablécelo antes de exigirlo aquí.',
    requireTitle: '¿Exigir la autenticación en dos pasos?',
    requireText:
      'Quien ya está dentro sigue dentro. En el próximo acceso, cada miembro sin autenticador configurará uno antes de nada más.',
    require: 'Exigirla',
    cancel: 'Cancelar',
    enabled: 'Autenticación en dos pasos activada',
    disabled: 'Autenticación en dos pasos desactivada',
    changeFailed: 'No se ha podido cambiar la autenticación en dos pasos',
  },
});
