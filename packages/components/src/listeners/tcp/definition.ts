import { defineListener } from '@acequia/component-sdk/definition';
import { decodedFields } from '../decoded-fields.ts';
import { tcpConfig } from './config.ts';
import { tcpExamples } from './examples.ts';
import { sendCommands } from './send-commands.ts';
import { tcpText } from './text.ts';

export const tcpListener = defineListener({
  kind: 'listener',
  id: 'tcp',
  version: '1.0.0',
  delivery: 'push',
  config: tcpConfig,
  text: tcpText,
  overview: (config, language) => [
    `TCP${config.tls ? ' · TLS' : ''} · ${config.port}`,
    `${tcpText.fields.format.options[config.format][language]} · ${tcpText.fields.framing.options[config.framing][language]}`,
  ],
  outputs: (config) => decodedFields(config),
  binds: (config) => [{ protocol: 'tcp', port: config.port, tls: config.tls }],
  sendCommands,
  examples: tcpExamples,
});
