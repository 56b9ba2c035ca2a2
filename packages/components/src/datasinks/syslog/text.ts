import { batchText, groupTitles, queueText, retryText, tlsClientText } from '@acequia/component-sdk/definition';
import type { ComponentText } from '@acequia/component-sdk/text';
import { homeMetricsText } from '../../encoding/common-fields.ts';
import type { SyslogCreation, SyslogNode } from './config.ts';

const { tls: _tls, ...tlsText } = tlsClientText;
const same = (text: string) => ({ en: text, es: text });

export const syslogText: ComponentText<SyslogCreation & SyslogNode> = {
  title: { en: 'Syslog', es: 'Syslog' },
  summary: {
    en: 'Sends events as syslog messages over UDP, TCP, TLS or RELP.',
    es: 'Envía los eventos como mensajes syslog por UDP, TCP, TLS o RELP.',
  },
  groups: {
    ...groupTitles,
    connection: { en: 'Connection', es: 'Conexión' },
    header: { en: 'Header', es: 'Cabecera' },
    resilient: { en: 'When it cannot be delivered', es: 'Cuando no se puede entregar' },
  },
  ports: { fallback: { en: 'Not delivered', es: 'Sin entregar' } },
  fields: {
    protocol: { label: { en: 'Protocol', es: 'Protocolo' }, options: { tcp: same('TCP'), udp: same('UDP'), tls: same('TLS') } },
    host: { label: { en: 'Host', es: 'Servidor' }, placeholder: same('siem.example.com') },
    port: { label: { en: 'Port', es: 'Puerto' }, help: { en: 'Usually 514; 6514 with TLS.', es: 'Normalmente 514; 6514 con TLS.' } },
    relp: {
      label: { en: 'Acknowledged by the receiver (RELP)', es: 'Con acuse del receptor (RELP)' },
      help: {
        en: 'With TCP alone, messages in the buffer can be lost if the receiver crashes. With RELP, every message is acknowledged.',
        es: 'Solo con TCP, los mensajes del búfer pueden perderse si el receptor cae. Con RELP se confirma cada mensaje.',
      },
    },
    framing: {
      label: { en: 'End of a message', es: 'Fin de mensaje' },
      options: {
        'octet-counting': { en: 'Length in front', es: 'Longitud delante' },
        'non-transparent': { en: 'A closing character', es: 'Un carácter de cierre' },
      },
    },
    trailerCode: {
      label: { en: 'Closing character', es: 'Carácter de cierre' },
      help: {
        en: 'Decimal code of the character: 10 is a line feed, 0 a NUL byte.',
        es: 'Código decimal del carácter: 10 es un salto de línea y 0, un byte NUL.',
      },
      placeholder: same('10'),
    },
    ...tlsText,
    buffer: {
      label: { en: 'Buffer', es: 'Búfer' },
      help: { en: 'How much is written to the connection at once.', es: 'Cuánto se escribe en la conexión de una vez.' },
    },
    writeTimeout: { label: { en: 'Longest wait to write, ms', es: 'Espera máxima de escritura, ms' } },
    idleTimeout: { label: { en: 'Close when idle, ms', es: 'Cerrar sin uso, ms' }, help: { en: '0: never.', es: '0: nunca.' } },
    connections: {
      label: { en: 'Connections', es: 'Conexiones' },
      help: {
        en: 'With more than one, batches may arrive in a different order.',
        es: 'Con más de una, los lotes pueden llegar en otro orden.',
      },
    },
    retry: retryText,
    ...homeMetricsText,
    standard: {
      label: { en: 'Standard', es: 'Estándar' },
      options: {
        rfc5424: same('RFC 5424'),
        rfc3164: same('RFC 3164'),
        none: { en: 'None: only the message', es: 'Ninguno: solo el mensaje' },
      },
    },
    facility: { label: { en: 'Facility', es: 'Facilidad' }, help: { en: 'Number 0–23 or name.', es: 'Número 0–23 o nombre.' } },
    severity: { label: { en: 'Severity', es: 'Severidad' }, help: { en: 'Number 0–7 or name.', es: 'Número 0–7 o nombre.' } },
    hostname: { label: { en: 'Host name', es: 'Nombre del equipo' } },
    appName: { label: { en: 'Application', es: 'Aplicación' } },
    procId: { label: { en: 'Process id', es: 'Id de proceso' } },
    msgId: { label: { en: 'Message id', es: 'Id de mensaje' } },
    time: { label: { en: 'Time', es: 'Hora' } },
    structuredData: {
      label: { en: 'Structured data', es: 'Datos estructurados' },
      help: { en: 'A json field, or text in brackets.', es: 'Un campo json, o texto entre corchetes.' },
    },
    message: { label: { en: 'Message', es: 'Mensaje' } },
    maxLength: {
      label: { en: 'Longest message', es: 'Longitud máxima' },
      help: { en: 'Empty: 8 KiB, 2,048 bytes over UDP.', es: 'Vacío: 8 KiB, 2048 bytes por UDP.' },
    },
    onTooLong: {
      label: { en: 'Longer messages', es: 'Mensajes más largos' },
      options: { truncate: { en: 'Are cut', es: 'Se cortan' }, reject: { en: 'Are rejected', es: 'Se rechazan' } },
    },
    resilient: {
      label: { en: 'Let them leave by “Not delivered”', es: 'Dejarlos salir por «Sin entregar»' },
      help: {
        en: 'Instead of waiting until the destination is reachable again.',
        es: 'En lugar de esperar a que el destino vuelva a estar accesible.',
      },
    },
    tries: { label: { en: 'Tries', es: 'Intentos' } },
    tryFor: { label: { en: 'Try for', es: 'Intentar durante' } },
    field: { label: { en: 'Field with the message', es: 'Campo con el mensaje' } },
    ...queueText,
    ...batchText,
  },
};
