import { defineTexts } from '#i18n/texts.ts';

export const instanceTexts = defineTexts('instance-form', {
  en: {
    readOnly: 'Your role can view this, but not change it.',
    searchType: 'Search by name or purpose',
    noType: 'No type matches “{{q}}”',
    clear: 'Clear search',
    general: 'General',
    settings: 'Settings',
    cluster: 'Cluster',
    clusterHint: 'Its workers open the port.',
    noCluster: 'No cluster is registered yet. Start a worker first.',
    noReadRoots: 'No folder is open for reading',
    noReadRootsWhy:
      'The workers of this cluster may not read any files yet. Ask an operator to list folders in ACEQUIA_READ_ROOTS, separated by commas, and restart the workers, e.g.',
    help: 'Help',
    example: 'Start from an example',
    examples: 'Examples',
    restored: 'The values you entered before are restored.',
    discard: 'Start over',
    refused: 'Couldn’t save',
    changedMeanwhile: 'Someone else changed it meanwhile. Open it again to see the latest state. Your entries stay until you leave.',
    cancel: 'Cancel',
  },
  es: {
    readOnly: 'Tu rol puede ver esto, pero no cambiarlo.',
    searchType: 'Buscar por nombre o finalidad',
    noType: 'Ningún tipo coincide con «{{q}}»',
    clear: 'Borrar la búsqueda',
    general: 'General',
    settings: 'Ajustes',
    cluster: 'Clúster',
    clusterHint: 'Sus workers abren el puerto.',
    noCluster: 'Aún no hay ningún clúster. Arranca antes un worker.',
    noReadRoots: 'No hay ninguna carpeta abierta para lectura',
    noReadRootsWhy:
      'Los workers de este clúster aún no pueden leer ningún archivo. Pide a un operador que indique carpetas en ACEQUIA_READ_ROOTS, separadas por comas, y reinicie los workers, p. ej.',
    help: 'Ayuda',
    example: 'Partir de un ejemplo',
    examples: 'Ejemplos',
    restored: 'Se han recuperado los valores que habías escrito.',
    discard: 'Empezar de nuevo',
    refused: 'No se pudo guardar',
    changedMeanwhile:
      'Otra persona lo cambió mientras tanto. Ábrelo de nuevo para ver el último estado. Lo que has escrito se conserva hasta que salgas.',
    cancel: 'Cancelar',
  },
});
