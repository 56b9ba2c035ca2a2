import { defineTexts } from '#i18n/texts.ts';

export const sourceTexts = defineTexts('source-editor', {
  en: {
    position: 'At character {{position}}',
    more: 'and {{count}} more',
    takeFix: 'Use {{fix}}',
    insertField: 'Insert field',
    insertFunction: 'Insert function',
    asksHelp: 'Press Ctrl+Space for suggestions.',
  },
  es: {
    position: 'En el carácter {{position}}',
    more: 'y {{count}} más',
    takeFix: 'Usar {{fix}}',
    insertField: 'Insertar campo',
    insertFunction: 'Insertar función',
    asksHelp: 'Pulsa Ctrl+Espacio para ver sugerencias.',
  },
});
