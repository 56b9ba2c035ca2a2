import type { ComponentText } from '@acequia/component-sdk/text';
import type { RedactConfig } from './config.ts';

export const redactText: ComponentText<RedactConfig> = {
  title: { en: 'Redact', es: 'Ocultar datos' },
  summary: {
    en: 'Finds personal data and secrets in texts and replaces them.',
    es: 'Encuentra datos personales y secretos en los textos y los sustituye.',
  },
  searchWords: 'mask anonymize hide PII GDPR email password enmascarar anonimizar RGPD correo',
  fields: {
    detectors: {
      label: { en: 'Look for', es: 'Buscar' },
      options: {
        email: { en: 'Email address', es: 'Correo electrónico' },
        phone: { en: 'Phone number', es: 'Teléfono' },
        card: { en: 'Payment card', es: 'Tarjeta de pago' },
        iban: { en: 'IBAN', es: 'IBAN' },
        ipv4: { en: 'IPv4 address', es: 'Dirección IPv4' },
        ipv6: { en: 'IPv6 address', es: 'Dirección IPv6' },
        mac: { en: 'MAC address', es: 'Dirección MAC' },
        dni: { en: 'Spanish DNI', es: 'DNI' },
        nie: { en: 'Spanish NIE', es: 'NIE' },
        cif: { en: 'Spanish CIF', es: 'CIF' },
        ssn: { en: 'US social security number', es: 'Número de la seguridad social de EE. UU.' },
        nino: { en: 'UK National Insurance number', es: 'Número del seguro nacional británico' },
        mrz: { en: 'Passport lines (MRZ)', es: 'Líneas de pasaporte (MRZ)' },
        coordinates: { en: 'Coordinates', es: 'Coordenadas' },
        jwt: { en: 'JSON Web Token', es: 'Token JWT' },
        bearer: { en: 'Bearer token', es: 'Token de portador' },
        'private-key': { en: 'Private key', es: 'Clave privada' },
        'cloud-key': { en: 'Cloud access key', es: 'Clave de acceso a la nube' },
        'service-token': { en: 'Repository or chat token', es: 'Token de repositorio o de chat' },
        'url-password': { en: 'Password in a URL', es: 'Contraseña en una URL' },
        password: { en: 'Password pair (password=…)', es: 'Par con contraseña (password=…)' },
        entropy: { en: 'Random-looking string', es: 'Texto que parece aleatorio' },
      },
    },
    mode: {
      label: { en: 'What to write instead', es: 'Qué escribir en su lugar' },
      options: {
        label: { en: 'A label, such as [EMAIL]', es: 'Una etiqueta, como [EMAIL]' },
        mask: { en: 'Asterisks', es: 'Asteriscos' },
        partial: { en: 'Asterisks, last four kept', es: 'Asteriscos, salvo los cuatro últimos' },
        hash: { en: 'A hash, the same for the same value', es: 'Un hash, igual para el mismo valor' },
        remove: { en: 'Nothing', es: 'Nada' },
        'detect-only': { en: 'Leave it, only report', es: 'Dejarlo y solo informar' },
      },
    },
    key: { label: { en: 'Key of the hash', es: 'Clave del hash' } },
    fields: {
      label: { en: 'Fields', es: 'Campos' },
      help: {
        en: 'Empty: every text, list of texts and json, and _raw.',
        es: 'Vacío: todos los textos, listas de textos y json, y _raw.',
      },
    },
    ownDetectors: {
      label: { en: 'Custom detectors', es: 'Detectores propios' },
      fields: {
        name: {
          label: { en: 'Name', es: 'Nombre' },
          help: { en: 'Becomes the label.', es: 'Será la etiqueta.' },
          placeholder: { en: 'customer', es: 'cliente' },
        },
        regex: { label: { en: 'Pattern', es: 'Patrón' } },
        check: {
          label: { en: 'Check digits', es: 'Dígitos de control' },
          options: {
            none: { en: 'None', es: 'Ninguno' },
            luhn: { en: 'Luhn, as on cards', es: 'Luhn, como en las tarjetas' },
            mod97: { en: 'Mod 97, as in an IBAN', es: 'Módulo 97, como en un IBAN' },
          },
        },
      },
    },
    report: {
      label: { en: 'Report', es: 'Informe' },
      help: { en: 'Field with the number of findings by kind.', es: 'Campo con el número de hallazgos de cada tipo.' },
    },
    routeFound: {
      label: { en: 'Separate port for events with findings', es: 'Puerto aparte para los eventos con hallazgos' },
    },
  },
  ports: { found: { en: 'Found', es: 'Hallados' } },
};
