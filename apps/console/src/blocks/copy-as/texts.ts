import { defineTexts } from '#i18n/texts.ts';

export const copyAsTexts = defineTexts('copyAs', {
  en: {
    curl: 'Copy as curl',
    command: 'Copy as CLI',
    curlCopied: 'curl command copied',
    curlNeeds: 'Put an API key into ACEQUIA_KEY before you run it.',
    commandCopied: 'Command copied',
    commandNeeds: 'Put your account into ACEQUIA_EMAIL and ACEQUIA_PASSWORD before you run it.',
  },
  es: {
    curl: 'Copiar como curl',
    command: 'Copiar como CLI',
    curlCopied: 'Orden de curl copiada',
    curlNeeds: 'Pon una clave de API en ACEQUIA_KEY antes de ejecutarla.',
    commandCopied: 'Orden copiada',
    commandNeeds: 'Pon tu cuenta en ACEQUIA_EMAIL y ACEQUIA_PASSWORD antes de ejecutarla.',
  },
});
