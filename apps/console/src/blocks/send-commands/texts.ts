import { defineTexts } from '#i18n/texts.ts';

export const sendTexts = defineTexts('send-commands', {
  en: {
    tools: 'Sender',
    sendFrom: 'Send from',
    here: 'This machine',
    there: 'Another machine',
    withToken: 'Includes your token',
    tokenHidden: 'The token is shown only once. A new one replaces it.',
    secretHint: 'A saved secret is never shown again. Run this in your terminal, enter the secret, and press Enter:',
    copyCommand: 'Copy command',
    copied: 'Copied',
    failed: 'Couldn’t copy. Select the text instead.',
    noCommands: 'There is no ready-made command for this listener.',
  },
  es: {
    tools: 'Emisor',
    sendFrom: 'Enviar desde',
    here: 'Esta máquina',
    there: 'Otra máquina',
    withToken: 'Incluye tu token',
    tokenHidden: 'El token solo se muestra una vez. Uno nuevo lo reemplaza.',
    secretHint: 'Un secreto guardado no se vuelve a mostrar. Ejecuta esto en tu terminal, escribe el secreto y pulsa Intro:',
    copyCommand: 'Copiar comando',
    copied: 'Copiado',
    failed: 'No se pudo copiar. Selecciona el texto.',
    noCommands: 'No hay un comando preparado para este listener.',
  },
});
