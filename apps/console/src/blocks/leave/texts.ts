import { defineTexts } from '#i18n/texts.ts';

export const leaveTexts = defineTexts('leave', {
  en: {
    title: 'Leave without saving?',
    text: 'Your entries stay in this tab until you close it.',
    leave: 'Leave',
    stay: 'Keep editing',
  },
  es: {
    title: '¿Salir sin guardar?',
    text: 'Lo que has escrito se conserva en esta pestaña hasta que la cierres.',
    leave: 'Salir',
    stay: 'Seguir editando',
  },
});
