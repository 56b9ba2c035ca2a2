import { batchText, encodeText, groupTitles, queueText, retryText } from '@acequia/component-sdk/definition';
import type { ComponentText } from '@acequia/component-sdk/text';
import { homeMetricsText } from '../../encoding/common-fields.ts';
import type { FileCreation, FileNode } from './config.ts';

export const fileText: ComponentText<FileCreation & FileNode> = {
  title: { en: 'File', es: 'Archivo' },
  summary: {
    en: 'Writes events to files on the worker, with rotation and compression.',
    es: 'Escribe los eventos en archivos del worker, con rotación y compresión.',
  },
  groups: { ...groupTitles, rotation: { en: 'Rotation', es: 'Rotación' } },
  fields: {
    root: {
      label: { en: 'Folder', es: 'Carpeta' },
      help: {
        en: 'A folder that an operator opened on the workers. Your files are in a folder of your organization in it.',
        es: 'Una carpeta que un operador abrió en los workers. Tus archivos están dentro, en una carpeta de tu organización.',
      },
      placeholder: { en: 'files', es: 'files' },
    },
    mode: {
      label: { en: 'Permissions', es: 'Permisos' },
      help: { en: 'Of new files, in octal.', es: 'De los archivos nuevos, en octal.' },
    },
    sync: {
      label: { en: 'Delivered means', es: 'Entregado significa' },
      options: { flush: { en: 'Handed to the system', es: 'Pasado al sistema' }, fsync: { en: 'On the disk', es: 'En el disco' } },
    },
    retry: retryText,
    ...homeMetricsText,
    path: {
      label: { en: 'Path', es: 'Ruta' },
      help: {
        en: 'Relative to the folder of your organization. Starts with fixed text, then may contain fields, as in apps/${app}.ndjson.',
        es: 'En la carpeta de tu organización. Empieza con un texto fijo y luego puede nombrar campos, como en apps/${app}.ndjson.',
      },
      placeholder: { en: 'apps/${app}.ndjson', es: 'apps/${app}.ndjson' },
    },
    ...encodeText(['ndjson', 'json-array', 'csv', 'text']),
    compression: {
      label: { en: 'Compression', es: 'Compresión' },
      help: { en: 'Adds .gz or .zst to the name.', es: 'Añade .gz o .zst al nombre.' },
      options: { none: { en: 'None', es: 'Ninguna' }, gzip: { en: 'gzip', es: 'gzip' }, zstd: { en: 'zstd', es: 'zstd' } },
    },
    maxSize: { label: { en: 'New file above', es: 'Archivo nuevo a partir de' }, help: { en: 'Bytes on disk.', es: 'Bytes en disco.' } },
    every: { label: { en: 'New file every', es: 'Archivo nuevo cada' }, help: { en: '0: by size only.', es: '0: solo por tamaño.' } },
    keepFiles: { label: { en: 'Old files kept', es: 'Archivos antiguos que conservar' }, help: { en: 'Empty: all.', es: 'Vacío: todos.' } },
    keepDays: { label: { en: 'Days kept', es: 'Días que conservar' }, help: { en: 'Empty: forever.', es: 'Vacío: para siempre.' } },
    openFiles: { label: { en: 'Files open at once', es: 'Archivos abiertos a la vez' } },
    ...queueText,
    ...batchText,
  },
};
