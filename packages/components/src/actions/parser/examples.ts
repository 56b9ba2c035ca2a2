import type { ActionDefinition } from '@acequia/component-sdk/definition';
import type { parserConfig } from './config.ts';

export const parserExamples: ActionDefinition<typeof parserConfig>['examples'] = [
  {
    name: { en: 'Key–value pairs, age as a number', es: 'Pares clave–valor, la edad como número' },
    config: { mode: 'kv', outputs: [{ name: 'age', type: 'integer' }] },
  },
  {
    name: { en: 'A web server line', es: 'Una línea de servidor web' },
    config: {
      field: 'message',
      mode: 'pattern',
      pattern: '{ip:ip} - {user} [{ts:timestamp("%d/%b/%Y:%H:%M:%S %z")}] "{method} {path} {proto}" {status:int} {size:int(null="-")}',
    },
  },
  {
    name: { en: 'JSON in the message', es: 'JSON en el mensaje' },
    config: { field: 'message', mode: 'json', prefix: 'app.', onFail: 'pass' },
  },
];
