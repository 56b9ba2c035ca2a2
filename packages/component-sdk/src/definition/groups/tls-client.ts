import type * as z from 'zod';
import type { FieldsText } from '../../text/text.ts';
import { booleanField, choiceField, textField } from '../plain-fields.ts';
import { pemField } from '../reference-fields.ts';

/** Group `tls-client`: how the other side is verified. `byScheme`: an address says whether TLS is used, so there is no switch. */
export const tlsClientFields = ({ byScheme = false }: { readonly byScheme?: boolean } = {}) => {
  const whenOn = byScheme ? {} : { when: { field: 'tls', in: [true] } };
  const common = { ...whenOn, group: 'tls-client', advanced: true };
  return {
    tls: booleanField({ default: byScheme, group: 'tls-client', ...(byScheme ? { unused: true } : {}) }),
    caChain: pemField({ optional: true, ...common }),
    clientCertificate: pemField({ optional: true, ...common }),
    clientKey: pemField({ optional: true, ...common }),
    serverName: textField({ optional: true, max: 253, ...common }),
    verify: booleanField({ default: true, ...common }),
    minVersion: choiceField(['1.0', '1.1', '1.2', '1.3'], { default: '1.2', ...common }),
  };
};

export type TlsClientConfig = z.infer<z.ZodObject<ReturnType<typeof tlsClientFields>>>;

export const tlsClientText: FieldsText<TlsClientConfig> = {
  tls: { label: { en: 'Encrypt with TLS', es: 'Cifrar con TLS' } },
  caChain: {
    label: { en: 'Certificate authority', es: 'Autoridad certificadora' },
    help: { en: 'Empty uses the authorities of the system.', es: 'Vacío usa las autoridades del sistema.' },
  },
  clientCertificate: { label: { en: 'Client certificate', es: 'Certificado de cliente' } },
  clientKey: { label: { en: 'Key of the client certificate', es: 'Clave del certificado de cliente' } },
  serverName: {
    label: { en: 'Server name', es: 'Nombre del servidor' },
    help: { en: 'Only when the certificate names another host.', es: 'Solo si el certificado nombra otro equipo.' },
  },
  verify: {
    label: { en: 'Verify the certificate', es: 'Comprobar el certificado' },
    help: {
      en: 'Turned off, anyone in between can read and change the data.',
      es: 'Si se desactiva, cualquiera en el camino puede leer y cambiar los datos.',
    },
  },
  minVersion: {
    label: { en: 'Oldest TLS version', es: 'Versión mínima de TLS' },
    options: {
      '1.0': { en: 'TLS 1.0 (weak)', es: 'TLS 1.0 (débil)' },
      '1.1': { en: 'TLS 1.1 (weak)', es: 'TLS 1.1 (débil)' },
      '1.2': { en: 'TLS 1.2', es: 'TLS 1.2' },
      '1.3': { en: 'TLS 1.3', es: 'TLS 1.3' },
    },
  },
};
