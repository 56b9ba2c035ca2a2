import type { Language } from '@acequia/component-sdk/text';

/** In Spanish; in English a tag of a shipped template is its own name. */
const spanish: Readonly<Record<string, string>> = {
  applications: 'aplicaciones',
  cloud: 'nube',
  delivery: 'entrega',
  firewall: 'cortafuegos',
  identity: 'identidad',
  kubernetes: 'kubernetes',
  linux: 'linux',
  metrics: 'métricas',
  network: 'red',
  observability: 'observabilidad',
  privacy: 'privacidad',
  reduction: 'reducción',
  security: 'seguridad',
  web: 'web',
  windows: 'windows',
};

/** Tags with a name in each language; any other is what somebody wrote. */
export const namedTags = Object.keys(spanish);

/** How a tag is shown. */
export const tagName = (tag: string, language: Language): string => (language === 'es' ? (spanish[tag] ?? tag) : tag);
