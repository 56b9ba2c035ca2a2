import {
  expecting,
  cidrText,
  compileExpression,
  ipText,
  ipv4Number,
  isPrivateIp,
  jsonOf,
  networkOf,
  parseCidr,
  parseIp,
  percentDecoded,
  urlPart,
  type IpAddress,
  type JsonNode,
} from '@acequia/event';
import * as z from 'zod';
import { defineOperation, OperationFault, type Operation } from './operation.ts';
import { protocolNames, serviceNames } from './network-names.ts';
import { choice, flag, integer, none, sameOptions, words } from './parameters.ts';
import { integerOf, textOf } from './read-values.ts';
import { scalars, textOperation } from './text-operation.ts';

function addressOf(text: string): IpAddress {
  const address = parseIp(text.trim());
  if (address === undefined) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_IP'));
  return address;
}

function urlOf(text: string): URL {
  if (!URL.canParse(text)) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_URL'));
  return new URL(text);
}

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'ftp:': 21, 'ws:': 80, 'wss:': 443 };

function parseUri(text: string): JsonNode {
  const url = urlOf(text);
  const query = new Map<string, JsonNode>();
  for (const [name, value] of url.searchParams) {
    const before = query.get(name);
    query.set(name, before === undefined ? value : Array.isArray(before) ? [...(before as readonly JsonNode[]), value] : [before, value]);
  }
  const port = url.port === '' ? defaultPorts[url.protocol] : Number(url.port);
  const members: (readonly [string, JsonNode | undefined])[] = [
    ['scheme', url.protocol.slice(0, -1)],
    ['user', url.username === '' ? undefined : percentDecoded(url.username)],
    ['host', url.hostname],
    ['port', port],
    ['path', url.pathname],
    ['query', query.size === 0 ? undefined : query],
    ['fragment', url.hash === '' ? undefined : url.hash.slice(1)],
  ];
  return new Map(members.filter((member): member is readonly [string, JsonNode] => member[1] !== undefined));
}

const blocks: readonly (readonly [string, string])[] = [
  ['loopback', '127.0.0.0/8'],
  ['loopback', '::1/128'],
  ['link-local', '169.254.0.0/16'],
  ['link-local', 'fe80::/10'],
  ['multicast', '224.0.0.0/4'],
  ['multicast', 'ff00::/8'],
  ['broadcast', '255.255.255.255/32'],
  ['unspecified', '0.0.0.0/32'],
  ['unspecified', '::/128'],
  ['documentation', '192.0.2.0/24'],
  ['documentation', '198.51.100.0/24'],
  ['documentation', '203.0.113.0/24'],
  ['documentation', '2001:db8::/32'],
  ['shared', '100.64.0.0/10'],
];

const kinds = blocks.map(([kind, text]) => ({ kind, cidr: parseCidr(text)! }));

function classify(address: IpAddress): string {
  for (const { kind, cidr } of kinds) {
    if (cidr.version === address.version && networkOf(address, cidr.bits).value === cidr.base) return kind;
  }
  return isPrivateIp(address) ? 'private' : 'public';
}

function expanded(address: IpAddress): string {
  if (address.version === 4) return ipText(address);
  const digits = address.value.toString(16).padStart(32, '0');
  return digits.match(/.{4}/g)!.join(':');
}

const defang = (text: string, urls: boolean, ips: boolean, emails: boolean): string => {
  let result = text;
  if (emails)
    result = result.replace(
      /([A-Za-z0-9._%+-]{1,64})@([A-Za-z0-9.-]{1,255})/g,
      (_, name: string, host: string) => `${name}[@]${host.replaceAll('.', '[.]')}`,
    );
  if (urls)
    result = result.replace(
      /\b(h)tt(ps?):\/\/([^\s/]+)/gi,
      (_, h: string, rest: string, host: string) => `${h}xx${rest}[://]${host.replace(/(?<!\[)\.(?!\])/g, '[.]')}`,
    );
  if (ips) result = result.replace(/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g, (ip) => ip.replaceAll('.', '[.]'));
  return result;
};

