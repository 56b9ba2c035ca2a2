import { inBoth } from './in-both.ts';

/** Keyboard shortcuts. */
export const helpWords = inBoth({
  en: {
    'help.title': 'Keyboard shortcuts',
    'help.search': 'Find a step to add',
    'help.add': 'Add the found step after the selected one',
    'help.move': 'Move the selected steps',
    'help.remove': 'Delete what is selected',
    'help.duplicate': 'Duplicate',
    'help.copy': 'Copy, cut, paste',
    'help.all': 'Select all',
    'help.undo': 'Undo',
    'help.redo': 'Redo',
    'help.fit': 'Fit to view',
    'help.layout': 'Auto-layout',
    'help.publish': 'Publish',
    'help.help': 'Show this list',
    'help.next': 'Next step, next link',
  },
  es: {
    'help.title': 'Atajos de teclado',
    'help.search': 'Buscar un paso que añadir',
    'help.add': 'Añadir el paso encontrado tras el seleccionado',
    'help.move': 'Mover los pasos seleccionados',
    'help.remove': 'Eliminar lo seleccionado',
    'help.duplicate': 'Duplicar',
    'help.copy': 'Copiar, cortar, pegar',
    'help.all': 'Seleccionar todo',
    'help.undo': 'Deshacer',
    'help.redo': 'Rehacer',
    'help.fit': 'Ajustar a la vista',
    'help.layout': 'Ordenar',
    'help.publish': 'Publicar',
    'help.help': 'Mostrar esta lista',
    'help.next': 'Siguiente paso, siguiente enlace',
  },
});
