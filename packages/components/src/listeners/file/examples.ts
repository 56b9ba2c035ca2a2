import type { Example } from '@acequia/component-sdk/definition';
import { fileConfig, type FileListenerConfig } from './config.ts';

export const fileExamples: readonly Example<FileListenerConfig>[] = [
  {
    name: { en: 'Logs of a web server', es: 'Registros de un servidor web' },
    config: fileConfig.parse({ include: ['/var/log/nginx/*.log'], exclude: ['/var/log/nginx/error.log'] }),
  },
  {
    name: { en: 'JSON lines in all folders, from the beginning', es: 'Líneas JSON de todas las carpetas, desde el principio' },
    config: fileConfig.parse({ include: ['/srv/apps/**/*.{json,ndjson}'], startAt: 'beginning', format: 'json', timeField: 'time' }),
  },
  {
    name: { en: 'Java logs with stack traces', es: 'Registros de Java con trazas' },
    config: fileConfig.parse({ include: ['/var/log/app/*.log'], multiLine: { mode: 'starts', pattern: '^\\d{4}-\\d{2}-\\d{2}' } }),
  },
  {
    name: { en: 'CSV files that are dropped into a folder', es: 'Archivos CSV que se dejan en una carpeta' },
    config: fileConfig.parse({ include: ['/srv/inbox/*.csv'], startAt: 'beginning', format: 'csv', csvSeparator: ';' }),
  },
];