const refang = (text: string): string =>
  text
    .replace(/\bhxx(ps?)/gi, 'htt$1')
    .replace(/\[:\/\/\]/g, '://')
    .replace(/\[\.\]|\(\.\)|\[dot\]/gi, '.')
    .replace(/\[@\]|\[at\]/gi, '@')
    .replace(/\[:\]/g, ':');

function formatMac(text: string, separator: string): string {
  const digits = text.trim().replace(/[:.-]/g, '').toLowerCase();
  if (!/^[0-9a-f]{12}$/.test(digits)) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_MAC'));
  const step = separator === '.' ? 4 : 2;
  return separator === 'none' ? digits : (digits.match(new RegExp(`.{${step}}`, 'g')) ?? []).join(separator);
}

const parts = ['scheme', 'user', 'host', 'port', 'path', 'query', 'fragment'] as const;

export const networkingOperations: readonly Operation[] = [
  defineOperation({
    id: 'parse-uri',
    group: 'networking',
    title: words('Parse URI', 'Leer URI'),
    summary: words('The parts of an address as a json.', 'Las partes de una dirección como json.'),
    input: ['string'],
    output: 'json',
    maps: false,
    parameters: none,
    text: {},
    compile: () => (value) => jsonOf(parseUri(textOf(value)) as ReadonlyMap<string, JsonNode>),
    examples: [
      {
        input: 'https://u@e.com:8080/p?k=v#f',
        output: jsonOf(
          new Map<string, JsonNode>([
            ['scheme', 'https'],
            ['user', 'u'],
            ['host', 'e.com'],
            ['port', 8080],
            ['path', '/p'],
            ['query', new Map([['k', 'v']])],
            ['fragment', 'f'],
          ]),
        ),
      },
    ],
  }),
  defineOperation({
    id: 'url-part',
    group: 'networking',
    title: words('URL part', 'Parte de URL'),
    summary: words('One part of an address.', 'Una parte de una dirección.'),
    input: ['string'],
    output: 'string',
    maps: false,
    parameters: z.object({ part: choice(parts, 'host') }),
    text: {
      part: {
        label: words('Part', 'Parte'),
        options: {
          scheme: words('Scheme', 'Esquema'),
          user: words('User', 'Usuario'),
          host: words('Host', 'Servidor'),
          port: words('Port', 'Puerto'),
          path: words('Path', 'Ruta'),
          query: words('Query', 'Consulta'),
          fragment: words('Fragment', 'Fragmento'),
        },
      },
    },
    compile:
      ({ part }) =>
      (value) =>
        urlPart(textOf(value), part),
    examples: [{ input: 'https://e.com/p?k=v', parameters: { part: 'host' }, output: 'e.com' }],
  }),
  textOperation(
    'registered-domain',
    'networking',
    ['Registered domain', 'Dominio registrado'],
    ['The registered part, by the public suffix list.', 'La parte registrada, según la lista pública de sufijos.'],
    (text) => {
      const found = registered(text);
      if (found === undefined) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_REGISTERED_DOMAIN'));
      return found;
    },
    [{ input: 'a.b.example.co.uk', output: 'example.co.uk' }],
  ),
  defineOperation({
    id: 'defang',
    group: 'networking',
    title: words('Defang', 'Desactivar enlaces'),
    summary: words('Makes addresses unclickable.', 'Hace que no se pueda hacer clic en las direcciones.'),
    input: scalars,
    output: 'string',
    maps: true,
    parameters: z.object({ urls: flag(true), ips: flag(true), emails: flag(true) }),
    text: {
      urls: { label: words('URLs', 'URL') },
      ips: { label: words('IP addresses', 'Direcciones IP') },
      emails: { label: words('Emails', 'Correos') },
    },
    compile:
      ({ urls, ips, emails }) =>
      (value) =>
        defang(textOf(value), urls, ips, emails),
    examples: [
      { input: 'http://a.com', output: 'hxxp[://]a[.]com' },
      { input: '1.2.3.4 a@b.com', output: '1[.]2[.]3[.]4 a[@]b[.]com' },
    ],
  }),
  textOperation('refang', 'networking', ['Refang', 'Reactivar enlaces'], ['Undoes defanging.', 'Deshace la desactivación.'], refang, [
    { input: 'hxxp[://]a[.]com', output: 'http://a.com' },
  ]),
  defineOperation({
    id: 'ip-to-integer',
    group: 'networking',
    title: words('IP to integer', 'IP a entero'),
    summary: words('An IPv4 address as a number.', 'Una dirección IPv4 como número.'),
    input: ['string'],
    output: 'integer',
    maps: true,
    parameters: none,
    text: {},
    compile: () => (value) => {
      const number = ipv4Number(textOf(value).trim());
      if (number === undefined) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_IP_VERSION', { version: 4 }));
      return number;
    },
    examples: [{ input: '192.168.1.10', output: 3232235786 }],
  }),
  defineOperation({
    id: 'integer-to-ip',
    group: 'networking',
    title: words('Integer to IP', 'Entero a IP'),
    summary: words('A number as an IPv4 address.', 'Un número como dirección IPv4.'),
    input: ['integer', 'string'],
    output: 'string',
    maps: true,
    parameters: none,
    text: {},
    compile: () => (value) => {
      const number = BigInt(integerOf(value));
      if (number < 0n || number > 0xffffffffn) throw new OperationFault('TYPE_OVERFLOW', expecting('EXPECTED_BITS', { count: 32 }));
      return ipText({ version: 4, value: number });
    },
    examples: [{ input: 3232235786, output: '192.168.1.10' }],
  }),
  defineOperation({
    id: 'subnet-of-ip',
    group: 'networking',
    title: words('Subnet of IP', 'Subred de IP'),
    summary: words('The network of an address.', 'La red de una dirección.'),
    input: ['string'],
    output: 'string',
    maps: true,
    parameters: z.object({ bits4: integer(24, 0, 32), bits6: integer(64, 0, 128) }),
    text: { bits4: { label: words('Bits, IPv4', 'Bits, IPv4') }, bits6: { label: words('Bits, IPv6', 'Bits, IPv6') } },
    compile:
      ({ bits4, bits6 }) =>
      (value) => {
        const address = addressOf(textOf(value));
        const bits = address.version === 4 ? bits4 : bits6;
        return `${ipText(networkOf(address, bits))}/${bits}`;
      },
    examples: [{ input: '10.1.2.3', output: '10.1.2.0/24' }],
  }),
  defineOperation({
    id: 'cidr-range',
    group: 'networking',
    title: words('CIDR range', 'Rango CIDR'),
    summary: words('First and last address of a network, and how many.', 'Primera y última dirección de una red, y cuántas.'),
    input: ['string'],
    output: 'json',
    maps: false,
    parameters: none,
    text: {},
    compile: () => (value) => {
      const cidr = parseCidr(textOf(value).trim());
      if (cidr === undefined) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_NETWORK'));
      const count = 1n << BigInt((cidr.version === 4 ? 32 : 128) - cidr.bits);
      const text = (address: bigint): string => ipText({ version: cidr.version, value: address });
      return jsonOf(
        new Map<string, JsonNode>([
          ['network', cidrText(cidr)],
          ['first', text(cidr.base)],
          ['last', text(cidr.base + count - 1n)],
          ['count', count <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(count) : String(count)],
        ]),
      );
    },
    examples: [
      {
        input: '10.0.0.0/30',
        output: jsonOf(
          new Map<string, JsonNode>([
            ['network', '10.0.0.0/30'],
            ['first', '10.0.0.0'],
            ['last', '10.0.0.3'],
            ['count', 4],
          ]),
        ),
      },
    ],
  }),
  textOperation(
    'classify-ip',
    'networking',
    ['Classify IP', 'Clasificar IP'],
    ['public, private, loopback, link-local, multicast …', 'public, private, loopback, link-local, multicast …'],
    (text) => classify(addressOf(text)),
    [
      { input: '127.0.0.1', output: 'loopback' },
      { input: '10.0.0.1', output: 'private' },
      { input: '8.8.8.8', output: 'public' },
    ],
  ),
  defineOperation({
    id: 'normalise-ipv6',
    group: 'networking',
    title: words('Normalize IPv6', 'Normalizar IPv6'),
    summary: words('One way to write an address.', 'Una sola forma de escribir una dirección.'),
    input: ['string'],
    output: 'string',
    maps: true,
    parameters: z.object({ form: choice(['compress', 'expand'], 'compress') }),
    text: {
      form: {
        label: words('Form', 'Forma'),
        options: { compress: words('Short', 'Corta'), expand: words('All digits', 'Todas las cifras') },
      },
    },
    compile:
      ({ form }) =>
      (value) =>
        form === 'compress' ? ipText(addressOf(textOf(value))) : expanded(addressOf(textOf(value))),
    examples: [
      { input: '2001:0db8::0001', output: '2001:db8::1' },
      { input: '::1', parameters: { form: 'expand' }, output: '0000:0000:0000:0000:0000:0000:0000:0001' },
    ],
  }),
  defineOperation({
    id: 'format-mac',
    group: 'networking',
    title: words('Format MAC', 'Escribir MAC'),
    summary: words('One way to write an address.', 'Una sola forma de escribir una dirección.'),
    input: ['string'],
    output: 'string',
    maps: true,
    parameters: z.object({ separator: choice([':', '-', '.', 'none'], ':') }),
    text: {
      separator: {
        label: words('Separator', 'Separador'),
        options: { ...sameOptions([':', '-', '.', 'none']), none: words('None', 'Ninguno') },
      },
    },
    compile:
      ({ separator }) =>
      (value) =>
        formatMac(textOf(value), separator),
    examples: [{ input: 'AABB.CC00.1122', output: 'aa:bb:cc:00:11:22' }],
  }),
  defineOperation({
    id: 'protocol-name',
    group: 'networking',
    title: words('Protocol name', 'Nombre de protocolo'),
    summary: words('IP protocol number to name and back.', 'Número de protocolo IP a nombre y al revés.'),
    input: ['integer', 'string'],
    output: 'unknown',
    maps: true,
    parameters: none,
    text: {},
    compile: () => (value) => {
      const text = textOf(value).trim();
      if (/^\d+$/.test(text)) return protocolNames.get(Number(text)) ?? null;
      for (const [number, name] of protocolNames) if (name.toLowerCase() === text.toLowerCase()) return number;
      return null;
    },
    examples: [
      { input: 6, output: 'TCP' },
      { input: 'udp', output: 17 },
      { input: 250, output: null },
    ],
  }),
  defineOperation({
    id: 'service-name',
    group: 'networking',
    title: words('Service name', 'Nombre de servicio'),
    summary: words('Port number to name and back.', 'Número de puerto a nombre y al revés.'),
    input: ['integer', 'string'],
    output: 'unknown',
    maps: true,
    parameters: z.object({ protocol: choice(['tcp', 'udp'], 'tcp') }),
    text: { protocol: { label: words('Protocol', 'Protocolo'), options: sameOptions(['tcp', 'udp']) } },
    compile:
      ({ protocol }) =>
      (value) => {
        const text = textOf(value).trim().toLowerCase();
        const known = serviceNames[protocol];
        if (/^\d+$/.test(text)) return known.get(Number(text)) ?? null;
        for (const [port, name] of known) if (name === text) return port;
        return null;
      },
    examples: [
      { input: 443, output: 'https' },
      { input: 'ntp', parameters: { protocol: 'udp' }, output: 123 },
    ],
  }),
];

const registeredDomain = compileExpression({ call: 'registered_domain', args: [{ field: 'host' }] }, { slot: () => 0 });

function registered(text: string): string | undefined {
  const result = registeredDomain.evaluate({ get: () => text }, { nowMs: 0, receivedNs: 0n });
  return typeof result === 'string' ? result : undefined;
}
