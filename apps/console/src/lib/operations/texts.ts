import { defineTexts } from '#i18n/texts.ts';

export const operationTexts = defineTexts('operations', {
  en: {
    failed: 'The action failed',
    network: 'The server does not answer',
    networkWhy: 'Your changes are still here. Check the connection and try again.',
    unknown: 'Something unexpected happened. Try again; if it fails again, send your admin this code.',
    code: 'Code {{code}}',
  },
  es: {
    failed: 'La acción falló',
    network: 'El servidor no responde',
    networkWhy: 'Tus cambios siguen aquí. Comprueba la conexión e inténtalo de nuevo.',
    unknown: 'Ha ocurrido algo inesperado. Inténtalo de nuevo; si vuelve a fallar, envía este código a tu administrador.',
    code: 'Código {{code}}',
  },
});
