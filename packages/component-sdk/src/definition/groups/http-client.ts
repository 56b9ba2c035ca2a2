import type * as z from 'zod';
import type { FieldsText } from '../../text/text.ts';
import { configObject } from '../config-object.ts';
import { choiceField, integerField, listField, mapField, textField } from '../plain-fields.ts';
import { secretField } from '../reference-fields.ts';
import { durationField, sizeField } from '../unit-fields.ts';
import { tlsClientFields, tlsClientText } from './tls-client.ts';

const group = 'http-client';
const headerPattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const forAuth = (...kinds: string[]) => ({ field: 'auth', in: kinds });

/** Group `http-client`, with `tls-client` in it: how requests leave. */
export const httpClientFields = () => ({
  headers: mapField({ default: {}, group, advanced: true, clearCredential: 'CONFIG_HEADER_CREDENTIAL' }),
  secretHeaders: listField(configObject({ name: textField({ max: 128, pattern: headerPattern }), value: secretField({}) }), {
    default: [],
    max: 20,
    group,
    advanced: true,
  }),
  auth: choiceField(['none', 'basic', 'bearer', 'api-key', 'oauth2', 'aws-sigv4'], { default: 'none', group }),
  username: textField({ when: forAuth('basic'), max: 256, group }),
  password: secretField({ when: forAuth('basic'), group }),
  token: secretField({ when: forAuth('bearer'), group }),
  keyName: textField({ default: 'X-API-Key', max: 128, when: forAuth('api-key'), group }),
  keyIn: choiceField(['header', 'query'], { default: 'header', when: forAuth('api-key'), group }),
  key: secretField({ when: forAuth('api-key'), group }),
  tokenUrl: textField({
    when: forAuth('oauth2'),
    max: 2048,
    pattern: /^https?:\/\//,
    leadsTo: 'url',
    clearCredential: 'CONFIG_TOKEN_URL_CREDENTIALS',
    group,
  }),
  clientId: textField({ when: forAuth('oauth2'), max: 1024, group }),
  clientSecret: secretField({ when: forAuth('oauth2'), group }),
  scopes: textField({ optional: true, when: forAuth('oauth2'), max: 2048, group }),
  audience: textField({ optional: true, when: forAuth('oauth2'), max: 2048, group }),
  sendIn: choiceField(['body', 'basic'], { default: 'body', when: forAuth('oauth2'), group, advanced: true }),
  region: textField({ when: forAuth('aws-sigv4'), max: 64, group }),
  service: textField({ when: forAuth('aws-sigv4'), max: 64, group }),
  accessKeyId: textField({ when: forAuth('aws-sigv4'), max: 128, group }),
  secretAccessKey: secretField({ when: forAuth('aws-sigv4'), group }),
  sessionToken: secretField({ optional: true, when: forAuth('aws-sigv4'), group, advanced: true }),
  connectTimeout: durationField({ default: '10s', min: '100ms', max: '5m', group, advanced: true }),
  timeout: durationField({ default: '30s', min: '100ms', max: '5m', group, advanced: true }),
  followRedirects: integerField({ default: 0, min: 0, max: 5, group, advanced: true }),
  proxy: textField({
    optional: true,
    max: 2048,
    pattern: /^https?:\/\//,
    leadsTo: 'url',
    clearCredential: 'CONFIG_PROXY_CREDENTIALS',
    group,
    advanced: true,
  }),
  proxyUser: textField({ optional: true, max: 256, group, advanced: true }),
  proxyPassword: secretField({ optional: true, group, advanced: true }),
  maxResponse: sizeField({ default: '10 MiB', min: '1 KiB', max: '100 MiB', group, advanced: true }),
  ...tlsClientFields({ byScheme: true }),
});

export type HttpClientConfig = z.infer<z.ZodObject<ReturnType<typeof httpClientFields>>>;

