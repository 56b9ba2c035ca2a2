import type * as z from 'zod';
import type { FieldsText } from '../../text/text.ts';
import { booleanField, choiceField } from '../plain-fields.ts';
import { pemField } from '../reference-fields.ts';

const whenOn = { field: 'tls', in: [true] } as const;

/** Group `tls-server`: certificate and client certificates of a listener. */
export const tlsServerFields = () => ({
  tls: booleanField({ default: false, group: 'tls-server' }),
  certificate: pemField({ when: whenOn, group: 'tls-server' }),
  privateKey: pemField({ when: whenOn, group: 'tls-server' }),
  caChain: pemField({ optional: true, when: whenOn, group: 'tls-server', advanced: true }),
  clientAuth: choiceField(['none', 'request', 'require', 'verify', 'require-and-verify'], {
    default: 'none',
    when: whenOn,
    group: 'tls-server',
    advanced: true,
  }),
  minVersion: choiceField(['1.0', '1.1', '1.2', '1.3'], { default: '1.2', when: whenOn, group: 'tls-server', advanced: true }),
});

export type TlsServerConfig = z.infer<z.ZodObject<ReturnType<typeof tlsServerFields>>>;

export const tlsServerText: FieldsText<TlsServerConfig> = {
  tls: { label: { en: 'Encrypt with TLS', es: 'Cifrar con TLS' } },
  certificate: {
    label: { en: 'Certificate', es: 'Certificado' },
    help: {
      en: 'PEM; intermediate certificates may follow in the same text.',
      es: 'PEM; puede incluir a continuación los certificados intermedios.',
    },
  },
  privateKey: { label: { en: 'Private key', es: 'Clave privada' } },
  caChain: {
    label: { en: 'Authority for client certificates', es: 'Autoridad de los certificados de cliente' },
    help: { en: 'Needed to verify clients.', es: 'Necesaria para comprobar a los clientes.' },
  },
  clientAuth: {
    label: { en: 'Client certificate', es: 'Certificado de cliente' },
    options: {
      none: { en: 'Not asked for', es: 'No se pide' },
      request: { en: 'Ask, accept without', es: 'Se pide, pero no es obligatorio' },
      require: { en: 'Any certificate is required', es: 'Se exige uno cualquiera' },
      verify: { en: 'Verify when given', es: 'Se comprueba si lo hay' },
      'require-and-verify': { en: 'A valid one is required', es: 'Se exige uno válido' },
    },
  },
  minVersion: {
    label: { en: 'Oldest TLS version', es: 'Versión mínima de TLS' },
    help: {
      en: 'Versions below 1.2 are weak and are noted in the activity log.',
      es: 'Las anteriores a la 1.2 son débiles y quedan anotadas en la actividad.',
    },
    options: {
      '1.0': { en: 'TLS 1.0 (weak)', es: 'TLS 1.0 (débil)' },
      '1.1': { en: 'TLS 1.1 (weak)', es: 'TLS 1.1 (débil)' },
      '1.2': { en: 'TLS 1.2', es: 'TLS 1.2' },
      '1.3': { en: 'TLS 1.3', es: 'TLS 1.3' },
    },
  },
};
