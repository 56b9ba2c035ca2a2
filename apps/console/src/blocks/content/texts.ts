import { defineTexts } from '#i18n/texts.ts';

export const contentTexts = defineTexts('content', {
  en: {
    hidden: 'Event contents are hidden from viewers',
    hiddenWhy: 'Your organization shows event contents to owners and admins only. Ask one of them if you need to see them.',
  },
  es: {
    hidden: 'El contenido de los eventos está oculto para los lectores',
    hiddenWhy:
      'Tu organización solo muestra el contenido de los eventos a propietarios y administradores. Si necesitas verlo, pídeselo a uno de ellos.',
  },
});
