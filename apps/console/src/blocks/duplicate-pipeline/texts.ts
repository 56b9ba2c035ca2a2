import { defineTexts } from '#i18n/texts.ts';

export const duplicateTexts = defineTexts('duplicate-pipeline', {
  en: {
    duplicate: 'Duplicate pipeline',
    copyOf: '{{name}} (copy)',
    copyOfNumber: '{{name}} (copy {{number}})',
    done: '{{name}} was created',
    doneWhy: 'The copy is a draft with the same steps, tags and tests. It is not running.',
    open: 'Open',
  },
  es: {
    duplicate: 'Duplicar pipeline',
    copyOf: '{{name}} (copia)',
    copyOfNumber: '{{name}} (copia {{number}})',
    done: 'Se ha creado {{name}}',
    doneWhy: 'La copia es un borrador con los mismos pasos, tags y pruebas. No está en marcha.',
    open: 'Abrir',
  },
});
