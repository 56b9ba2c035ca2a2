import { shellQuoted, shellWord } from '../shell-words.ts';
import type { HttpConfig } from './config.ts';

/** Commands that send one event. Secrets stand as `<path of the field>`; signatures are computed by openssl. */
export function sendCommands(config: HttpConfig, host: string): readonly { readonly tool: string; readonly command: string }[] {
  const path = (config.path[0] ?? '/').replace(/\*$/, '');
  const key = config.auth === 'api-key' && config.keyIn === 'query' ? `?${encodeURIComponent(config.keyName)}=<keys.0.key>` : '';
  const url = `${config.tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${config.port}${path}${key}`;
  const options = [...(config.tls ? ['--cacert ca.pem'] : []), ...credentials(config)].map((option) => ` ${option}`).join('');
  if (!config.methods.includes('POST') && !config.methods.includes('PUT')) {
    return [{ tool: 'curl', command: `curl${options} ${shellQuoted(`${url}${key === '' ? '?' : '&'}message=hello`)}` }];
  }
  const method = config.methods.includes('POST') ? '' : ' -X PUT';
  const { type, body } = sample(config);
  const header = ` -H 'Content-Type: ${type}'`;
  if (config.auth === 'hmac') return [{ tool: 'curl', command: signed(config, `curl${method}${options}${header}`, url, body) }];
  return [
    { tool: 'curl', command: `curl${method}${options}${header} --data-binary ${shellQuoted(body)} ${shellQuoted(url)}` },
    ...(takesShippers(config) ? shippers(config, host, path) : []),
  ];
}

/** Fluent Bit and Vector post JSON with a header, so a listener with these settings is one they can send to. */
const takesShippers = (config: HttpConfig): boolean =>
  config.methods.includes('POST') &&
  ['auto', 'ndjson'].includes(config.extraction) &&
  (config.auth === 'none' || config.auth === 'bearer') &&
  !config.tls;

function shippers(config: HttpConfig, host: string, path: string): { readonly tool: string; readonly command: string }[] {
  const token = config.auth === 'bearer';
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${config.port}${path}`;
  return [
    {
      tool: 'Fluent Bit',
      command: [
        `fluent-bit -i dummy -p samples=1 -p 'dummy={"level":"info","message":"Hello from Fluent Bit"}'`,
        `  -o http -m '*' -p ${shellWord(`host=${host}`)} -p port=${config.port} -p ${shellWord(`uri=${path}`)} -p format=json_lines${token ? ' -p "header=Authorization Bearer <tokens.0.token>"' : ''}`,
      ].join(' \\\n'),
    },
    {
      tool: 'Vector',
      command: [
        `cat > vector-to-acequia.yaml <<'END'`,
        'sources:',
        '  input: {type: stdin}',
        'sinks:',
        '  acequia:',
        '    type: http',
        '    inputs: [input]',
        `    uri: ${yamlText(url)}`,
        '    encoding: {codec: json}',
        '    framing: {method: newline_delimited}',
        ...(token ? [`    auth: {strategy: bearer, token: "<tokens.0.token>"}`] : []),
        'END',
        `echo 'Hello from Vector' | vector --config vector-to-acequia.yaml`,
      ].join('\n'),
    },
  ];
}

function credentials(config: HttpConfig): string[] {
  switch (config.auth) {
    case 'basic':
      return [`-u ${shellQuoted(`${config.users?.[0]?.username ?? 'user'}:<users.0.password>`)}`];
    case 'bearer':
      return ['-H "Authorization: Bearer <tokens.0.token>"'];
    case 'api-key':
      return config.keyIn === 'header' ? [`-H ${shellQuoted(`${config.keyName}: <keys.0.key>`)}`] : [];
    default:
      return [];
  }
}

function sample(config: HttpConfig): { readonly type: string; readonly body: string } {
  switch (config.extraction) {
    case 'lines':
      return config.format === 'json'
        ? { type: 'application/x-ndjson', body: '{"message":"hello"}' }
        : { type: 'text/plain', body: 'Hello from curl' };
    case 'ndjson':
      return { type: 'application/x-ndjson', body: '{"message":"hello"}' };
    case 'json-array':
      return { type: 'application/json', body: '[{"message":"hello"},{"message":"world"}]' };
    case 'json-path': {
      const keys = (config.jsonPath ?? 'records[*]').replace('[*]', '').split('.');
      return {
        type: 'application/json',
        body: keys.reduceRight((inner, name) => `{${JSON.stringify(name)}:${inner}}`, '[{"message":"hello"}]'),
      };
    }
    case 'form':
      return { type: 'application/x-www-form-urlencoded', body: 'message=hello' };
    default:
      return {
        type: 'application/json',
        body: '{"level":"warn","service":"checkout","message":"Payment declined","order_id":7214889041127350412,"amount":129.9,"retry":false}',
      };
  }
}

function signed(config: HttpConfig, curl: string, url: string, body: string): string {
  const sender = config.hmac?.sender ?? 'custom';
  const forms = {
    custom: {
      header: config.hmac?.header ?? 'X-Signature',
      prefix: config.hmac?.prefix ?? '',
      text: config.hmac?.signed ?? '{body}',
      time: config.hmac?.timestampHeader,
    },
    github: { header: 'X-Hub-Signature-256', prefix: 'sha256=', text: '{body}', time: undefined },
    slack: { header: 'X-Slack-Signature', prefix: 'v0=', text: 'v0:{timestamp}:{body}', time: 'X-Slack-Request-Timestamp' },
    stripe: { header: 'Stripe-Signature', prefix: 't={timestamp},v1=', text: '{timestamp}.{body}', time: undefined },
    shopify: { header: 'X-Shopify-Hmac-Sha256', prefix: '', text: '{body}', time: undefined },
  }[sender];
  const hash = sender === 'custom' ? (config.hmac?.algorithm ?? 'sha256') : 'sha256';
  const base64 = sender === 'shopify' || (sender === 'custom' && config.hmac?.encoding === 'base64');
  const code = base64 ? `-binary | base64 -w0` : `-r | cut -d' ' -f1`;
  const time = forms.time === undefined ? '' : ` -H ${withVariables(`${forms.time}: {timestamp}`)}`;
  return `T=$(date +%s); B=${shellQuoted(body)}; S=$(printf '%s' ${withVariables(forms.text)} | openssl dgst -${hash} -hmac '<hmac.secrets.0.secret>' ${code}); ${curl} -H ${withVariables(`${forms.header}: ${forms.prefix}{signature}`)}${time} --data-binary "$B" ${shellQuoted(url)}`;
}

const variables: Readonly<Record<string, string>> = { '{timestamp}': '"$T"', '{body}': '"$B"', '{signature}': '"$S"' };

/** A word with the variables of `signed` in it. */
const withVariables = (text: string): string =>
  text
    .split(/(\{(?:timestamp|body|signature)\})/)
    .map((part) => variables[part] ?? (part === '' ? '' : shellQuoted(part)))
    .join('');

const yamlText = (text: string): string => (/^[\w./:[\]-]+$/.test(text) ? text : JSON.stringify(text));
