import { defineTexts } from '#i18n/texts.ts';

export const passwordTexts = defineTexts('password', {
  en: {
    rules: 'The password needs:',
    length: '10 characters or more',
    number: 'a number',
    capital: 'a capital letter',
    lowercase: 'a lowercase letter',
    special: 'a special character',
    met: 'done',
    missing: 'missing',
  },
  es: {
    rules: 'La contraseña necesita:',
    length: '10 caracteres o más',
    number: 'un número',
    capital: 'una mayúscula',
    lowercase: 'una minúscula',
    special: 'un carácter especial',
    met: 'hecho',
    missing: 'falta',
  },
});
