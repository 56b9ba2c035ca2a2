import type { Example } from '@acequia/component-sdk/definition';
import { httpConfig, type HttpConfig } from './config.ts';

export const httpExamples: readonly Example<HttpConfig>[] = [
  {
    name: { en: 'JSON with a bearer token', es: 'JSON con token de portador' },
    config: httpConfig.parse({ auth: 'bearer', tokens: [{ name: 'app', token: 'SE_token' }] }),
  },
  {
    name: { en: 'GitHub webhook', es: 'Webhook de GitHub' },
    config: httpConfig.parse({
      path: ['/github'],
      auth: 'hmac',
      hmac: { sender: 'github', secrets: [{ name: 'main', secret: 'SE_github' }] },
      extraction: 'body',
      captureHeaders: 'list',
      headerNames: ['X-GitHub-Event'],
    }),
  },
  {
    name: { en: 'Records of a cloud service', es: 'Registros de un servicio en la nube' },
    config: httpConfig.parse({
      path: ['/records*'],
      extraction: 'json-path',
      jsonPath: 'records[*]',
      inherit: ['tenantId'],
      auth: 'basic',
      users: [{ name: 'cloud', username: 'sender', password: 'SE_password' }],
    }),
  },
];
