import { defineTexts } from '#i18n/texts.ts';

export const sourceTexts = defineTexts('source-editor', {
  en: {
    position: 'At character {{position}}',
    more_one: 'and {{count}} more',
    more_other: 'and {{count}} more',
    takeFix: 'Use {{fix}}',
    insertField: 'Insert field',
    insertFunction: 'Insert function',
    asksHelp: 'Ctrl+Space shows what fits here.',
  },
  es: {
    position: 'En el carácter {{position}}',
    more_one: 'y {{count}} más',
    more_other: 'y {{count}} más',
    takeFix: 'Usar {{fix}}',
    insertField: 'Insertar campo',
    insertFunction: 'Insertar función',
    asksHelp: 'Ctrl+Espacio muestra lo que encaja aquí.',
  },
});
