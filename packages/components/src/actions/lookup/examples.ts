import type { ActionDefinition } from '@acequia/component-sdk/definition';
import type { lookupConfig } from './config.ts';

export const lookupExamples: ActionDefinition<typeof lookupConfig>['examples'] = [
  {
    name: { en: 'Site of an address', es: 'Sede de una dirección' },
    config: { lookup: 'LK_sites', key: '${src}', match: 'cidr', columns: [{ column: 'site' }] },
  },
  {
    name: { en: 'All that is known of a user', es: 'Todo lo que se sabe de un usuario' },
    config: { lookup: 'LK_users', key: '${user}', match: 'ignore-case' },
  },
  {
    name: { en: 'Meaning of a code, unknown ones apart', es: 'Significado de un código; los desconocidos, aparte' },
    config: {
      lookup: 'LK_codes',
      version: 'fixed',
      fixedVersion: 3,
      key: '${status}',
      columns: [{ column: 'site', output: 'meaning', type: 'string', default: 'unknown' }],
      routeUnmatched: true,
    },
  },
];
