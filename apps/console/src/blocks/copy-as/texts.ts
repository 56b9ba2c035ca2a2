import { defineTexts } from '#i18n/texts.ts';

export const copyAsTexts = defineTexts('copyAs', {
  en: {
    curl: 'Copy as curl',
    command: 'Copy as CLI',
    curlCopied: 'curl command copied',
    curlNeeds: 'Set ACEQUIA_KEY to an API key before you run it.',
    commandCopied: 'Command copied',
    commandNeeds: 'Set ACEQUIA_EMAIL and ACEQUIA_PASSWORD to your account before you run it.',
  },
  es: {
    curl: 'Copiar como curl',
    command: 'Copiar como CLI',
    curlCopied: 'Comando de curl copiado',
    curlNeeds: 'Pon una clave de API en ACEQUIA_KEY antes de ejecutarlo.',
    commandCopied: 'Comando copiado',
    commandNeeds: 'Pon tu cuenta en ACEQUIA_EMAIL y ACEQUIA_PASSWORD antes de ejecutarlo.',
  },
});