export const httpClientText: FieldsText<HttpClientConfig> = {
  headers: {
    label: { en: 'Headers', es: 'Cabeceras' },
    help: {
      en: 'Everyone who can view the data sink can read these values. Put secrets in the next list.',
      es: 'Quien puede ver el destino de datos puede leer estos valores. Pon los secretos en la lista siguiente.',
    },
  },
  secretHeaders: {
    label: { en: 'Headers with a secret', es: 'Cabeceras con un secreto' },
    help: { en: 'The value of the secret is sent as it is.', es: 'Se envía el valor del secreto tal cual.' },
    fields: {
      name: { label: { en: 'Header', es: 'Cabecera' }, placeholder: { en: 'X-API-Key', es: 'X-API-Key' } },
      value: { label: { en: 'Value', es: 'Valor' } },
    },
  },
  auth: {
    label: { en: 'Authentication', es: 'Autenticación' },
    options: {
      none: { en: 'None', es: 'Ninguna' },
      basic: { en: 'User and password', es: 'Usuario y contraseña' },
      bearer: { en: 'Bearer token', es: 'Token de portador' },
      'api-key': { en: 'API key', es: 'Clave de API' },
      oauth2: { en: 'OAuth 2 client credentials', es: 'Credenciales de cliente OAuth 2' },
      'aws-sigv4': { en: 'AWS signature 4', es: 'Firma 4 de AWS' },
    },
  },
  username: { label: { en: 'User name', es: 'Nombre de usuario' }, placeholder: { en: 'collector', es: 'collector' } },
  password: { label: { en: 'Password', es: 'Contraseña' } },
  token: { label: { en: 'Token', es: 'Token' } },
  keyName: { label: { en: 'Name of the header or parameter', es: 'Nombre de la cabecera o del parámetro' } },
  keyIn: {
    label: { en: 'Key is sent in', es: 'La clave viaja en' },
    options: { header: { en: 'A header', es: 'Una cabecera' }, query: { en: 'The query', es: 'La consulta de la URL' } },
  },
  key: { label: { en: 'Key', es: 'Clave' } },
  tokenUrl: {
    label: { en: 'Token URL', es: 'URL del token' },
    placeholder: { en: 'https://login.example.com/oauth2/token', es: 'https://login.example.com/oauth2/token' },
  },
  clientId: { label: { en: 'Client id', es: 'Id de cliente' }, placeholder: { en: 'acequia', es: 'acequia' } },
  clientSecret: { label: { en: 'Client secret', es: 'Secreto de cliente' } },
  scopes: { label: { en: 'Scopes', es: 'Ámbitos' }, help: { en: 'Separated by blanks.', es: 'Separados por espacios.' } },
  audience: { label: { en: 'Audience', es: 'Audiencia' } },
  sendIn: {
    label: { en: 'Credentials are sent in', es: 'Las credenciales viajan en' },
    options: { body: { en: 'The body', es: 'El cuerpo' }, basic: { en: 'The Authorization header', es: 'La cabecera Authorization' } },
  },
  region: { label: { en: 'Region', es: 'Región' }, placeholder: { en: 'eu-west-1', es: 'eu-west-1' } },
  service: { label: { en: 'Service', es: 'Servicio' }, placeholder: { en: 'execute-api', es: 'execute-api' } },
  accessKeyId: {
    label: { en: 'Access key id', es: 'Id de la clave de acceso' },
    placeholder: { en: 'AKIAIOSFODNN7EXAMPLE', es: 'AKIAIOSFODNN7EXAMPLE' },
  },
  secretAccessKey: { label: { en: 'Secret access key', es: 'Clave de acceso secreta' } },
  sessionToken: { label: { en: 'Session token', es: 'Token de sesión' } },
  connectTimeout: { label: { en: 'Longest wait to connect', es: 'Espera máxima de conexión' } },
  timeout: { label: { en: 'Longest wait for the answer', es: 'Espera máxima de la respuesta' } },
  followRedirects: {
    label: { en: 'Redirects to follow', es: 'Redirecciones que seguir' },
    help: {
      en: 'Never to plain HTTP; credentials never leave the host.',
      es: 'Nunca a HTTP sin cifrar; las credenciales no salen del equipo.',
    },
  },
  proxy: { label: { en: 'Proxy', es: 'Proxy' }, placeholder: { en: 'http://proxy.example:3128', es: 'http://proxy.example:3128' } },
  proxyUser: { label: { en: 'User of the proxy', es: 'Usuario del proxy' } },
  proxyPassword: { label: { en: 'Password of the proxy', es: 'Contraseña del proxy' } },
  maxResponse: { label: { en: 'Largest answer read', es: 'Respuesta máxima leída' } },
  ...tlsClientText,
};
