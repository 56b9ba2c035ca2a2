import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Figures of this server process for Prometheus. No tenant, user or address is a label. */
export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
  /** One answered request; `route` is the pattern, never the path. */
  observe(method: string, route: string, status: number, seconds: number): void;
}

/** What is asked for with each look. */
export interface FleetFigures {
  workers(): number;
  lostLetters(): number;
  unreadTenants(): number;
}

/** How often the event loop is looked at for its lag: each look wakes a server at rest. */
const lagResolutionMs = 50;

export function createMetrics(fleet: FleetFigures): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'acequia_', eventLoopMonitoringPrecision: lagResolutionMs });
  const requests = new Histogram({
    name: 'acequia_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  registry.registerMetric(
    new Gauge({
      name: 'acequia_workers_connected',
      help: 'Workers with an open stream to this server',
      registers: [],
      collect() {
        this.set(fleet.workers());
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'acequia_dead_letters_lost',
      help: 'Open dead letters that fell out by their age or the limit of bytes, on the workers with an open stream to this server',
      registers: [],
      collect() {
        this.set(fleet.lostLetters());
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'acequia_tenants_unread',
      help: 'Tenants that this server could not read when it last built what workers run; the log names them (TENANT_UNREADABLE)',
      registers: [],
      collect() {
        this.set(fleet.unreadTenants());
      },
    }),
  );
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    observe: (method, route, status, seconds) => requests.observe({ method, route, status: String(status) }, seconds),
  };
}
