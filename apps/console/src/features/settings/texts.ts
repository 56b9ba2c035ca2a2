import { defineTexts } from '#i18n/texts.ts';

/** The window and its menu; each page has its own words. */
export const settingsTexts = defineTexts('settings', {
  en: {
    title: 'Settings',
    close: 'Close',
    account: 'Your account',
    organization: 'Organization settings',
    tenant: 'Tenant',
    preferences: 'Preferences',
    payment: 'Payment method',
    secrets: 'Secrets management',
    security: 'Security',
    users: 'Users',
    apiKeys: 'API Keys',
    usage: 'Usage',
    activity: 'Activity log',
    installation: 'Installation',
    sending: 'Allowed addresses',
  },
  es: {
    title: 'Ajustes',
    close: 'Cerrar',
    account: 'Tu cuenta',
    organization: 'Ajustes de la organización',
    tenant: 'Organización',
    preferences: 'Preferencias',
    payment: 'Forma de pago',
    secrets: 'Gestión de secretos',
    security: 'Seguridad',
    users: 'Usuarios',
    apiKeys: 'Claves de API',
    usage: 'Uso',
    activity: 'Registro de actividad',
    installation: 'Instalación',
    sending: 'Direcciones permitidas',
  },
});
