import type { TcpConfig } from './config.ts';

const samples: Readonly<Record<TcpConfig['format'], string>> = {
  text: 'Hello from nc',
  json: '{"message":"hello"}',
  csv: '"hello"',
  kv: 'message=hello level=info',
  syslog: '<13>1 - my-host hello - - - Hello from nc',
  cef: 'CEF:0|Acme|Firewall|1.0|100|Blocked|7|src=10.0.0.1',
  leef: 'LEEF:1.0|Acme|Firewall|1.0|100|src=10.0.0.1',
};

/** Commands that send one message, for the shells of Debian. */
export function sendCommands(config: TcpConfig, host: string): readonly { readonly tool: string; readonly command: string }[] {
  const printed = `printf '${framed(config, escaped(sampleOf(config)), sampleOf(config).length)}'`;
  const address = host.includes(':') ? `[${host}]` : host;
  if (config.tls) {
    return [{ tool: 'openssl', command: `(${printed}; sleep 1) | openssl s_client -quiet -no_ign_eof -connect ${address}:${config.port}` }];
  }
  const commands = [{ tool: 'nc', command: `${printed} | nc -q 1 ${host} ${config.port}` }];
  if (config.framing === 'newline' || config.framing === 'octet-counting') {
    const counted = config.framing === 'octet-counting' ? ' --octet-count' : '';
    if (config.format === 'syslog')
      commands.push({
        tool: 'logger',
        command: `logger --server ${host} --port ${config.port} --tcp --rfc5424${counted} "Hello from logger"`,
      });
  }
  if (config.framing === 'newline' && config.format === 'text')
    commands.push({ tool: 'bash', command: `echo "Hello from bash" > /dev/tcp/${host}/${config.port}` });
  return commands;
}

function sampleOf(config: TcpConfig): string {
  if (config.format !== 'csv') return samples[config.format];
  const separator = config.csvSeparator === 'tab' ? '\t' : config.csvSeparator;
  return config.csvColumns.length > 0 ? config.csvColumns.map((_, index) => `value${index + 1}`).join(separator) : `name${separator}level`;
}

/** For printf in single quotes. */
const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('%', '%%').replaceAll('\t', '\\t').replaceAll("'", `'\\''`);

function framed(config: TcpConfig, message: string, length: number): string {
  switch (config.framing) {
    case 'newline':
      return `${message}\\n${config.format === 'csv' && config.csvColumns.length === 0 ? `hello${escaped(config.csvSeparator === 'tab' ? '\t' : config.csvSeparator)}info\\n` : ''}`;
    case 'delimiter':
      return `${message}${printable(config.delimiter ?? '')}`;
    case 'octet-counting':
      return `${length} ${message}`;
    case 'length-prefix': {
      const width = Number(config.prefixBytes);
      const bytes = Array.from({ length: width }, (_, index) => Math.floor(length / 256 ** index) % 256);
      const ordered = config.endian === 'big' ? bytes.reverse() : bytes;
      return ordered.map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('') + message;
    }
    case 'nul':
      return `${message}\\0`;
  }
}

/** The delimiter's own escapes are printf's. */
const printable = (delimiter: string) => delimiter.replaceAll('%', '%%').replaceAll("'", `'\\''`);
