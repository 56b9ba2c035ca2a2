import { intakeText } from '@acequia/component-sdk/definition';
import type { ComponentText } from '@acequia/component-sdk/text';
import type { GeneratorConfig } from './config.ts';

const same = (name: string) => ({ en: name, es: name });

export const generatorText: ComponentText<GeneratorConfig> = {
  title: { en: 'Data generator', es: 'Generador de datos' },
  summary: {
    en: 'Generates realistic events, so that you can try a pipeline before real data arrives.',
    es: 'Eventos inventados pero coherentes, para probar un pipeline antes de tener datos reales.',
  },
  groups: {
    faults: { en: 'Faults', es: 'Defectos' },
    world: { en: 'People and machines', es: 'Personas y equipos' },
  },
  fields: {
    template: {
      label: { en: 'Template', es: 'Plantilla' },
      options: {
        'apache-access': same('Apache access'),
        'nginx-access': same('nginx access'),
        'syslog-5424': same('Syslog RFC 5424'),
        'syslog-3164': same('Syslog RFC 3164'),
        'cisco-asa': same('Cisco ASA'),
        'palo-alto-traffic': { en: 'Palo Alto traffic', es: 'Palo Alto, tráfico' },
        'palo-alto-threat': { en: 'Palo Alto threat', es: 'Palo Alto, amenazas' },
        'fortinet-traffic': { en: 'Fortinet traffic', es: 'Fortinet, tráfico' },
        'windows-security': { en: 'Windows security', es: 'Seguridad de Windows' },
        'linux-auth': { en: 'Linux logins', es: 'Inicios de sesión de Linux' },
        'aws-cloudtrail': same('AWS CloudTrail'),
        'aws-vpc-flow': { en: 'AWS VPC flow', es: 'Flujos de AWS VPC' },
        'dns-query': { en: 'DNS queries', es: 'Consultas DNS' },
        'okta-system': same('Okta'),
        'kubernetes-app': { en: 'Kubernetes application', es: 'Aplicación en Kubernetes' },
        'json-orders': { en: 'Shop orders', es: 'Pedidos de una tienda' },
        payments: { en: 'Card payments', es: 'Pagos con tarjeta' },
        'iot-sensor': { en: 'Sensors', es: 'Sensores' },
        'host-metrics': { en: 'Host metrics', es: 'Métricas de equipos' },
        'netflow-json': same('NetFlow (JSON)'),
        recording: { en: 'Log lines', es: 'Líneas de un log' },
        custom: { en: 'Own text', es: 'Texto propio' },
      },
    },
    custom: {
      label: { en: 'Own text', es: 'Texto propio' },
      help: {
        en: 'Put functions in {{ }}: pick("a", "b"), int(1, 9), ip("10.0.0.0/8"), seq(), now(), user(), host().',
        es: 'Las llamadas van entre {{ }}: pick("a", "b"), int(1, 9), ip("10.0.0.0/8"), seq(), now(), user(), host().',
      },
      placeholder: same('user={{ user() }} code={{ int(1, 9) }}'),
    },
    recording: {
      label: { en: 'Log lines', es: 'Líneas de un log' },
      help: {
        en: 'Each line becomes an event, in this order and over again. Times in a line become the current time.',
        es: 'Cada línea pasa a ser un evento, en este orden y una y otra vez. Las horas de la línea pasan a ser la actual.',
      },
      placeholder: same('2026-01-15T10:00:00Z web-01 GET /products 200'),
    },
    rate: { label: { en: 'Events per second', es: 'Eventos por segundo' } },
    shape: {
      label: { en: 'Shape', es: 'Forma' },
      options: {
        constant: { en: 'Constant', es: 'Constante' },
        daily: { en: 'Daily, quiet at 04:00', es: 'Diaria, con valle a las 04:00' },
        mild: { en: 'Daily, 25% less at 04:00', es: 'Diaria, un 25 % menos a las 04:00' },
        burst: { en: 'Bursts every minute', es: 'Ráfagas cada minuto' },
        ramp: { en: 'Rising for 10 minutes', es: 'Creciente durante 10 minutos' },
      },
    },
    total: {
      label: { en: 'Stop after', es: 'Detener tras' },
      help: { en: 'Number of events. Empty: never stops.', es: 'Número de eventos. Vacío: no se detiene.' },
    },
    seed: {
      label: { en: 'Seed', es: 'Semilla' },
      help: { en: 'The same seed gives the same events.', es: 'La misma semilla da los mismos eventos.' },
    },
    malformed: { label: { en: 'Unreadable, %', es: 'Ilegibles, %' } },
    duplicate: { label: { en: 'Repeated, %', es: 'Repetidos, %' } },
    late: {
      label: { en: 'Late, %', es: 'Atrasados, %' },
      help: { en: 'Their time is 10 to 60 minutes in the past.', es: 'Su hora es de 10 a 60 minutos antes.' },
    },
    users: { label: { en: 'People', es: 'Personas' } },
    hosts: { label: { en: 'Machines', es: 'Equipos' } },
    incidents: {
      label: { en: 'Incidents', es: 'Incidentes' },
      help: {
        en: 'A password spray, a port scan and an impossible journey in every 5,000 events.',
        es: 'Un rociado de contraseñas, un barrido de puertos y un viaje imposible cada 5000 eventos.',
      },
    },
    ...intakeText,
  },
};
