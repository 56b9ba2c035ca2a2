import { decodeText, httpAuthInText, intakeText, socketText, tlsServerText } from '@acequia/component-sdk/definition';
import type { ComponentText } from '@acequia/component-sdk/text';
import { lineFormats, type HttpConfig } from './config.ts';

export const httpText: ComponentText<HttpConfig> = {
  title: { en: 'HTTP', es: 'HTTP' },
  summary: {
    en: 'Receives events from applications, webhooks and agents over HTTP or HTTPS.',
    es: 'Eventos que envían aplicaciones, webhooks y agentes por HTTP o HTTPS.',
  },
  groups: {
    limits: { en: 'Limits', es: 'Límites' },
    request: { en: 'Request', es: 'Petición' },
    reply: { en: 'Answer', es: 'Respuesta' },
  },
  fields: {
    ...socketText,
    methods: {
      label: { en: 'Methods', es: 'Métodos' },
      help: { en: 'With GET, the query becomes the event.', es: 'Con GET, el evento es la consulta de la URL.' },
      options: { GET: { en: 'GET', es: 'GET' }, POST: { en: 'POST', es: 'POST' }, PUT: { en: 'PUT', es: 'PUT' } },
    },
    path: {
      label: { en: 'Paths', es: 'Rutas' },
      help: {
        en: 'Exact paths; a path that ends in * also matches longer ones.',
        es: 'Rutas exactas; una que termina en * también vale para las más largas.',
      },
    },
    ...httpAuthInText,
    hmac: {
      label: { en: 'Signature', es: 'Firma' },
      fields: {
        sender: {
          label: { en: 'Sender', es: 'Emisor' },
          options: {
            custom: { en: 'Own settings', es: 'Ajustes propios' },
            github: { en: 'GitHub', es: 'GitHub' },
            slack: { en: 'Slack', es: 'Slack' },
            stripe: { en: 'Stripe', es: 'Stripe' },
            shopify: { en: 'Shopify', es: 'Shopify' },
          },
        },
        secrets: {
          label: { en: 'Secrets', es: 'Secretos' },
          help: { en: 'Several during a rotation; any of them is accepted.', es: 'Varios durante una rotación; vale cualquiera.' },
          fields: {
            name: { label: { en: 'Name', es: 'Nombre' }, placeholder: { en: 'github', es: 'github' } },
            secret: { label: { en: 'Secret', es: 'Secreto' } },
          },
        },
        header: { label: { en: 'Header with the signature', es: 'Cabecera con la firma' } },
        algorithm: {
          label: { en: 'Hash', es: 'Resumen' },
          options: {
            sha1: { en: 'SHA-1', es: 'SHA-1' },
            sha256: { en: 'SHA-256', es: 'SHA-256' },
            sha512: { en: 'SHA-512', es: 'SHA-512' },
          },
        },
        encoding: {
          label: { en: 'Written as', es: 'Escrito como' },
          options: { hex: { en: 'Hexadecimal', es: 'Hexadecimal' }, base64: { en: 'Base64', es: 'Base64' } },
        },
        prefix: { label: { en: 'Prefix of the signature', es: 'Prefijo de la firma' }, placeholder: { en: 'sha256=', es: 'sha256=' } },
        signed: {
          label: { en: 'Signed text', es: 'Texto firmado' },
          help: { en: '{body} and {timestamp} are filled in.', es: 'Se sustituyen {body} y {timestamp}.' },
        },
        timestampHeader: { label: { en: 'Header with the time', es: 'Cabecera con la hora' } },
        tolerance: { label: { en: 'Oldest signature accepted', es: 'Antigüedad máxima de la firma' } },
      },
    },
    extraction: {
      label: { en: 'Events in a body', es: 'Eventos en un cuerpo' },
      options: {
        auto: { en: 'Recognize', es: 'Reconocer' },
        body: { en: 'The whole body is one event', es: 'Todo el cuerpo es un evento' },
        lines: { en: 'One per line', es: 'Uno por línea' },
        ndjson: { en: 'One JSON value per line', es: 'Un valor JSON por línea' },
        'json-array': { en: 'Elements of a JSON array', es: 'Elementos de una lista JSON' },
        'json-path': { en: 'Elements at a path', es: 'Elementos en una ruta' },
        form: { en: 'A form', es: 'Un formulario' },
      },
    },
    jsonPath: { label: { en: 'Path of the array', es: 'Ruta de la lista' }, placeholder: { en: 'records[*]', es: 'records[*]' } },
    inherit: {
      label: { en: 'Copy to each element', es: 'Copiar a cada elemento' },
      help: { en: 'Members of the top object.', es: 'Miembros del objeto principal.' },
    },
    ...decodeText(lineFormats),
    maxBody: { label: { en: 'Largest body as sent', es: 'Cuerpo máximo tal como llega' } },
    maxDecoded: { label: { en: 'Largest body after decompression', es: 'Cuerpo máximo tras descomprimir' } },
    captureHeaders: {
      label: { en: 'Keep headers', es: 'Guardar cabeceras' },
      help: { en: 'Credentials and cookies are never kept.', es: 'Nunca se guardan credenciales ni cookies.' },
      options: { none: { en: 'None', es: 'Ninguna' }, all: { en: 'All', es: 'Todas' }, list: { en: 'Some', es: 'Algunas' } },
    },
    headerNames: { label: { en: 'Headers', es: 'Cabeceras' }, placeholder: { en: 'User-Agent', es: 'User-Agent' } },
    trustedProxies: {
      label: { en: 'Trusted proxies', es: 'Proxies de confianza' },
      help: {
        en: 'Only these proxies may name the original sender.',
        es: 'Solo ellos pueden indicar el emisor original.',
      },
    },
    forwardedHeader: {
      label: { en: 'Header with the sender', es: 'Cabecera con el emisor' },
      help: {
        en: 'The header that your proxy writes itself. The other one is ignored, because senders can write what they want in it.',
        es: 'La cabecera que escribe tu proxy. La otra se ignora, porque en ella el emisor puede escribir lo que quiera.',
      },
      options: {
        'x-forwarded-for': { en: 'X-Forwarded-For', es: 'X-Forwarded-For' },
        forwarded: { en: 'Forwarded (RFC 7239)', es: 'Forwarded (RFC 7239)' },
      },
    },
    handshake: {
      label: { en: 'Ownership check of the sender', es: 'Comprobación de propiedad del emisor' },
      options: {
        none: { en: 'None', es: 'Ninguna' },
        slack: { en: 'Slack', es: 'Slack' },
        'microsoft-graph': { en: 'Microsoft Graph', es: 'Microsoft Graph' },
        okta: { en: 'Okta', es: 'Okta' },
        sns: { en: 'Amazon SNS', es: 'Amazon SNS' },
        'event-grid': { en: 'Azure Event Grid', es: 'Azure Event Grid' },
      },
    },
    cors: {
      label: { en: 'Origins of web pages', es: 'Orígenes de páginas web' },
      help: {
        en: 'Web pages whose browsers may send events, such as https://app.example.',
        es: 'Páginas que pueden enviar desde el navegador, como https://app.example.',
      },
    },
    successStatus: { label: { en: 'Status on success', es: 'Código de éxito' } },
    responseBody: {
      label: { en: 'Body of the answer', es: 'Cuerpo de la respuesta' },
      help: { en: '${accepted} and ${rejected} are filled in.', es: 'Se sustituyen ${accepted} y ${rejected}.' },
    },
    ...tlsServerText,
    ...intakeText,
  },
};
