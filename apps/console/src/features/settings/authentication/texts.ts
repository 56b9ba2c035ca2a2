import { defineTexts } from '#i18n/texts.ts';

export const authenticationTexts = defineTexts('authentication', {
  en: {
    mfa: 'Two-factor authentication',
    mfaSwitch: 'Require it of all members',
    mfaHint: 'From the next login on, each member needs a code from an authenticator app as well as the password.',
    blockedBySso:
      'Single sign-on is on, so its identity provider handles two-factor authentication. To require it here, reset single sign-on first.',
    requireTitle: 'Require two-factor authentication?',
    requireText: 'Members who are logged in stay logged in. At the next login, each member without an authenticator app must set one up.',
    require: 'Require it',
    cancel: 'Cancel',
    enabled: 'Two-factor authentication enabled successfully',
    disabled: 'Two-factor authentication disabled successfully',
    changeFailed: 'Two-factor authentication could not be changed',
    content: 'Event contents',
    contentSwitch: 'Show event contents to viewers',
    contentHint:
      'When this is off, viewers and API keys with that role see configuration, states and metrics only. The activity log always shows who reads the events of each listener.',
    contentShown: 'Viewers can see event contents',
    contentHidden: 'Event contents are hidden from viewers',
    contentFailed: 'Couldn’t change who sees event contents',
  },
  es: {
    mfa: 'Autenticación en dos pasos',
    mfaSwitch: 'Exigirla a todos los miembros',
    mfaHint:
      'Desde el próximo inicio de sesión, cada miembro necesita un código de una aplicación de autenticación además de la contraseña.',
    blockedBySso:
      'El inicio de sesión único está activo: la autenticación en dos pasos corre a cargo de su proveedor de identidad. Para exigirla aquí, restablécelo antes.',
    requireTitle: '¿Exigir la autenticación en dos pasos?',
    requireText:
      'Las sesiones abiertas siguen abiertas. En el próximo inicio de sesión, cada miembro sin aplicación de autenticación tendrá que configurar una.',
    require: 'Exigirla',
    cancel: 'Cancelar',
    enabled: 'Autenticación en dos pasos activada',
    disabled: 'Autenticación en dos pasos desactivada',
    changeFailed: 'No se pudo cambiar la autenticación en dos pasos',
    content: 'Contenido de los eventos',
    contentSwitch: 'Mostrar el contenido de los eventos a los lectores',
    contentHint:
      'Si lo desactivas, los lectores y las claves de API con ese rol no ven el contenido. La configuración, los estados y las métricas siguen visibles. El registro de actividad muestra siempre quién lee los eventos de cada listener.',
    contentShown: 'Los lectores pueden ver el contenido de los eventos',
    contentHidden: 'El contenido de los eventos está oculto para los lectores',
    contentFailed: 'No se pudo cambiar quién ve el contenido de los eventos',
  },
});
