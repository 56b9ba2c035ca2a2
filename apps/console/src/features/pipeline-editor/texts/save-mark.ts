import { defineTexts } from '#i18n/texts.ts';

/** How the draft is saved; a page that saves none does not load them. */
export const saveMarkTexts = defineTexts('save-mark', {
  en: {
    saved: 'Saved {{ago}}',
    savedAll: 'All changes are saved',
    saving: 'Saving…',
    offline: 'Offline: your changes are kept in this tab',
    offlineShort: 'Offline',
    conflict: 'Someone else saved this draft',
    conflictShort: 'Conflict',
    resolve: 'Resolve',
    refused: 'Not saved',
    refusedShow: 'See why',
    refusedKept: 'Your changes are kept in this tab. They are saved with your next edit, or when you try again.',
    tryAgain: 'Try again',
  },
  es: {
    saved: 'Guardado {{ago}}',
    savedAll: 'Todo está guardado',
    saving: 'Guardando…',
    offline: 'Sin conexión: tus cambios se conservan en esta pestaña',
    offlineShort: 'Sin conexión',
    conflict: 'Otra persona ha guardado este borrador',
    conflictShort: 'Conflicto',
    resolve: 'Resolver',
    refused: 'Sin guardar',
    refusedShow: 'Ver por qué',
    refusedKept: 'Tus cambios se conservan en esta pestaña. Se guardan con tu próximo cambio o cuando reintentes.',
    tryAgain: 'Reintentar',
  },
});
