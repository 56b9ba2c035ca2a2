import { decodeText, intakeText, multiLineText } from '@acequia/component-sdk/definition';
import type { ComponentText } from '@acequia/component-sdk/text';
import { lineFormats } from '../../formats/line-formats.ts';
import { csvText } from '../csv-fields.ts';
import type { FileListenerConfig } from './config.ts';

export const fileText: ComponentText<FileListenerConfig> = {
  title: { en: 'File', es: 'Archivo' },
  summary: {
    en: 'Follows files on the worker: logs that grow and rotate, and files that are placed in a folder.',
    es: 'Sigue archivos del worker: registros que crecen y rotan, y archivos que se dejan en una carpeta.',
  },
  groups: { following: { en: 'Following', es: 'Seguimiento' } },
  fields: {
    include: {
      label: { en: 'Files', es: 'Archivos' },
      help: {
        en: 'Paths that begin with the name of an open folder, or whole paths; * ? [ab] {a,b} match parts of a name, ** any folders.',
        es: 'Rutas que empiezan por el nombre de una carpeta abierta, o completas; * ? [ab] {a,b} sustituyen partes de un nombre y ** cualquier carpeta.',
      },
      placeholder: { en: '/var/log/nginx/*.log', es: '/var/log/nginx/*.log' },
    },
    exclude: { label: { en: 'Except', es: 'Excepto' } },
    startAt: {
      label: { en: 'Files that are there already', es: 'Archivos que ya existen' },
      help: {
        en: 'Files that appear later are always read from the beginning.',
        es: 'Los que aparezcan después se leen siempre desde el principio.',
      },
      options: {
        beginning: { en: 'Read from the beginning', es: 'Leer desde el principio' },
        end: { en: 'Only what is new', es: 'Solo lo nuevo' },
      },
    },
    ignoreOlder: {
      label: { en: 'Leave out files unchanged for', es: 'Omitir los no modificados en' },
      help: { en: 'Empty: all files are read.', es: 'Vacío: se leen todos.' },
    },
    framing: {
      label: { en: 'Where an event ends', es: 'Dónde acaba un evento' },
      options: {
        newline: { en: 'At a line feed', es: 'En un salto de línea' },
        delimiter: { en: 'At a delimiter', es: 'En un delimitador' },
        nul: { en: 'At a NUL byte', es: 'En un byte NUL' },
      },
    },
    delimiter: {
      label: { en: 'Delimiter', es: 'Delimitador' },
      help: {
        en: '1 to 16 bytes; \\r \\n \\t \\0 and \\xHH are understood.',
        es: 'De 1 a 16 bytes; se entienden \\r \\n \\t \\0 y \\xHH.',
      },
      placeholder: { en: '\\r\\n', es: '\\r\\n' },
    },
    compressed: {
      label: { en: 'Read compressed files', es: 'Leer archivos comprimidos' },
      help: { en: '.gz and .zst, once they are complete.', es: '.gz y .zst, cuando están completos.' },
    },
    poll: { label: { en: 'Look for new lines every', es: 'Buscar líneas nuevas cada' } },
    maxOpen: { label: { en: 'Files open at once', es: 'Archivos abiertos a la vez' } },
    closeIdle: { label: { en: 'Close an idle file after', es: 'Cerrar un archivo inactivo tras' } },
    ...decodeText(lineFormats),
    ...csvText,
    multiLine: multiLineText,
    ...intakeText,
  },
};
