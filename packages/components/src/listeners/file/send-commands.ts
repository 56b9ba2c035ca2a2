import type { FileListenerConfig } from './config.ts';

const samples: Readonly<Record<FileListenerConfig['format'], string>> = {
  text: 'Hello from a file',
  json: '{"message":"hello"}',
  csv: 'hello,info',
  kv: 'message=hello level=info',
  syslog: '<13>1 - my-host hello - - - Hello from a file',
  cef: 'CEF:0|Acme|Firewall|1.0|100|Blocked|7|src=10.0.0.1',
  leef: 'LEEF:1.0|Acme|Firewall|1.0|100|src=10.0.0.1',
};

/** A command for the worker's machine that appends one line to a file the patterns match. */
export function sendCommands(config: FileListenerConfig): readonly { readonly tool: string; readonly command: string }[] {
  const [pattern] = config.include;
  if (pattern === undefined || config.framing !== 'newline') return [];
  const path = pattern
    .replaceAll('**/', '')
    .replaceAll(/\{([^,}]*)[^}]*\}/g, '$1')
    .replaceAll(/\[!?(.)[^\]]*\]/g, '$1')
    .replaceAll('?', 'a')
    .replaceAll(/\*+/g, 'hello');
  return [{ tool: 'printf', command: `printf '%s\\n' '${samples[config.format]}' >> '${path.replaceAll("'", `'\\''`)}'` }];
}
