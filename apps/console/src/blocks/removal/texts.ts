import { defineTexts } from '#i18n/texts.ts';

export const removalTexts = defineTexts('removal', {
  en: {
    title: 'Delete {{name}}?',
    unused: 'Nothing uses it. Deleting it cannot be undone.',
    used_one: 'It is used by {{count}} pipeline. Running versions of it stop:',
    used_other: 'It is used by {{count}} pipelines. Running versions of them stop:',
    plain: 'This cannot be undone.',
    confirm: 'Delete',
    confirmUsed: 'Stop and delete',
    cancel: 'Cancel',
    done: '{{name}} was deleted',
  },
  es: {
    title: '¿Eliminar {{name}}?',
    unused: 'Nada lo usa. Su eliminación no se puede deshacer.',
    used_one: 'Lo usa {{count}} pipeline. Si está en marcha, se detiene:',
    used_other: 'Lo usan {{count}} pipelines. Los que estén en marcha se detienen:',
    plain: 'Esto no se puede deshacer.',
    confirm: 'Eliminar',
    confirmUsed: 'Detener y eliminar',
    cancel: 'Cancelar',
    done: 'Se ha eliminado {{name}}',
  },
});
