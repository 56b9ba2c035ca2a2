import type { ComponentText } from '@acequia/component-sdk/text';
import type { MessageBuilderConfig } from './config.ts';

export const messageBuilderText: ComponentText<MessageBuilderConfig> = {
  title: { en: 'Message builder', es: 'Constructor de mensajes' },
  summary: {
    en: 'Writes chosen fields into one text: CSV, JSON, key–value or a template.',
    es: 'Escribe los campos elegidos en un solo texto: CSV, JSON, clave–valor o una plantilla.',
  },
  searchWords: 'format serialize formato',
  fields: {
    format: {
      label: { en: 'Format', es: 'Formato' },
      options: {
        csv: { en: 'CSV', es: 'CSV' },
        json: { en: 'JSON', es: 'JSON' },
        kv: { en: 'Key–value', es: 'Clave–valor' },
        free: { en: 'Template', es: 'Plantilla' },
      },
    },
    destination: {
      label: { en: 'Destination', es: 'Destino' },
      help: { en: 'Name of the field that gets the message.', es: 'Nombre del campo que recibe el mensaje.' },
    },
    asJson: { label: { en: 'As a json field, not as text', es: 'Como campo json, no como texto' } },
    items: {
      label: { en: 'Items', es: 'Elementos' },
      fields: {
        key: { label: { en: 'Key', es: 'Clave' }, placeholder: { en: 'user', es: 'usuario' } },
        value: {
          label: { en: 'Value from', es: 'Valor de' },
          options: { field: { en: 'A field', es: 'Un campo' }, literal: { en: 'A constant', es: 'Una constante' } },
        },
        field: { label: { en: 'Field', es: 'Campo' } },
        literal: { label: { en: 'Constant', es: 'Constante' }, placeholder: { en: 'production', es: 'producción' } },
        literalType: {
          label: { en: 'Type', es: 'Tipo' },
          options: {
            string: { en: 'Text', es: 'Texto' },
            integer: { en: 'Integer', es: 'Entero' },
            float: { en: 'Decimal', es: 'Decimal' },
            boolean: { en: 'True or false', es: 'Verdadero o falso' },
          },
        },
      },
    },
    separator: {
      label: { en: 'Separator', es: 'Separador' },
      options: {
        ',': { en: 'Comma', es: 'Coma' },
        ';': { en: 'Semicolon', es: 'Punto y coma' },
        ':': { en: 'Colon', es: 'Dos puntos' },
        '|': { en: 'Pipe', es: 'Barra vertical' },
        tab: { en: 'Tab', es: 'Tabulador' },
      },
    },
    header: { label: { en: 'With a header line', es: 'Con línea de cabecera' } },
    keyValue: { label: { en: 'Between key and value', es: 'Entre clave y valor' } },
    between: { label: { en: 'Between pairs', es: 'Entre pares' } },
    template: {
      label: { en: 'Template', es: 'Plantilla' },
      placeholder: { en: '${user} did {{ upper(${action}) }}', es: '${user} hizo {{ upper(${action}) }}' },
    },
    onNull: {
      label: { en: 'Missing values', es: 'Valores que faltan' },
      help: {
        en: 'If you choose none, the format decides: null in JSON, an empty cell in CSV, left out in key–value.',
        es: 'Si no eliges nada, decide el formato: nulo en JSON, celda vacía en CSV, omitido en clave–valor.',
      },
      options: {
        empty: { en: 'Empty text', es: 'Texto vacío' },
        omit: { en: 'Left out', es: 'Se omiten' },
        null: { en: 'null', es: 'null' },
      },
    },
    embedJson: {
      label: { en: 'Json fields as objects', es: 'Campos json como objetos' },
      help: { en: 'Turned off, they are written as text.', es: 'Si se desactiva, se escriben como texto.' },
    },
  },
};
