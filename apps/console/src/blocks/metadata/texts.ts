import { defineTexts } from '#i18n/texts.ts';

export const metadataTexts = defineTexts('metadata', {
  en: {
    name: 'Name',
    description: 'Description',
    tags: 'Tags',
    tagsHint: 'Each at least 2 characters; Enter adds one.',
    optional: 'optional',
    nameEmpty: 'Enter a name.',
    nameLong: 'At most 128 characters.',
    tagShort: 'A tag has between 2 and 64 characters.',
    tagMany: 'At most 20 tags.',
    descriptionLong: 'At most 2,000 characters.',
    nameTaken: 'This name is already in use. Choose another one.',
  },
  es: {
    name: 'Nombre',
    description: 'Descripción',
    tags: 'Tags',
    tagsHint: 'De 2 caracteres o más; Intro añade uno.',
    optional: 'opcional',
    nameEmpty: 'Escribe un nombre.',
    nameLong: 'Como máximo 128 caracteres.',
    tagShort: 'Un tag tiene entre 2 y 64 caracteres.',
    tagMany: 'Como máximo 20 tags.',
    descriptionLong: 'Como máximo 2000 caracteres.',
    nameTaken: 'Ese nombre ya se usa. Elige otro.',
  },
});
