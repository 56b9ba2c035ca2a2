import { defineTexts } from '#i18n/texts.ts';

export const tenantTexts = defineTexts('tenants', {
  en: {
    title: 'Your organizations',
    tenant: 'Organization {{name}}',
    search: 'Search by name',
    nothing: 'None matches.',
    members_one: '{{count}} member',
    members_other: '{{count}} members',
    demoTour: 'Take the tour of the demo',
    current: 'you are here',
    default: 'Default',
    defaultHint: 'You start here when you log in.',
    makeDefault: 'Start in {{name}} when I log in',
    defaultFailed: 'Failed to set default tenant, please try again',
    changeFailed: 'Error changing tenant',
  },
  es: {
    title: 'Tus organizaciones',
    tenant: 'Organización {{name}}',
    search: 'Buscar por nombre',
    nothing: 'Ninguna coincide.',
    members_one: '{{count}} miembro',
    members_other: '{{count}} miembros',
    demoTour: 'Hacer el recorrido por la demo',
    current: 'estás aquí',
    default: 'Por defecto',
    defaultHint: 'Empiezas aquí cuando inicias sesión.',
    makeDefault: 'Empezar en {{name}} al iniciar sesión',
    defaultFailed: 'No se ha podido fijar la organización por defecto, inténtalo de nuevo',
    changeFailed: 'Error al cambiar de organización',
  },
});
