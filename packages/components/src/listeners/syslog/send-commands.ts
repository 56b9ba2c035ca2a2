import type { SyslogConfig } from './config.ts';

/** Commands that send one message, for the shells of Debian. */
export function sendCommands(config: SyslogConfig, host: string): readonly { readonly tool: string; readonly command: string }[] {
  const standard = config.standard === 'rfc3164' ? '--rfc3164' : '--rfc5424';
  const counted = config.framing === 'octet-counting';
  const message =
    config.standard === 'rfc3164' ? '<13>Nov  1 10:00:00 my-host hello: Hello from nc' : '<13>1 - my-host hello - - - Hello from nc';
  const trailer = { lf: '\\n', crlf: '\\r\\n', nul: '\\0', custom: `\\x${(config.trailerCode ?? 10).toString(16).padStart(2, '0')}` }[
    config.trailer
  ];
  const printed = counted ? `${message.length} ${message}` : `${message}${trailer}`;
  const usesLines = counted || config.trailer === 'lf';
  const commands: { tool: string; command: string }[] = [];
  if (config.transport !== 'udp') {
    if (config.tls) {
      commands.push({
        tool: 'openssl',
        command: `(printf '${printed}'; sleep 1) | openssl s_client -quiet -no_ign_eof -connect ${bracketed(host)}:${config.port}`,
      });
    } else {
      if (usesLines)
        commands.push({
          tool: 'logger',
          command: `logger --server ${host} --port ${config.port} --tcp ${standard}${counted ? ' --octet-count' : ''} "Hello from logger"`,
        });
      commands.push({ tool: 'nc', command: `printf '${printed}' | nc -q 1 ${host} ${config.port}` });
    }
  }
  if (config.transport !== 'tcp') {
    commands.push({
      tool: config.transport === 'both' ? 'logger (UDP)' : 'logger',
      command: `logger --server ${host} --port ${config.port} --udp ${standard} "Hello from logger"`,
    });
  }
  return [...commands, ...(config.tls || counted || !usesLines || config.standard === 'rfc3164' ? [] : daemons(config, host))];
}

/** What makes a daemon of this machine forward all it gets from now on. */
function daemons(config: SyslogConfig, host: string): { readonly tool: string; readonly command: string }[] {
  const protocol = config.transport === 'udp' ? 'udp' : 'tcp';
  return [
    {
      tool: 'rsyslog',
      command: [
        `echo '*.* action(type="omfwd" target="${host}" port="${config.port}" protocol="${protocol}" template="RSYSLOG_SyslogProtocol23Format")' |`,
        '  sudo tee /etc/rsyslog.d/90-acequia.conf',
        `sudo systemctl restart rsyslog && logger 'Hello from rsyslog'`,
      ].join('\n'),
    },
    {
      tool: 'syslog-ng',
      command: [
        `echo 'destination d_acequia { network("${host}" port(${config.port}) transport("${protocol}") flags(syslog-protocol)); };`,
        `log { source(s_src); destination(d_acequia); };' | sudo tee /etc/syslog-ng/conf.d/acequia.conf`,
        `sudo systemctl restart syslog-ng && logger 'Hello from syslog-ng'`,
      ].join('\n'),
    },
  ];
}

const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host);
