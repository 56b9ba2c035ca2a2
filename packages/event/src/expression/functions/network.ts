import { registeredDomain } from '#registered-domain';
import { cidrText, isPrivateIp, networkOf } from '../../net/cidr.ts';
import { ipText, parseIp } from '../../net/ip-address.ts';
import { percentDecoded } from '../../net/percent.ts';
import { choiceArg, countArg, textArg } from '../arguments.ts';
import { ExpressionError } from '../faults.ts';
import { strict, type FunctionDefinition } from '../function-definition.ts';

const group = 'network' as const;
const urlParts = ['scheme', 'user', 'host', 'port', 'path', 'query', 'fragment'] as const;

/** RFC 3986, appendix B, with the authority cut up. */
export function urlPart(text: string, part: (typeof urlParts)[number]): string | null {
  const m = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(text);
  if (!m) return null;
  const authority = /^(?:([^@]*)@)?(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(m[2] ?? '');
  const values = {
    scheme: m[1]?.toLowerCase(),
    user: authority?.[1]?.replace(/:.*$/s, ''),
    host: authority?.[2]?.replace(/^\[|\]$/g, '').toLowerCase(),
    port: authority?.[3],
    path: m[3],
    query: m[4],
    fragment: m[5],
  };
  const value = values[part];
  return value === undefined || (value === '' && part !== 'path') ? null : value;
}

function queryParameter(text: string, name: string): string | null {
  const query = text.includes('?') ? urlPart(text, 'query') : text.includes('=') ? text : null;
  for (const pair of (query ?? '').split('&')) {
    const eq = pair.indexOf('=');
    const key = percentDecoded((eq < 0 ? pair : pair.slice(0, eq)).replaceAll('+', ' '));
    if (key === name) return eq < 0 ? '' : percentDecoded(pair.slice(eq + 1).replaceAll('+', ' '));
  }
  return null;
}

export const networkFunctions: readonly FunctionDefinition[] = [
  strict(
    {
      group,
      signature: 'is_ip(text:s)',
      result: 'boolean',
      en: 'Whether it is an IPv4 or IPv6 address.',
      es: 'Si es una dirección IPv4 o IPv6.',
      example: ['is_ip("10.0.0.1")', 'true'],
    },
    ([text]) => parseIp(textArg(text)) !== undefined,
  ),
  strict(
    {
      group,
      signature: 'ip_version(text:s)',
      result: 'integer',
      en: '4 or 6; null when it is not an address.',
      es: '4 o 6; nulo si no es una dirección.',
      example: ['ip_version("::1")', '6'],
    },
    ([text]) => parseIp(textArg(text))?.version ?? null,
  ),
  strict(
    {
      group,
      signature: 'is_private_ip(text:s)',
      result: 'boolean',
      en: 'Whether the address is private, loopback or link-local.',
      es: 'Si la dirección es privada, de loopback o de enlace local.',
      example: ['is_private_ip("10.0.0.1")', 'true'],
    },
    ([text]) => {
      const address = parseIp(textArg(text));
      return address !== undefined && isPrivateIp(address);
    },
  ),
  strict(
    {
      group,
      signature: 'network(text:s, bits:i)',
      result: 'string',
      en: 'The block of that many bits around an address; null when it is not an address.',
      es: 'El bloque de esos bits en torno a una dirección; nulo si no es una dirección.',
      example: ['network("10.1.2.3", 24)', '"10.1.2.0/24"'],
    },
    ([text, bits]) => {
      const address = parseIp(textArg(text));
      if (!address) return null;
      const count = countArg(bits, 0);
      if (count < 0 || count > (address.version === 4 ? 32 : 128)) throw new ExpressionError('EXPR_ARGUMENT', String(bits));
      return cidrText({ version: address.version, base: networkOf(address, count).value, bits: count });
    },
  ),
  strict(
    {
      group,
      signature: 'ip_to_int(text:s)',
      result: 'integer',
      en: 'An IPv4 address as a number; null for other text.',
      es: 'Una dirección IPv4 como número; nulo con otro texto.',
      example: ['ip_to_int("192.168.1.10")', '3232235786'],
    },
    ([text]) => {
      const address = parseIp(textArg(text));
      return address?.version === 4 ? Number(address.value) : null;
    },
  ),
  strict(
    {
      group,
      signature: 'int_to_ip(number:i)',
      result: 'string',
      en: 'The IPv4 address of a number.',
      es: 'La dirección IPv4 de un número.',
      example: ['int_to_ip(3232235786)', '"192.168.1.10"'],
    },
    ([number]) => {
      const value = BigInt(number as number | bigint);
      if (value < 0n || value > 0xffffffffn) throw new ExpressionError('EXPR_ARGUMENT', String(value));
      return ipText({ version: 4, value });
    },
  ),
  strict(
    {
      group,
      signature: 'url_part(url:s, part:s)',
      result: 'string',
      en: 'scheme, user, host, port, path, query or fragment; null when absent.',
      es: 'scheme, user, host, port, path, query o fragment; nulo si no está.',
      example: ['url_part("https://e.com:8080/p", "port")', '"8080"'],
    },
    ([url, part]) => urlPart(textArg(url), choiceArg(part, urlParts, 'host')),
  ),
  strict(
    {
      group,
      signature: 'query_param(url:s, name:s)',
      result: 'string',
      en: 'A parameter of a URL or query, decoded; null when absent.',
      es: 'Un parámetro de una URL o consulta, decodificado; nulo si no está.',
      example: ['query_param("/a?x=1&y=b%20c", "y")', '"b c"'],
    },
    ([url, name]) => queryParameter(textArg(url), textArg(name)),
  ),
  strict(
    {
      group,
      signature: 'registered_domain(host:s)',
      result: 'string',
      en: 'The registered domain, by the public suffix list; null when there is none.',
      es: 'El dominio registrado, según la lista de sufijos públicos; nulo si no hay.',
      example: ['registered_domain("a.b.example.co.uk")', '"example.co.uk"'],
    },
    ([host]) => registeredDomain(textArg(host)),
  ),
];
