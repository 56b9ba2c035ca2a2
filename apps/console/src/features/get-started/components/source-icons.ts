import type { StartSource } from '@acequia/contract';
import type { IconName } from '@acequia/ui';

export const sourceIcons: Readonly<Record<StartSource, IconName>> = {
  syslog: 'terminal',
  http: 'globe',
  opentelemetry: 'signal',
  file: 'file',
  sample: 'test',
};
