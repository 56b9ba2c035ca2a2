import { intakeText, multiLineText, socketText, tlsServerText } from '@acequia/component-sdk/definition';
import type { ComponentText } from '@acequia/component-sdk/text';
import type { SyslogConfig } from './config.ts';

export const syslogText: ComponentText<SyslogConfig> = {
  title: { en: 'Syslog', es: 'Syslog' },
  summary: {
    en: 'Messages from servers, firewalls and network gear over UDP, TCP or TLS.',
    es: 'Mensajes de servidores, cortafuegos y equipos de red por UDP, TCP o TLS.',
  },
  fields: {
    ...socketText,
    transport: {
      label: { en: 'Transport', es: 'Transporte' },
      help: { en: 'TCP and UDP can share one port number.', es: 'TCP y UDP pueden compartir el número de puerto.' },
      options: { tcp: { en: 'TCP', es: 'TCP' }, udp: { en: 'UDP', es: 'UDP' }, both: { en: 'TCP and UDP', es: 'TCP y UDP' } },
    },
    framing: {
      label: { en: 'Framing over TCP', es: 'Separación de mensajes en TCP' },
      options: {
        auto: { en: 'Recognize per connection', es: 'Reconocer en cada conexión' },
        'octet-counting': { en: 'Octet counting', es: 'Recuento de octetos' },
        'non-transparent': { en: 'Trailer after each message', es: 'Terminador tras cada mensaje' },
      },
    },
    trailer: {
      label: { en: 'Trailer', es: 'Terminador' },
      options: {
        lf: { en: 'Line feed', es: 'Salto de línea (LF)' },
        crlf: { en: 'Carriage return, line feed', es: 'Retorno y salto de línea (CRLF)' },
        nul: { en: 'NUL byte', es: 'Byte NUL' },
        custom: { en: 'Another byte', es: 'Otro byte' },
      },
    },
    trailerCode: { label: { en: 'Byte value', es: 'Valor del byte' }, help: { en: '0 to 255.', es: 'De 0 a 255.' } },
    standard: {
      label: { en: 'Message format', es: 'Formato del mensaje' },
      options: {
        auto: { en: 'Recognize per message', es: 'Reconocer en cada mensaje' },
        rfc5424: { en: 'RFC 5424', es: 'RFC 5424' },
        rfc3164: { en: 'RFC 3164 (BSD)', es: 'RFC 3164 (BSD)' },
        none: { en: 'None, keep the whole text', es: 'Ninguno, conservar todo el texto' },
      },
    },
    strict: {
      label: { en: 'Reject messages with a faulty header', es: 'Rechazar mensajes con cabecera incorrecta' },
      help: {
        en: 'Otherwise they arrive as plain text with the flag no_header.',
        es: 'Si no, llegan como texto con el indicador no_header.',
      },
    },
    timezone: { label: { en: 'Time zone of RFC 3164 times', es: 'Zona horaria de las horas RFC 3164' } },
    ...tlsServerText,
    multiLine: multiLineText,
    ...intakeText,
  },
};
