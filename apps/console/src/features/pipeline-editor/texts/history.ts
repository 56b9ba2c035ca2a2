import { inBoth } from './in-both.ts';

/** The version history. */
export const historyWords = inBoth({
  en: {
    history: 'Version history',
    published: 'Published',
    autosavedTitle: 'Saved automatically',
    draftState: 'Draft {{revision}}',
    compare: 'Difference between two versions',
    comparedWith: 'Compared with',
    historyAlone: 'There is nothing to compare with yet.',
    historySame: 'Nothing runs differently from {{version}}.',
    historyEmpty: 'Neither has a step.',
    graphDiff_one: 'Drawing of the difference, {{count}} step marked',
    graphDiff_other: 'Drawing of the difference, {{count}} steps marked',
    look: 'Open',
    rollBack: 'Roll back to v{{version}}',
    startedInstead: 'It takes the place of {{versions}}.',
    restoreNotSaved: 'Your last changes are not saved yet. Check the connection and try again.',
  },
  es: {
    history: 'Historial de versiones',
    published: 'Publicadas',
    autosavedTitle: 'Guardadas automáticamente',
    draftState: 'Borrador {{revision}}',
    compare: 'Diferencia entre dos versiones',
    comparedWith: 'Comparada con',
    historyAlone: 'Aún no hay con qué comparar.',
    historySame: 'Nada funciona de forma distinta a {{version}}.',
    historyEmpty: 'Ninguna tiene pasos.',
    graphDiff_one: 'Dibujo de la diferencia, {{count}} paso marcado',
    graphDiff_other: 'Dibujo de la diferencia, {{count}} pasos marcados',
    look: 'Abrir',
    rollBack: 'Volver a v{{version}}',
    startedInstead: 'Sustituye a {{versions}}.',
    restoreNotSaved: 'Tus últimos cambios aún no están guardados. Comprueba la conexión y reinténtalo.',
  },
});
