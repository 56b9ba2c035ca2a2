import fc from 'fast-check';
import { expect, test } from 'vitest';
import { previewParsers } from './preview-parsers.ts';
import { proposeParser } from './propose-parser.ts';
import { proposePattern } from './propose-pattern.ts';

/** Lines as a program writes them, and what a person who knows the format reads out of the first of them. */
interface PublicFormat {
  readonly lines: readonly string[];
  /** Texts of all columns, in order. */
  readonly columns: readonly string[];
  /** Columns that must bear this name; no other column may bear a name of `meanings`. */
  readonly named?: Readonly<Record<string, string>>;
  /** Lines that come later and must be read too. */
  readonly later?: readonly string[];
  readonly mode?: string;
  /** A second step that reads the message. */
  readonly inside?: string;
}

/** Names that say what a column is: a wrong one misleads. */
const meanings = ['time', 'date', 'clock', 'host', 'level', 'component', 'pid', 'program', 'unit'];
const near = BigInt(Date.UTC(2026, 10, 24, 12)) * 1_000_000n;

const formats: Readonly<Record<string, PublicFormat>> = {
  'squid access': {
    lines: [
      '1795529301.123    145 10.0.0.1 TCP_MISS/200 4250 GET http://www.example.com/a - DIRECT/93.184.216.34 text/html',
      '1795529302.480     12 10.0.0.7 TCP_HIT/200 890 GET http://www.example.com/b.css - NONE/- text/css',
      '1795529303.001   2300 10.0.0.1 TCP_MISS/404 512 POST http://api.example.com/c ana DIRECT/93.184.216.35 text/html',
      '1795529303.990      0 10.0.0.9 TCP_DENIED/403 1320 CONNECT mail.example.com:443 - NONE/- -',
    ],
    columns: [
      '2026-11-24T14:08:21.123Z',
      '145',
      '10.0.0.1',
      'TCP_MISS',
      '200',
      '4250',
      'GET',
      'http://www.example.com/a',
      '-',
      'DIRECT/93.184.216.34',
      'text/html',
    ],
    named: { time: '2026-11-24T14:08:21.123Z' },
    later: ['1795529304.001      7 2001:db8::7 TCP_MISS/302 0 HEAD http://x/ - HIER_NONE/- -'],
  },
  'MySQL 8 errors': {
    lines: [
      '2026-11-24T10:00:00.123456Z 0 [System] [MY-010116] [Server] /usr/sbin/mysqld (mysqld 8.0.36) starting as process 1',
      '2026-11-24T10:00:01.223456Z 1 [System] [MY-013576] [InnoDB] InnoDB initialization has started.',
      '2026-11-24T10:00:02.323456Z 0 [Warning] [MY-010068] [Server] CA certificate ca.pem is self signed.',
      '2026-11-24T10:00:03.423456Z 8 [Note] [MY-010051] [Server] Event Scheduler: scheduler thread started with id 8',
    ],
    columns: [
      '2026-11-24T10:00:00.123456Z',
      '0',
      'System',
      'MY-010116',
      'Server',
      '/usr/sbin/mysqld (mysqld 8.0.36) starting as process 1',
    ],
    named: { time: '2026-11-24T10:00:00.123456Z', level: 'System' },
  },
  'MySQL with one form of message': {
    lines: Array.from(
      { length: 6 },
      (_, n) => `2026-11-24T10:00:0${n}.000000Z ${n} [Note] [MY-010051] [Server] Event Scheduler ${n}: done`,
    ),
    columns: ['2026-11-24T10:00:00Z', '0', 'Note', 'MY-010051', 'Server', 'Event Scheduler 0: done'],
    named: { time: '2026-11-24T10:00:00Z', level: 'Note' },
  },
  PostgreSQL: {
    lines: [
      '2026-11-24 10:00:00.123 UTC [1000] ana@shop LOG:  duration: 1.123 ms  statement: SELECT 1',
      '2026-11-24 10:00:01.123 UTC [1001] bo@shop LOG:  duration: 22.020 ms  statement: SELECT 22',
      '2026-11-24 10:00:02.123 UTC [1000] ana@shop LOG:  duration: 0.500 ms  statement: SELECT 3',
    ],
    columns: ['2026-11-24T10:00:00.123Z', '1000', 'ana@shop', 'LOG', 'duration: 1.123 ms  statement: SELECT 1'],
    named: { time: '2026-11-24T10:00:00.123Z', level: 'LOG' },
    later: ['2026-11-24 10:00:05.123 UTC [1000] ana@shop ERROR:  relation "x" does not exist at character 15'],
  },
  'nginx errors': {
    lines: [
      '2026/11/24 10:00:00 [error] 1001#1001: *1 open() "/x/1" failed (2: No such file or directory), client: 10.0.0.1, server: x',
      '2026/11/24 10:00:03 [error] 1001#1001: *4 open() "/x/4" failed (2: No such file or directory), client: 10.0.0.4, server: x',
      '2026/11/24 10:00:08 [warn] 1004#1004: *9 an upstream response is buffered to a temporary file, client: 10.0.0.9',
    ],
    columns: [
      '2026-11-24T10:00:00Z',
      'error',
      '1001',
      '1001',
      '*1 open() "/x/1" failed (2: No such file or directory), client: 10.0.0.1, server: x',
    ],
    named: { time: '2026-11-24T10:00:00Z', level: 'error' },
    later: ['2026/11/24 10:00:09 [notice] 1#1: signal process started'],
  },
  'HAProxy behind syslog': {
    lines: Array.from(
      { length: 3 },
      (_, n) =>
        `Nov 24 10:00:0${n} lb1 haproxy[14389]: 10.0.1.2:3331${n} [24/Nov/2026:10:00:0${n}.655] http-in static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {1wt.eu} {} "GET /index.html HTTP/1.1"`,
    ),
    columns: [
      '2026-11-24T10:00:00Z',
      'lb1',
      'haproxy',
      '14389',
      '10.0.1.2:33310 [24/Nov/2026:10:00:00.655] http-in static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {1wt.eu} {} "GET /index.html HTTP/1.1"',
    ],
    named: { time: '2026-11-24T10:00:00Z', host: 'lb1', component: 'haproxy', pid: '14389' },
    later: ['Nov 24 10:00:09 lb1 haproxy[14389]: Server static/srv1 is DOWN.'],
  },
  'HAProxy alone': {
    lines: [
      '10.0.1.2:33317 [24/Nov/2026:10:00:00.655] http-in static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 "GET /index.html HTTP/1.1"',
      '10.0.1.2:33318 [24/Nov/2026:10:00:01.655] http-in static/srv1 11/0/31/69/111 200 2750 - - ---- 1/1/1/1/0 0/0 "GET /index.html HTTP/1.1"',
    ],
    columns: [
      '10.0.1.2',
      '33317',
      '2026-11-24T10:00:00.655Z',
      'http-in',
      'static/srv1',
      '10/0/30/69/109',
      '200',
      '2750',
      '-',
      '-',
      '----',
      '1/1/1/1/0',
      '0/0',
      'GET',
      '/index.html',
      'HTTP/1.1',
    ],
    named: { time: '2026-11-24T10:00:00.655Z' },
    later: ['10.0.1.9:1 [24/Nov/2026:10:00:09.655] https-in app/srv2 0/0/-1/-1/7 503 212 - - SC-- 9/1/1/1/+3 0/0 "POST /orders HTTP/2.0"'],
  },
  postfix: {
    lines: [
      'Nov 24 10:00:00 mail postfix/smtpd[1523]: connect from mail.example.com[203.0.113.7]',
      'Nov 24 10:00:01 mail postfix/qmgr[990]: 4C1B2: from=<ana@example.com>, size=1200, nrcpt=1 (queue active)',
      'Nov 24 10:00:02 mail postfix/smtp[1530]: 4C1B2: to=<bo@example.org>, relay=none, delay=1.2, status=deferred (timed out)',
    ],
    columns: ['2026-11-24T10:00:00Z', 'mail', 'postfix/smtpd', '1523', 'connect from mail.example.com[203.0.113.7]'],
    named: { time: '2026-11-24T10:00:00Z', host: 'mail', component: 'postfix/smtpd', pid: '1523' },
  },
  dovecot: {
    lines: [
      'Nov 24 10:00:00 mail dovecot: imap-login: Login: user=<ana>, method=PLAIN, rip=10.0.0.1, lip=10.0.0.2, mpid=77, TLS',
      'Nov 24 10:00:07 mail dovecot: imap(ana): Logged out in=120 out=4500',
      'Nov 24 10:00:09 mail dovecot: pop3-login: Disconnected (no auth attempts): rip=10.0.0.9, lip=10.0.0.2',
    ],
    columns: [
      '2026-11-24T10:00:00Z',
      'mail',
      'dovecot',
      'imap-login: Login: user=<ana>, method=PLAIN, rip=10.0.0.1, lip=10.0.0.2, mpid=77, TLS',
    ],
    named: { time: '2026-11-24T10:00:00Z', host: 'mail', component: 'dovecot' },
  },
  'Cisco ASA with a year': {
    lines: [
      'Nov 24 2026 10:00:00 fw1 : %ASA-6-302013: Built inbound TCP connection 9 for outside:10.0.0.9/4711 to inside:10.1.0.2/443',
      'Nov 24 2026 10:00:01 fw1 : %ASA-4-106023: Deny tcp src outside:10.0.0.8/99 dst inside:10.1.0.2/22 by access-group "o"',
      'Nov 24 2026 10:00:02 fw1 : %ASA-6-302014: Teardown TCP connection 9 duration 0:00:30 bytes 99',
    ],
    columns: [
      '2026-11-24T10:00:00Z',
      'fw1',
      '%ASA-6-302013',
      'Built inbound TCP connection 9 for outside:10.0.0.9/4711 to inside:10.1.0.2/443',
    ],
    named: { time: '2026-11-24T10:00:00Z', host: 'fw1', component: '%ASA-6-302013' },
  },
  'a year behind the day': {
    lines: ['Jun 14 2005 15:16:01 combo up', 'Jun 14 2005 15:17:01 combo down', 'Jun 15 2005 02:16:01 other up'],
    columns: ['2005-06-14T15:16:01Z', 'combo up'],
    named: { time: '2005-06-14T15:16:01Z' },
  },
  'Windows event text': {
    lines: Array.from(
      { length: 4 },
      (_, n) => `11/24/2026 ${n + 1}:00:00 PM  LogName=Security EventCode=462${n} ComputerName=dc1 Keywords="Audit Success"`,
    ),
    columns: ['2026-11-24T13:00:00Z', 'LogName=Security EventCode=4620 ComputerName=dc1 Keywords="Audit Success"'],
    named: { time: '2026-11-24T13:00:00Z' },
    inside: 'kv',
  },
  '12-hour clock before a level': {
    lines: [
      '24-11-2026 02:00:00 PM ERROR store: cannot write',
      '24-11-2026 09:10:00 AM INFO net.http: listening',
      '25-11-2026 12:00:01 AM WARN store: slow',
    ],
    columns: ['2026-11-24T14:00:00Z', 'ERROR', 'store', 'cannot write'],
    named: { time: '2026-11-24T14:00:00Z', level: 'ERROR', component: 'store' },
  },
  '12-hour clock in cells': {
    lines: ['11/24/2026 1:00:01 PM,Login,ana', '11/24/2026 11:10:01 AM,Logout,bo', '11/24/2026 12:00:01 AM,Login,eva'],
    columns: ['2026-11-24T13:00:01Z', 'Login', 'ana'],
    named: { time: '2026-11-24T13:00:01Z' },
  },
  'Kubernetes klog': {
    lines: [
      'I1124 10:00:00.123456    1234 server.go:123] Starting controller',
      'E1124 10:00:01.123456      77 reflector.go:9] Failed to list *v1.Pod: forbidden',
      'W1124 10:00:02.123456    1234 warnings.go:70] v1 Endpoints is deprecated',
    ],
    columns: ['I', '2026-11-24T10:00:00.123456Z', '1234', 'server.go:123', 'Starting controller'],
    named: { level: 'I', time: '2026-11-24T10:00:00.123456Z' },
  },
  Zookeeper: {
    lines: [
      '2026-07-29 17:41:44,747 - INFO  [QuorumPeer[myid=1]/0:0:0:0:0:0:0:0:2181:FastLeaderElection@774] - Notification time out: 3200',
      '2026-07-29 19:04:12,394 - WARN  [SendWorker:188978561024:QuorumCnxManager$SendWorker@679] - Interrupted while waiting',
      '2026-07-29 19:04:29,071 - ERROR [main:QuorumPeerMain@89] - Unexpected exception, exiting',
    ],
    columns: [
      '2026-07-29T17:41:44.747Z',
      'INFO',
      'QuorumPeer[myid=1]/0:0:0:0:0:0:0:0:2181:FastLeaderElection@774',
      'Notification time out: 3200',
    ],
    named: { time: '2026-07-29T17:41:44.747Z', level: 'INFO' },
  },
  Spark: {
    lines: [
      '26/06/09 20:10:40 INFO executor.CoarseGrainedExecutorBackend: Registered signal handlers for [TERM, HUP, INT]',
      '26/06/09 20:10:41 INFO spark.SecurityManager: Changing view acls to: yarn,curi',
      '26/06/09 20:10:45 WARN storage.BlockManager: Block rdd_2_1 already exists',
    ],
    columns: ['26/06/09', '20:10:40', 'INFO', 'executor.CoarseGrainedExecutorBackend', 'Registered signal handlers for [TERM, HUP, INT]'],
    // Of 26 June 2009, or of 9 June 2026: nobody can tell by the lines.
    named: { date: '26/06/09', clock: '20:10:40', level: 'INFO', component: 'executor.CoarseGrainedExecutorBackend' },
  },
  OpenStack: {
    lines: [
      'nova-api.log.1.2026-05-16_13:53:08 2026-05-16 00:00:00.008 25746 INFO nova.osapi_compute.wsgi.server [req-38101 113d3 54fad - - -] 10.11.10.1 "GET /v2/s HTTP/1.1" status: 200 len: 1893 time: 0.2477829',
      'nova-compute.log.1.2026-05-16_13:55:31 2026-05-16 00:00:04.500 2931 INFO nova.compute.manager [req-3ea4 - - - - -] [instance: b9] VM Started (Lifecycle Event)',
      'nova-api.log.1.2026-05-16_13:53:08 2026-05-16 00:00:05.185 25746 WARNING nova.osapi_compute.wsgi.server [req-1e 113d3 54fad - - -] slow',
    ],
    columns: [
      'nova-api.log.1.2026-05-16_13:53:08',
      '2026-05-16T00:00:00.008Z',
      '25746',
      'INFO',
      'nova.osapi_compute.wsgi.server',
      'req-38101 113d3 54fad - - -',
      '10.11.10.1 "GET /v2/s HTTP/1.1" status: 200 len: 1893 time: 0.2477829',
    ],
    named: { level: 'INFO', time: '2026-05-16T00:00:00.008Z' },
  },
  BGL: {
    lines: [
      '- 1117838570 2026.06.03 R02-M1-N0-C:J12-U11 2026-06-03-15.42.50.675872 R02-M1-N0-C:J12-U11 RAS KERNEL INFO instruction cache parity error corrected',
      'APPREAD 1117869872 2026.06.04 R23-M1-N8-I:J18-U11 2026-06-04-00.24.32.432192 R23-M1-N8-I:J18-U11 RAS APP FATAL ciod: failed to read message prefix',
      '- 1117942120 2026.06.04 R30-M0-N7-C:J08-U01 2026-06-04-20.28.40.767551 R30-M0-N7-C:J08-U01 RAS KERNEL INFO CE sym 20, at 0x1438f9e0, mask 0x40',
    ],
    columns: [
      '-',
      '2005-06-03T22:42:50Z',
      '2026-06-03T00:00:00Z',
      'R02-M1-N0-C:J12-U11',
      '2026-06-03T15:42:50.675872Z',
      'R02-M1-N0-C:J12-U11',
      'RAS',
      'KERNEL',
      'INFO',
      'instruction cache parity error corrected',
    ],
    named: { level: 'INFO', time: '2005-06-03T22:42:50Z', date: '2026-06-03T00:00:00Z' },
  },
  HPC: {
    lines: [
      '134681 node-246 unix.hw state_change.unavailable 1077804742 1 Component State Change: Component \\042alt0\\042 is in the unavailable state (HWID=3180)',
      '350766 node-109 unix.hw state_change.unavailable 1084680778 1 Component State Change: Component \\042alt0\\042 is in the unavailable state (HWID=3180)',
      '344518 node-246 gige temperature 1117296789 1 ambient=29',
      '2566 node-70 boot_cmd new 1076865186 1 Targeting domains:node-D1 and nodes:node-[40-63]',
    ],
    columns: [
      '134681',
      'node-246',
      'unix.hw',
      'state_change.unavailable',
      '2004-02-26T14:12:22Z',
      '1',
      'Component State Change: Component \\042alt0\\042 is in the unavailable state (HWID=3180)',
    ],
    named: { time: '2004-02-26T14:12:22Z' },
  },
  Thunderbird: {
    lines: [
      '- 1131566461 2005.11.09 dn228 Nov 9 12:01:01 dn228/dn228 crond(pam_unix)[2915]: session closed for user root',
      '- 1131566465 2005.11.09 src@aadmin1 Nov 9 12:01:05 src@aadmin1 dhcpd: DHCPDISCOVER from 00:11:43:e3 via eth1',
      '- 1131566468 2005.11.09 tbird-admin1 Nov 9 12:01:08 local@tbird-admin1 postfix/postdrop[10896]: warning: unable to look up',
    ],
    columns: [
      '-',
      '2005-11-09T20:01:01Z',
      '2005-11-09T00:00:00Z',
      'dn228',
      '2026-11-09T12:01:01Z',
      'dn228/dn228',
      'crond(pam_unix)',
      '2915',
      'session closed for user root',
    ],
  },
  Android: {
    lines: [
      '03-17 16:13:38.811  1702  2395 D WindowManager: printFreezingDisplayLogsopening app wtoken = AppWindowToken{9f4ef63}',
      '03-17 16:13:38.819  1702  8671 D PowerManagerService: acquire lock=233570404, flags=0x1, tag="View Lock"',
      '03-17 16:13:38.820  1702  8671 I ActivityManager: Start proc 12: for service',
      '03-17 16:13:38.839   702   671 V TelephonyManager: getCallState',
    ],
    columns: [
      '2026-03-17T16:13:38.811Z',
      '1702',
      '2395',
      'D',
      'WindowManager',
      'printFreezingDisplayLogsopening app wtoken = AppWindowToken{9f4ef63}',
    ],
    named: { time: '2026-03-17T16:13:38.811Z', level: 'D', component: 'WindowManager' },
  },
  macOS: {
    lines: [
      'Jul  1 09:00:55 calvisitor-10-105-160-95 kernel[0]: IOThunderboltSwitch<0>(0x0)::listenerCallback - HPD packet for route = 0x0',
      'Jul  1 09:01:05 calvisitor-10-105-160-95 com.apple.CDScheduler[43]: Thermal pressure state: 1 Memory pressure state: 0',
      'Jul  1 09:01:06 authorMacBook-Pro corecaptured[31174]: CCFile::copyFile fileName is [/var/log/x]',
      'Jul  1 09:02:26 authorMacBook-Pro com.apple.xpc.launchd[1] (com.apple.quicklook[9112]): Endpoint has been activated',
    ],
    columns: [
      '2026-07-01T09:00:55Z',
      'calvisitor-10-105-160-95',
      'kernel',
      '0',
      'IOThunderboltSwitch<0>(0x0)::listenerCallback - HPD packet for route = 0x0',
    ],
    named: { time: '2026-07-01T09:00:55Z', host: 'calvisitor-10-105-160-95', component: 'kernel', pid: '0' },
  },
  Proxifier: {
    lines: [
      '[10.30 16:49:06] chrome.exe - proxy.cse.cuhk.edu.hk:5070 open through proxy proxy.cse.cuhk.edu.hk:5070 HTTPS',
      '[10.30 16:49:07] chrome.exe *64 - proxy.cse.cuhk.edu.hk:5070 close, 403 bytes sent, 426 bytes received, lifetime <1 sec',
      '[10.30 16:49:08] Dropbox.exe - notify.dropbox.com:80 error : Could not connect',
    ],
    columns: ['2026-10-30T16:49:06Z', 'chrome.exe', 'proxy.cse.cuhk.edu.hk:5070 open through proxy proxy.cse.cuhk.edu.hk:5070 HTTPS'],
    named: { time: '2026-10-30T16:49:06Z', program: 'chrome.exe' },
  },
  'IIS W3C': {
    lines: [
      '2026-11-24 10:00:01 10.0.0.1 GET /a - 80 - 10.0.0.9 Mozilla/5.0+(X) - 200 0 0 31',
      '2026-11-24 10:00:02 10.0.0.1 GET /b q=1 80 ana 10.0.0.8 Mozilla/5.0+(Y) http://x/ 404 0 2 15',
      '2026-11-24 10:00:03 10.0.0.1 POST /c - 80 - 10.0.0.9 curl/8.5.0 - 500 19 183 2031',
    ],
    columns: ['2026-11-24T10:00:01Z', '10.0.0.1', 'GET', '/a', '-', '80', '-', '10.0.0.9', 'Mozilla/5.0+(X)', '-', '200', '0', '0', '31'],
    named: { time: '2026-11-24T10:00:01Z' },
    later: ['2026-11-24 10:00:09 10.0.0.1 PUT /d - 443 - 10.0.0.9 - - 201 0 0 3'],
  },
  LTSV: {
    lines: [
      'time:2026-11-24T10:00:00Z\thost:10.0.0.1\treq:GET /a HTTP/1.1\tstatus:200\tsize:05',
      'time:2026-11-24T10:00:01Z\thost:10.0.0.2\treq:GET /b HTTP/1.1\tstatus:404\tsize:17',
    ],
    mode: 'kv',
    columns: ['2026-11-24T10:00:00Z', '10.0.0.1', 'GET /a HTTP/1.1', '200', '05'],
    named: { time: '2026-11-24T10:00:00Z', host: '10.0.0.1' },
  },
  'pairs between bars': {
    lines: ['EventID: 4625 | Account: SYSTEM | Host: dc1', 'EventID: 4624 | Account: ana | Host: dc2'],
    mode: 'kv',
    columns: ['4625', 'SYSTEM', 'dc1'],
  },
  'pairs between commas': {
    lines: ['user=ana lopez, age=30, ok=true', 'user=bo, age=31, ok=false'],
    mode: 'kv',
    columns: ['ana lopez', '30', 'true'],
  },
  logfmt: {
    lines: [
      'ts=2026-11-24T10:00:00Z level=info msg="he said \\"hi\\" ok" dur=12ms code=007 phone=+34600111222 v=1.10 n=5',
      'ts=2026-11-24T10:00:01Z level=warn msg=bye dur=7ms code=008 phone=+34600111223 v=1.9 n=61',
    ],
    mode: 'kv',
    columns: ['2026-11-24T10:00:00Z', 'info', 'he said "hi" ok', '12ms', '007', '+34600111222', '1.10', '5'],
    named: { level: 'info' },
  },
  'Java with stack traces': {
    lines: [
      '2026-11-24 10:00:00,123 ERROR [http-1] com.example.shop.Orders - Cannot store order 7',
      'java.lang.IllegalStateException: closed',
      '\tat com.example.shop.Orders.store(Orders.java:77)',
      '2026-11-24 10:00:01,123 INFO  [main] com.example.shop.Main - Started in 3.1 s',
      '2026-11-24 10:00:02,123 WARN  [http-12] com.example.shop.Cart - slow',
      '2026-11-24 10:00:03,123 INFO  [main] com.example.shop.Main - Stopped',
    ],
    columns: ['2026-11-24T10:00:00.123Z', 'ERROR', 'http-1', 'com.example.shop.Orders', 'Cannot store order 7'],
    named: { time: '2026-11-24T10:00:00.123Z', level: 'ERROR', component: 'com.example.shop.Orders' },
  },
  'Spring Boot': {
    lines: [
      '2026-11-24 10:00:00.123  INFO 4711 --- [           main] o.s.b.w.e.tomcat.TomcatWebServer         : Tomcat started on port(s): 8080',
      '2026-11-24 10:00:01.123  WARN 4711 --- [nio-8080-exec-1] o.s.web.servlet.PageNotFound             : No mapping for GET /x',
      '2026-11-24 10:00:02.123 ERROR 4711 --- [nio-8080-exec-2] c.example.Orders                         : Cannot store: closed',
    ],
    columns: ['2026-11-24T10:00:00.123Z', 'INFO', '4711', 'main', 'o.s.b.w.e.tomcat.TomcatWebServer', 'Tomcat started on port(s): 8080'],
    named: { time: '2026-11-24T10:00:00.123Z', level: 'INFO', component: 'o.s.b.w.e.tomcat.TomcatWebServer' },
  },
  Tomcat: {
    lines: [
      '24-Nov-2026 10:00:00.123 INFO [main] org.apache.catalina.startup.VersionLoggerListener.log Server version name: Apache Tomcat/10.1',
      '24-Nov-2026 10:00:01.123 WARNING [main] org.apache.catalina.core.AprLifecycleListener.lifecycleEvent The library was not found',
      '24-Nov-2026 10:00:02.123 SEVERE [http-1] org.apache.coyote.AbstractProtocol.start Starting failed',
    ],
    columns: [
      '2026-11-24T10:00:00.123Z',
      'INFO',
      'main',
      'org.apache.catalina.startup.VersionLoggerListener.log',
      'Server version name: Apache Tomcat/10.1',
    ],
    named: { time: '2026-11-24T10:00:00.123Z', level: 'INFO' },
  },
  Elasticsearch: {
    lines: [
      '[2026-11-24T10:00:00,123][INFO ][o.e.n.Node               ] [node-1] started',
      '[2026-11-24T10:00:01,123][WARN ][o.e.c.r.a.DiskThreshold  ] [node-1] high disk watermark [90%] exceeded',
      '[2026-11-24T10:00:02,123][ERROR][o.e.b.Bootstrap          ] [node-1] Exception',
    ],
    columns: ['2026-11-24T10:00:00.123Z', 'INFO', 'o.e.n.Node', 'node-1', 'started'],
    named: { time: '2026-11-24T10:00:00.123Z', level: 'INFO' },
  },
  'epoch milliseconds': {
    lines: Array.from({ length: 8 }, (_, n) => `${1_795_529_306_106 + n * 1000} INFO worker-${n % 3} started task ${n}`),
    columns: ['2026-11-24T14:08:26.106Z', 'INFO', 'worker-0 started task 0'],
    named: { time: '2026-11-24T14:08:26.106Z', level: 'INFO' },
  },
  'words that are no levels': {
    lines: Array.from({ length: 8 }, (_, n) => `Nov 24 10:00:0${n} host${n % 2} System update ${n} finished`),
    columns: ['2026-11-24T10:00:00Z', 'host0 System update 0 finished'],
    named: { time: '2026-11-24T10:00:00Z' },
  },
  'a message of one form': {
    lines: Array.from({ length: 8 }, (_, n) => `2026-11-24 10:00:0${n} INFO main - msg ${n}`),
    columns: ['2026-11-24T10:00:00Z', 'INFO', 'main', 'msg 0'],
    named: { time: '2026-11-24T10:00:00Z', level: 'INFO' },
  },
  'CSV with semicolons and decimal commas': {
    lines: ['24.11.2026 13:00:01;web;0,05;ok', '24.11.2026 13:00:02;db;1.234,50;ok', '24.11.2026 13:00:03;web;99,10;late'],
    mode: 'csv',
    columns: ['2026-11-24T13:00:01Z', 'web', '0,05', 'ok'],
  },
  'CSV of codes': {
    lines: ['ref,phone,version,amount,count', '1e5,+34600111222,1.10,0.125,7', '2e9,+34600111223,1.9,3.500,12'],
    mode: 'csv',
    columns: ['1e5', '+34600111222', '1.10', '0.125', '7'],
  },
  'combined access log with times behind': {
    lines: [
      '10.0.0.1 - ana [24/Nov/2026:10:00:00 +0000] "GET /a?x=1 HTTP/1.1" 200 512 "http://r/" "curl/8.5" 0.005 0.004',
      '10.0.0.2 - - [24/Nov/2026:10:00:01 +0000] "GET /b HTTP/1.1" 200 12 "-" "curl/8.5" 0.105 0.104',
    ],
    columns: [
      '10.0.0.1',
      '-',
      'ana',
      '2026-11-24T10:00:00Z',
      'GET',
      '/a?x=1',
      'HTTP/1.1',
      '200',
      '512',
      'http://r/',
      'curl/8.5',
      '0.005',
      '0.004',
    ],
    named: { time: '2026-11-24T10:00:00Z' },
    later: ['2001:db8::1 - - [24/Nov/2026:10:00:09 +0000] "POST /c HTTP/2.0" 500 0 "-" "Mozilla/5.0 (X11; Linux)" 1.000 0.999'],
  },
  'access log of several hosts': {
    lines: [
      'shop.example.com:443 10.0.0.1 - - [24/Nov/2026:10:00:00 +0000] "GET /a HTTP/1.1" 200 512 "-" "curl"',
      'shop.example.com:443 10.0.0.2 - - [24/Nov/2026:10:00:01 +0000] "GET /a HTTP/1.1" 200 512 "-" "curl"',
    ],
    columns: ['shop.example.com:443', '10.0.0.1', '-', '-', '2026-11-24T10:00:00Z', 'GET', '/a', 'HTTP/1.1', '200', '512', '-', 'curl'],
    named: { time: '2026-11-24T10:00:00Z' },
    later: ['www.example.com:80 10.0.0.9 - bo [24/Nov/2026:10:00:02 +0000] "POST /b HTTP/1.1" 404 99 "http://r/" "Mozilla/5.0 (X)"'],
  },
  'an access log': {
    lines: [
      '10.0.0.1 - ana [24/Nov/2026:10:00:00 +0000] "GET /a HTTP/1.1" 200 512 "-" "curl/8.5"',
      '10.0.0.2 - - [24/Nov/2026:10:00:01 +0000] "GET /b HTTP/1.1" 200 12 "-" "curl/8.5"',
    ],
    mode: 'access',
    columns: ['10.0.0.1', 'ana', '2026-11-24T10:00:00Z', 'GET', '/a', 'HTTP/1.1', '200', '512', 'curl/8.5'],
  },
  fail2ban: {
    lines: [
      '2026-11-24 10:00:00,120 fail2ban.filter         [501]: INFO    [sshd] Found 10.0.0.1 - 2026-11-24 10:00:00',
      '2026-11-24 10:00:01,120 fail2ban.actions        [501]: NOTICE  [sshd] Ban 10.0.0.1',
      '2026-11-24 10:00:02,120 fail2ban.filter         [501]: WARNING [nginx] Found 10.0.0.7',
    ],
    columns: ['2026-11-24T10:00:00.120Z', 'fail2ban.filter', '501', 'INFO', 'sshd', 'Found 10.0.0.1 - 2026-11-24 10:00:00'],
    named: { time: '2026-11-24T10:00:00.120Z', level: 'INFO' },
  },
  'a load balancer': {
    lines: [
      'https 2026-11-24T10:00:00.186641Z app/lb/50dc6c 192.168.131.39:2817 10.0.0.1:80 0.086 0.048 0.037 200 200 34 366 "GET https://www.example.com:443/ HTTP/1.1" "curl/7.46.0" ECDHE-RSA-AES128 TLSv1.2',
      'https 2026-11-24T10:00:01.186641Z app/lb/50dc6c 192.168.131.39:2818 10.0.0.1:80 0.001 0.148 0.037 404 404 34 366 "GET https://www.example.com:443/x HTTP/1.1" "curl/7.46.0" ECDHE-RSA-AES128 TLSv1.2',
    ],
    columns: [
      'https',
      '2026-11-24T10:00:00.186641Z',
      'app/lb/50dc6c',
      '192.168.131.39',
      '2817',
      '10.0.0.1',
      '80',
      '0.086',
      '0.048',
      '0.037',
      '200',
      '200',
      '34',
      '366',
      'GET',
      'https://www.example.com:443/',
      'HTTP/1.1',
      'curl/7.46.0',
      'ECDHE-RSA-AES128',
      'TLSv1.2',
    ],
    named: { time: '2026-11-24T10:00:00.186641Z' },
  },
  'a supervisor': {
    lines: [
      "2026-11-24 10:00:00,123 INFO spawned: 'web' with pid 11",
      '2026-11-24 10:00:01,123 INFO success: web entered RUNNING state',
      '2026-11-24 10:00:02,123 WARN exited: web (exit status 1; not expected)',
    ],
    columns: ['2026-11-24T10:00:00.123Z', 'INFO', 'spawned', "'web' with pid 11"],
    named: { time: '2026-11-24T10:00:00.123Z', level: 'INFO' },
  },
  'a measure that is no component': {
    lines: Array.from({ length: 6 }, (_, n) => `2026-11-24 10:00:0${n} INFO duration: ${n}.5 ms for query ${n}`),
    columns: ['2026-11-24T10:00:00Z', 'INFO', 'duration: 0.5 ms for query 0'],
    named: { time: '2026-11-24T10:00:00Z', level: 'INFO' },
  },
  'sentences behind a time': {
    lines: ['2026-11-24 10:00:00 I am worker 1', '2026-11-24 10:00:01 I am worker 2', '2026-11-24 10:00:02 I am worker 3'],
    columns: ['2026-11-24T10:00:00Z', 'I am worker 1'],
    named: { time: '2026-11-24T10:00:00Z' },
  },
  'Cisco IOS': {
    lines: [
      '*Mar  1 00:00:05.123: %LINK-3-UPDOWN: Interface FastEthernet0/0, changed state to up',
      '*Mar  1 00:00:06.123: %LINEPROTO-5-UPDOWN: Line protocol on Interface, changed state to up',
      '*Mar  1 00:01:05.123: %SYS-5-CONFIG_I: Configured from console by console',
    ],
    columns: ['2026-03-01T00:00:05.123Z', '%LINK-3-UPDOWN', 'Interface FastEthernet0/0, changed state to up'],
    named: { time: '2026-03-01T00:00:05.123Z', component: '%LINK-3-UPDOWN' },
  },
  'Apache 2.4 errors': {
    lines: [
      '[Tue Nov 24 10:00:00.123456 2026] [core:error] [pid 1234:tid 140] [client 10.0.0.1:4711] AH00037: Symbolic link not allowed',
      '[Tue Nov 24 10:00:01.123456 2026] [mpm_event:notice] [pid 1:tid 139] AH00489: Apache/2.4 configured',
      '[Tue Nov 24 10:00:02.123456 2026] [ssl:warn] [pid 12:tid 139] AH01909: server certificate does NOT include an ID',
    ],
    columns: ['2026-11-24T10:00:00.123456Z', 'core', 'error', '1234', '140', '[client 10.0.0.1:4711] AH00037: Symbolic link not allowed'],
    named: { time: '2026-11-24T10:00:00.123456Z', level: 'error', pid: '1234' },
  },
  'netfilter behind syslog': {
    lines: Array.from(
      { length: 6 },
      (_, n) => `Nov 24 10:00:0${n} fw kernel: [12345.67890${n}] IN=eth0 OUT= SRC=10.0.0.${n} DST=10.1.0.1 LEN=60 SPT=${4000 + n} DPT=22`,
    ),
    columns: ['2026-11-24T10:00:00Z', 'fw', 'kernel', '[12345.678900] IN=eth0 OUT= SRC=10.0.0.0 DST=10.1.0.1 LEN=60 SPT=4000 DPT=22'],
    named: { time: '2026-11-24T10:00:00Z', host: 'fw', component: 'kernel' },
    inside: 'kv',
  },
  'fail2ban with one form of message': {
    lines: Array.from(
      { length: 6 },
      (_, n) =>
        `2026-11-24 10:00:00,12${n + 1} fail2ban.filter         [${500 + n}]: INFO    [sshd] Found 10.0.0.${n} - 2026-11-24 10:00:00`,
    ),
    columns: ['2026-11-24T10:00:00.121Z', 'fail2ban.filter', '500', 'INFO', 'sshd', 'Found 10.0.0.0 - 2026-11-24 10:00:00'],
    named: { time: '2026-11-24T10:00:00.121Z', level: 'INFO' },
  },
  'a bucket’s access log': {
    lines: [
      '79a5 reports [06/Feb/2026:00:00:38 +0000] 192.0.2.3 79a5 3E57427F3 REST.GET.VERSIONING - "GET /x?versioning HTTP/1.1" 200 - 113 - 7 - "-" "S3Console/0.4" - s9lz= SigV4',
      '79a5 reports [06/Feb/2026:00:00:39 +0000] 192.0.2.3 79a5 891CE47D2 REST.GET.LOGGING - "GET /x?logging HTTP/1.1" 200 - 242 - 11 - "-" "S3Console/0.4" - 9vKB= SigV4',
    ],
    columns: [
      '79a5',
      'reports',
      '2026-02-06T00:00:38Z',
      '192.0.2.3',
      '79a5',
      '3E57427F3',
      'REST.GET.VERSIONING',
      '-',
      'GET',
      '/x?versioning',
      'HTTP/1.1',
      '200',
      '-',
      '113',
      '-',
      '7',
      '-',
      '-',
      'S3Console/0.4',
      '-',
      's9lz=',
      'SigV4',
    ],
    named: { time: '2026-02-06T00:00:38Z' },
  },
  etcd: {
    lines: [
      '2026-11-24 10:00:00.123456 I | etcdserver: starting member 8e9e05c52164694d',
      '2026-11-24 10:00:01.123456 W | rafthttp: health check failed',
      '2026-11-24 10:00:02.123456 N | embed: serving insecure client requests',
    ],
    columns: ['2026-11-24T10:00:00.123456Z', 'I', 'etcdserver', 'starting member 8e9e05c52164694d'],
    named: { time: '2026-11-24T10:00:00.123456Z', level: 'I' },
  },
  'a name before a colon that is no program': {
    lines: Array.from({ length: 6 }, (_, n) => `Nov 24 10:00:0${n} Connection from: 10.0.0.${n}`),
    columns: ['2026-11-24T10:00:00Z', 'Connection from: 10.0.0.0'],
    named: { time: '2026-11-24T10:00:00Z' },
  },
  'brackets and dashes of a message': {
    lines: Array.from({ length: 6 }, (_, n) => `2026-11-24 10:00:0${n} INFO block [${n}] done - ok`),
    columns: ['2026-11-24T10:00:00Z', 'INFO', 'block [0] done - ok'],
    named: { time: '2026-11-24T10:00:00Z', level: 'INFO' },
  },
  'numbers of a message that could be times': {
    lines: Array.from({ length: 6 }, (_, n) => `2026-11-24 10:00:0${n} INFO 179552930${n} order ${n} stored`),
    columns: ['2026-11-24T10:00:00Z', 'INFO', '1795529300 order 0 stored'],
    named: { time: '2026-11-24T10:00:00Z', level: 'INFO' },
  },
  'a zone’s name': {
    lines: Array.from({ length: 4 }, (_, n) => `2026-11-24 10:00:0${n} CET [${100 + n}] LOG:  checkpoint ${n}`),
    columns: ['2026-11-24T09:00:00Z', '100', 'LOG', 'checkpoint 0'],
    named: { time: '2026-11-24T09:00:00Z', level: 'LOG' },
  },
  'a half of the day beside a date of two readings': {
    lines: ['03/04/2026 1:00:00 PM INFO started', '05/06/2026 2:00:00 AM INFO stopped'],
    columns: ['03/04/2026', '1:00:00', 'PM', 'INFO', 'started'],
    named: { date: '03/04/2026', clock: '1:00:00', level: 'INFO' },
  },
  'Zeek connections': {
    lines: [
      '1795529301.123456\tCab1\t10.0.0.1\t5353\t224.0.0.251\t5353\tudp\tdns\t-\t-\tS0\t73',
      '1795529302.023456\tCab2\t10.0.0.2\t5354\t224.0.0.251\t5353\tudp\tdns\t0.125\t-\tS0\t90',
    ],
    mode: 'csv',
    columns: ['2026-11-24T14:08:21.123456Z', 'Cab1', '10.0.0.1', '5353', '224.0.0.251', '5353', 'udp', 'dns', '-', '-', 'S0', '73'],
  },
  'a sequence in a message that is a whole line': {
    lines: ['2026-11-24 10:00:00 INFO 7', '2026-11-24 10:00:01 INFO 8', '2026-11-24 10:00:02 WARN 12'],
    columns: ['2026-11-24T10:00:00Z', 'INFO', '7'],
    named: { time: '2026-11-24T10:00:00Z', level: 'INFO' },
  },
  'BIND 9': {
    lines: [
      '24-Nov-2026 10:00:00.123 queries: info: client @0x7f 10.0.0.1#4711 (x.com): query: x.com IN A',
      '24-Nov-2026 10:00:01.123 security: error: client 10.0.0.2#99: denied',
      '24-Nov-2026 10:00:02.123 general: notice: running',
    ],
    columns: ['2026-11-24T10:00:00.123Z', 'queries', 'info', 'client @0x7f 10.0.0.1#4711 (x.com): query: x.com IN A'],
    named: { time: '2026-11-24T10:00:00.123Z', level: 'info' },
  },
  Celery: {
    lines: [
      '[2026-11-24 10:00:00,123: INFO/MainProcess] Connected to redis',
      '[2026-11-24 10:00:01,123: WARNING/ForkPoolWorker-2] slow',
      '[2026-11-24 10:00:02,123: ERROR/MainProcess] lost',
    ],
    columns: ['2026-11-24T10:00:00.123Z', 'INFO', 'MainProcess', 'Connected to redis'],
    named: { time: '2026-11-24T10:00:00.123Z', level: 'INFO' },
  },
  Cassandra: {
    lines: [
      'INFO  [main] 2026-11-24 10:00:00,123 CassandraDaemon.java:640 - Startup complete',
      'WARN  [GossipTasks:1] 2026-11-24 10:00:01,123 FailureDetector.java:288 - Not marking nodes down',
      'ERROR [ReadStage-2] 2026-11-24 10:00:02,123 JVMStabilityInspector.java:74 - OutOfMemory',
    ],
    columns: ['INFO', 'main', '2026-11-24T10:00:00.123Z', 'CassandraDaemon.java:640', 'Startup complete'],
    named: { time: '2026-11-24T10:00:00.123Z', level: 'INFO' },
  },
  glog: {
    lines: [
      'I20261124 10:00:00.123456  1234 main.cc:10] hello',
      'W20261124 10:00:01.123456  1234 net.cc:99] slow',
      'E20261124 10:00:02.123456  77 net.cc:100] failed',
    ],
    columns: ['I', '2026-11-24T10:00:00.123456Z', '1234', 'main.cc:10', 'hello'],
    named: { level: 'I', time: '2026-11-24T10:00:00.123456Z' },
  },
  Serilog: {
    lines: [
      '2026-11-24 10:00:00.123 +01:00 [INF] Now listening on http://x',
      '2026-11-24 10:00:01.123 +01:00 [ERR] Failed to bind',
      '2026-11-24 10:00:02.123 +01:00 [WRN] slow',
    ],
    columns: ['2026-11-24T09:00:00.123Z', 'INF', 'Now listening on http://x'],
    named: { time: '2026-11-24T09:00:00.123Z', level: 'INF' },
  },
  'an access log with pairs behind it': {
    lines: [
      '10.0.0.1 - - [24/Nov/2026:10:00:00 +0000] "GET /a HTTP/1.1" 200 512 "-" "curl" "-" rt=0.005 uct="0.001"',
      '10.0.0.2 - ana [24/Nov/2026:10:00:01 +0000] "POST /b HTTP/1.1" 404 12 "-" "Mozilla/5.0 (X11)" "10.1.1.1" rt=0.105 uct="0.011"',
    ],
    columns: ['10.0.0.1', '-', '-', '2026-11-24T10:00:00Z', 'GET', '/a', 'HTTP/1.1', '200', '512', '-', 'curl', '-', '0.005', '0.001'],
    named: { time: '2026-11-24T10:00:00Z' },
  },
  vsftpd: {
    lines: [
      'Tue Nov 24 10:00:00 2026 [pid 123] [ana] OK LOGIN: Client "10.0.0.1"',
      'Tue Nov 24 10:00:01 2026 [pid 124] [bo] FAIL LOGIN: Client "10.0.0.2"',
    ],
    columns: ['2026-11-24T10:00:00Z', '123', 'ana', 'OK LOGIN: Client "10.0.0.1"'],
    named: { time: '2026-11-24T10:00:00Z', pid: '123' },
  },
  sudo: {
    lines: Array.from(
      { length: 3 },
      (_, n) => `Nov 24 10:00:0${n} web sudo:      ana : TTY=pts/0 ; PWD=/home ; USER=root ; COMMAND=/bin/ls ${n}`,
    ),
    columns: ['2026-11-24T10:00:00Z', 'web', 'sudo', 'ana : TTY=pts/0 ; PWD=/home ; USER=root ; COMMAND=/bin/ls 0'],
    named: { time: '2026-11-24T10:00:00Z', host: 'web', component: 'sudo' },
    inside: 'kv',
  },
  'an intrusion alert': {
    lines: Array.from(
      { length: 4 },
      (_, n) =>
        `11/24/2026-10:00:0${n}.123456  [**] [1:2019401:${n}] ET POLICY Vulnerable Java [**] [Priority: 1] {TCP} 10.0.0.${n}:4711 -> 10.1.0.1:80`,
    ),
    columns: [
      '2026-11-24T10:00:00.123456Z',
      '1:2019401:0',
      'ET POLICY Vulnerable Java [**] [Priority: 1] {TCP} 10.0.0.0:4711 -> 10.1.0.1:80',
    ],
    named: { time: '2026-11-24T10:00:00.123456Z' },
  },
};

