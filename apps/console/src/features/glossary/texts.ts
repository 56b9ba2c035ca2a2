import { defineTexts } from '#i18n/texts.ts';

export const glossaryTexts = defineTexts('glossary', {
  en: {
    title: 'Glossary',
    home: 'Home',
    search: 'Search words',
    lead: 'One word per idea, here as in the documentation.',
    none: 'No terms match',
    clear: 'Clear the search',
  },
  es: {
    title: 'Glosario',
    home: 'Inicio',
    search: 'Buscar palabras',
    lead: 'Una palabra por idea, aquí y en la documentación.',
    none: 'Ningún término coincide',
    clear: 'Borrar la búsqueda',
  },
});
