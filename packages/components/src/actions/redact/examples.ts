import type { ActionDefinition } from '@acequia/component-sdk/definition';
import type { redactConfig } from './config.ts';

export const redactExamples: ActionDefinition<typeof redactConfig>['examples'] = [
  {
    name: { en: 'Email addresses and card numbers', es: 'Correos y números de tarjeta' },
    config: { detectors: ['email', 'card'] },
  },
  {
    name: { en: 'Spanish identity numbers, last four kept', es: 'Documentos españoles, con los cuatro últimos' },
    config: { detectors: ['dni', 'nie', 'cif', 'iban', 'phone'], mode: 'partial', fields: ['message'], report: 'found' },
  },
  {
    name: { en: 'Logs with secrets leave by a separate port', es: 'Los registros con secretos salen por un puerto aparte' },
    config: {
      detectors: ['jwt', 'bearer', 'private-key', 'cloud-key', 'service-token', 'url-password', 'password'],
      routeFound: true,
    },
  },
  {
    name: { en: 'Customer numbers as hashes', es: 'Números de cliente como hash' },
    config: {
      detectors: [],
      mode: 'hash',
      key: 'SE_redact',
      ownDetectors: [{ name: 'customer', regex: '\\bC-\\d{6,10}\\b' }],
    },
  },
];
