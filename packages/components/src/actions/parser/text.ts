import { fieldTypes } from '@acequia/event';
import type { ComponentText, Localised } from '@acequia/component-sdk/text';
import type { ParserConfig } from './config.ts';

const same = (text: string): Localised => ({ en: text, es: text });
const typeWords = Object.fromEntries(fieldTypes.map((type) => [type, same(type)])) as Record<(typeof fieldTypes)[number], Localised>;

export const parserText: ComponentText<ParserConfig> = {
  title: { en: 'Parser', es: 'Analizador' },
  summary: { en: 'Reads fields out of a text.', es: 'Extrae campos de un texto.' },
  searchWords: 'grok regex extract split separar',
  groups: { outputs: { en: 'Output', es: 'Salida' } },
  fields: {
    field: { label: { en: 'Field', es: 'Campo' }, help: { en: 'The text to read.', es: 'El texto que se lee.' } },
    mode: {
      label: { en: 'Format', es: 'Formato' },
      options: {
        pattern: { en: 'Pattern', es: 'Patrón' },
        json: same('JSON'),
        kv: { en: 'Key–value', es: 'Clave–valor' },
        csv: same('CSV'),
        xml: same('XML'),
        syslog: same('Syslog'),
        cef: same('CEF'),
        leef: same('LEEF'),
        access: { en: 'Web access log', es: 'Registro de accesos web' },
        grok: same('Grok'),
        regex: { en: 'Regular expression', es: 'Expresión regular' },
      },
    },
    pattern: {
      label: { en: 'Pattern', es: 'Patrón' },
      help: {
        en: 'Describes the text from left to right; {name:type} reads a field.',
        es: 'Describe el texto de izquierda a derecha; {nombre:tipo} lee un campo.',
      },
    },
    grok: { label: { en: 'Grok pattern', es: 'Patrón grok' }, placeholder: same('%{IP:ip} %{WORD:method} %{NUMBER:ms:float}') },
    definitions: { label: { en: 'Own grok names', es: 'Nombres grok propios' } },
    regex: {
      label: { en: 'Regular expression', es: 'Expresión regular' },
      help: { en: 'Its named groups become fields.', es: 'Sus grupos con nombre pasan a ser campos.' },
      placeholder: same(String.raw`(?<ip>\S+) (?<status>\d+)`),
    },
    as: {
      label: { en: 'Result', es: 'Resultado' },
      options: {
        fields: { en: 'One field per member', es: 'Un campo por miembro' },
        json: { en: 'One json field', es: 'Un solo campo json' },
      },
    },
    destination: { label: { en: 'Name of the json field', es: 'Nombre del campo json' } },
    pairs: { label: { en: 'Between pairs', es: 'Entre pares' } },
    values: { label: { en: 'Between key and value', es: 'Entre clave y valor' } },
    trim: { label: { en: 'Remove blanks around', es: 'Quitar espacios alrededor' } },
    bare: {
      label: { en: 'A key without a value', es: 'Una clave sin valor' },
      options: {
        null: { en: 'Is null', es: 'Es nula' },
        true: { en: 'Is true', es: 'Es verdadera' },
        ignore: { en: 'Is left out', es: 'Se omite' },
      },
    },
    keys: { label: { en: 'Only these keys', es: 'Solo estas claves' }, help: { en: 'Empty: all.', es: 'Vacío: todas.' } },
    separator: { label: { en: 'Separator', es: 'Separador' } },
    columns: { label: { en: 'Columns', es: 'Columnas' } },
    quote: { label: { en: 'Quote', es: 'Comilla' } },
    attributes: { label: { en: 'Before attributes', es: 'Delante de los atributos' } },
    textKey: { label: { en: 'Key of text', es: 'Clave del texto' } },
    labels: {
      label: { en: 'Use custom labels as names', es: 'Usar las etiquetas propias como nombres' },
      help: { en: 'cs1Label=user cs1=ana becomes user.', es: 'cs1Label=user cs1=ana pasa a ser user.' },
    },
    timezone: {
      label: { en: 'Time zone', es: 'Zona horaria' },
      help: { en: 'Of times that name none.', es: 'De las horas que no la indican.' },
    },
    outputs: {
      label: { en: 'Changes to single fields', es: 'Cambios en campos sueltos' },
      fields: {
        name: { label: { en: 'Field found', es: 'Campo hallado' }, placeholder: same('status') },
        rename: { label: { en: 'New name', es: 'Nombre nuevo' } },
        type: { label: { en: 'Type', es: 'Tipo' }, options: typeWords },
        timeFormat: { label: { en: 'Time pattern', es: 'Patrón de hora' }, placeholder: same('%Y-%m-%d %H:%M:%S') },
      },
    },
    prefix: { label: { en: 'Prefix of names', es: 'Prefijo de los nombres' } },
    overwrite: { label: { en: 'Replace fields that exist', es: 'Reemplazar los campos que existan' } },
    keepSource: { label: { en: 'Keep the field that was read', es: 'Conservar el campo leído' } },
    onFail: {
      label: { en: 'When the text does not fit', es: 'Cuando el texto no encaja' },
      options: {
        error: { en: 'Leave by the error port', es: 'Salir por el puerto de error' },
        nulls: { en: 'All fields null', es: 'Todos los campos nulos' },
        pass: { en: 'Pass unchanged', es: 'Pasar sin cambios' },
      },
    },
  },
};
