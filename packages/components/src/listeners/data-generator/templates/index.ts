import { awsCloudtrail, iotSensor, jsonOrders, oktaSystem, payments } from './cloud.ts';
import { awsVpcFlow, ciscoAsa, dnsQuery, fortinetTraffic, netflowJson, paloAltoThreat, paloAltoTraffic } from './network.ts';
import { hostMetrics, kubernetesApp, linuxAuth, syslog3164, syslog5424, windowsSecurity } from './system.ts';
import type { Template } from './template.ts';
import { apacheAccess, nginxAccess } from './web.ts';

/** Everything the generator can write, apart from the user's own template. */
export const templates = {
  'apache-access': apacheAccess,
  'nginx-access': nginxAccess,
  'syslog-5424': syslog5424,
  'syslog-3164': syslog3164,
  'cisco-asa': ciscoAsa,
  'palo-alto-traffic': paloAltoTraffic,
  'palo-alto-threat': paloAltoThreat,
  'fortinet-traffic': fortinetTraffic,
  'windows-security': windowsSecurity,
  'linux-auth': linuxAuth,
  'aws-cloudtrail': awsCloudtrail,
  'aws-vpc-flow': awsVpcFlow,
  'dns-query': dnsQuery,
  'okta-system': oktaSystem,
  'kubernetes-app': kubernetesApp,
  'json-orders': jsonOrders,
  payments,
  'iot-sensor': iotSensor,
  'host-metrics': hostMetrics,
  'netflow-json': netflowJson,
} as const satisfies Record<string, Template>;
