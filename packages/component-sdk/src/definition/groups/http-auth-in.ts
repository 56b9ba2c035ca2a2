import * as z from 'zod';
import type { FieldsText } from '../../text/text.ts';
import { configObject } from '../config-object.ts';
import { field } from '../field.ts';
import { choiceField, textField } from '../plain-fields.ts';
import { secretField } from '../reference-fields.ts';

const credentialName = () => textField({ max: 64, proposed: { en: 'sender', es: 'emisor' } });
const credentials = <S extends z.core.$ZodLooseShape>(shape: S, kind: string) =>
  field(
    z.array(configObject(shape)).min(1).max(10),
    'list',
    { when: { field: 'auth', in: [kind] }, group: 'http-auth-in' },
    { bounds: { min: 1, max: 10 } },
  );

/** Group `http-auth-in`: who may send. Up to ten named credentials, any of them is accepted; its name becomes `_credential`. */
export const httpAuthInFields = () => ({
  auth: choiceField(['none', 'basic', 'bearer', 'api-key', 'hmac'], { default: 'none', group: 'http-auth-in' }),
  users: credentials({ name: credentialName(), username: textField({ max: 256 }), password: secretField({}) }, 'basic'),
  tokens: credentials({ name: credentialName(), token: secretField({}) }, 'bearer'),
  keyName: textField({
    default: 'X-API-Key',
    max: 128,
    pattern: /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/,
    when: { field: 'auth', in: ['api-key'] },
    group: 'http-auth-in',
  }),
  keyIn: choiceField(['header', 'query'], { default: 'header', when: { field: 'auth', in: ['api-key'] }, group: 'http-auth-in' }),
  keys: credentials({ name: credentialName(), key: secretField({}) }, 'api-key'),
});

export type HttpAuthInConfig = z.infer<z.ZodObject<ReturnType<typeof httpAuthInFields>>>;

const name = {
  label: { en: 'Name', es: 'Nombre' },
  help: { en: 'Shown with each event as _credential.', es: 'Aparece en cada evento como _credential.' },
};

export const httpAuthInText: FieldsText<HttpAuthInConfig> = {
  auth: {
    label: { en: 'Authentication', es: 'Autenticación' },
    options: {
      none: { en: 'None', es: 'Ninguna' },
      basic: { en: 'User and password', es: 'Usuario y contraseña' },
      bearer: { en: 'Bearer token', es: 'Token de portador' },
      'api-key': { en: 'API key', es: 'Clave de API' },
      hmac: { en: 'Signed body (HMAC)', es: 'Cuerpo firmado (HMAC)' },
    },
  },
  users: {
    label: { en: 'Users', es: 'Usuarios' },
    fields: {
      name,
      username: { label: { en: 'User name', es: 'Nombre de usuario' }, placeholder: { en: 'collector', es: 'collector' } },
      password: { label: { en: 'Password', es: 'Contraseña' } },
    },
  },
  tokens: { label: { en: 'Tokens', es: 'Tokens' }, fields: { name, token: { label: { en: 'Token', es: 'Token' } } } },
  keyName: { label: { en: 'Name of the header or parameter', es: 'Nombre de la cabecera o del parámetro' } },
  keyIn: {
    label: { en: 'Key is sent in', es: 'La clave viaja en' },
    options: { header: { en: 'A header', es: 'Una cabecera' }, query: { en: 'The query', es: 'La consulta de la URL' } },
  },
  keys: { label: { en: 'Keys', es: 'Claves' }, fields: { name, key: { label: { en: 'Key', es: 'Clave' } } } },
};
