import { inBoth } from './in-both.ts';

/** The version history. */
export const historyWords = inBoth({
  en: {
    history: 'Version history',
    published: 'Published',
    autosavedTitle: 'Saved automatically',
    draftState: 'Draft {{revision}}',
    compare: 'Compare two versions',
    comparedWith: 'Compared with',
    historyAlone: 'There is no other version to compare with yet.',
    historySame: 'Works the same as {{version}}.',
    historyEmpty: 'Neither version has steps.',
    graphDiff_one: 'Drawing of the difference, {{count}} step marked',
    graphDiff_other: 'Drawing of the difference, {{count}} steps marked',
    look: 'Open',
    rollBack: 'Roll back to v{{version}}',
    startedInstead: 'It replaces {{versions}}.',
    restoreNotSaved: 'Your last changes are not saved yet. Check the connection and try again.',
  },
  es: {
    history: 'Historial de versiones',
    published: 'Publicadas',
    autosavedTitle: 'Guardadas automáticamente',
    draftState: 'Borrador {{revision}}',
    compare: 'Comparar dos versiones',
    comparedWith: 'Comparada con',
    historyAlone: 'Aún no hay otra versión con la que comparar.',
    historySame: 'Funciona igual que {{version}}.',
    historyEmpty: 'Ninguna de las dos versiones tiene pasos.',
    graphDiff_one: 'Dibujo de la diferencia, {{count}} paso marcado',
    graphDiff_other: 'Dibujo de la diferencia, {{count}} pasos marcados',
    look: 'Abrir',
    rollBack: 'Volver a v{{version}}',
    startedInstead: 'Sustituye a {{versions}}.',
    restoreNotSaved: 'Tus últimos cambios aún no están guardados. Comprueba la conexión e inténtalo de nuevo.',
  },
});
