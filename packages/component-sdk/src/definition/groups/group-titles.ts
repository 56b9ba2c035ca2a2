import type { Localised } from '../../text/text.ts';

/** Form sections of the shared groups, as data without their fields; a component adds its own in `text.groups`. */
export const groupTitles = {
  socket: { en: 'Socket', es: 'Conexión de entrada' },
  'tls-server': { en: 'TLS', es: 'TLS' },
  'tls-client': { en: 'TLS', es: 'TLS' },
  'http-auth-in': { en: 'Who may send', es: 'Quién puede enviar' },
  'http-client': { en: 'HTTP', es: 'HTTP' },
  intake: { en: 'Intake', es: 'Recepción' },
  decode: { en: 'Decoding', es: 'Decodificación' },
  'multi-line': { en: 'Several lines per event', es: 'Varias líneas por evento' },
  batch: { en: 'Batches', es: 'Lotes' },
  retry: { en: 'Retries', es: 'Reintentos' },
  request: { en: 'Requests', es: 'Peticiones' },
  queue: { en: 'Waiting events', es: 'Eventos en espera' },
  encode: { en: 'Content', es: 'Contenido' },
} satisfies Record<string, Localised>;