test.each(Object.entries(formats))('%s: every column of a person’s, and no wrong one', (_name, format) => {
  const { lines, columns, named = {}, later = [], mode = 'pattern', inside } = format;
  const proposed = proposeParser(lines);
  const pattern = proposed.length === 0 ? proposePattern(lines) : undefined;
  const [first, second] = pattern ? [pattern] : proposed;
  const shown = JSON.stringify(first);
  expect(first, shown).toMatchObject({ mode });
  expect(second?.mode, shown).toBe(inside);
  const preview = previewParsers([first!], mode === 'csv' && lines[0]!.startsWith('ref') ? lines.slice(1) : lines, near);
  const fields = preview?.fields.filter(({ type }) => type !== 'null') ?? [];
  expect(
    fields.map(({ value }) => value),
    shown,
  ).toEqual(columns);
  const said = fields.filter(
    ({ name }) => mode === 'pattern' && meanings.includes(name.replace(/_\d+$/, '')) && !/^(?:time|date)_\d+$/.test(name),
  );
  if (format.named)
    expect(Object.fromEntries(said.map(({ name, value }) => [name, value])), shown).toEqual(mode === 'pattern' ? named : {});
  for (const line of later) expect(previewParsers([first!], [line], near)?.parsed, `${line}\n${shown}`).toBe(1);
});

const piece = fc.constantFrom(
  '2026-11-24 10:00:00',
  '11/24/2026 1:00 PM',
  '1795529300123',
  'INFO',
  'System',
  '[main]',
  '[a b]',
  '"GET / HTTP/1.1"',
  '10.0.0.1:80',

  'core.Store:',
  'app[7]:',
  '-',
  '|',
  ';',
  ',',
  '=',
  '{',
  '<x>',
  'a=1',
  '1.10',
  '+34',
  '007',
  'word',
  '*',
  '#',
  '\t',
  '\\',
  ' ',
  '"',
  ']',
);

test('whatever the lines, a proposal is a configuration that reads some of them', () => {
  const line = fc.array(piece, { minLength: 1, maxLength: 14 }).map((pieces) => pieces.join(' '));
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), fc.boolean(), (lines, areAlike) => {
      const samples = areAlike ? lines.map((_, index) => `${lines[0]!} ${index}`) : lines;
      const proposed = proposeParser(samples);
      const [first] = proposed.length === 0 ? [proposePattern(samples)] : proposed;
      if (first) expect(previewParsers([first], samples, near)?.parsed, JSON.stringify([samples, first])).toBeGreaterThan(0);
    }),
    { numRuns: 300 },
  );
});
