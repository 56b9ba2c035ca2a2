import { defineListener } from '@acequia/component-sdk/definition';
import { fieldSet, type KnownType } from '@acequia/event';
import { httpConfig } from './config.ts';
import { httpExamples } from './examples.ts';
import { followBind, openListenerFaults } from '../open-listener.ts';
import { sendCommands } from './send-commands.ts';
import { httpPresets } from './presets.ts';
import { httpText } from './text.ts';

const request: Readonly<Record<string, KnownType>> = {
  http_method: 'string',
  http_path: 'string',
  http_query: 'json',
  http_headers: 'json',
};

export const httpListener = defineListener({
  kind: 'listener',
  id: 'http',
  version: '1.0.0',
  delivery: 'push',
  config: httpConfig,
  text: httpText,
  overview: (config, language) => [
    `${config.tls ? 'HTTPS' : 'HTTP'} · ${config.port} · ${config.methods.join(', ')} ${config.path[0] ?? '/'}${config.path.length > 1 ? ' …' : ''}`,
    httpText.fields.auth.options[config.auth][language],
  ],
  outputs: (config) => {
    const { http_headers: headers, ...rest } = request;
    const shared = config.captureHeaders === 'none' ? rest : { ...rest, http_headers: headers! };
    return fieldSet(
      config.extraction === 'lines' && config.format === 'text' ? { message: 'string', ...shared } : shared,
      !(config.extraction === 'lines' && config.format === 'text'),
    );
  },
  binds: (config) => [{ protocol: 'tcp', port: config.port, tls: config.tls }],
  begin: { auth: 'bearer' },
  follow: followBind,
  check: openListenerFaults,
  sendCommands,
  examples: httpExamples,
  presets: httpPresets,
});
