import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { describeError, errorLines, systemClock, type Log } from '@acequia/base';
import { endProcess } from '@acequia/base/process';
import { pino } from 'pino';
import { buildApp } from './build-app.ts';
import { shippedCatalogue } from './catalogue/catalogue.ts';
import { readConfig } from './config.ts';
import { takeDataFolder } from './data-folder.ts';
import { databaseDoors, embeddedConnection, externalConnection, type OwnerConnection } from './db/connection.ts';
import { openDatabase } from './db/database.ts';
import { startEmbedded } from './db/embedded/supervisor.ts';
import { migrate } from './db/migrate.ts';
import { roleNames } from './db/roles.ts';
import { createDemo, createDemoForOwner } from './demo-start.ts';
import { makeFileRoots } from './file-roots.ts';
import { ensureFirstCluster } from './fleet/first-cluster.ts';
import { defaultProbeBudget } from './http/probe-limit.ts';
import { openInstallation } from './keys/installation.ts';
import { openKek } from './keys/kek.ts';
import { readMetricsToken, readOperatorToken } from './keys/operator-token.ts';
import { assertBindable, listen, readTls } from './listen.ts';
import { tellParent, type StartMessage } from './parent.ts';
import { StartFault } from './start-fault.ts';

const clock = systemClock;
const random = { bytes: (n: number) => randomBytes(n) };

async function main(): Promise<void> {
  const config = readConfig(process.env, process.cwd());
  const log: Log = pino({ name: 'server', level: config.logLevel, serializers: { error: describeError } }, pino.destination(2));
  const data = takeDataFolder(config.dataFolder);
  const undo: (() => Promise<void> | void)[] = [data.release];
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> =>
    (stopping ??= (async () => {
      for (const step of undo.splice(0).reverse()) await step();
    })());
  // A signal during the start takes effect after it: half a start cannot be undone.
  const started = Promise.withResolvers<void>();
  const end = () =>
    started.promise.then(stop).then(
      () => endProcess(0),
      (error: unknown) => fail(error),
    );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end());
  process.on('disconnect', () => void end());
  try {
    await assertBindable(config);
    const kek = openKek({ key: config.kek, previous: config.previousKek }, data.keys);
    let owner: OwnerConnection;
    if (config.databaseUrl !== undefined) owner = externalConnection(config.databaseUrl);
    else {
      const embedded = await startEmbedded({ folder: data.postgres, passwordFile: data.postgresPassword, clock, log });
      undo.push(() => embedded.stop());
      owner = embeddedConnection(embedded.address, 'postgres');
    }
    const roles = roleNames(config.rolePrefix);
    await migrate(owner, roles, kek.ring.current);
    const database = openDatabase(owner, roles, kek.ring.current);
    undo.push(() => database.close());
    const tls = readTls(config, data.keys, clock.now());
    const fleetKey = await openInstallation(database.gate, kek.ring);
    makeFileRoots(config.fileRoots);
    const clusterId = await ensureFirstCluster(database, config, random, clock.now());
    const doors = config.databaseUrl === undefined ? [] : databaseDoors(config.databaseUrl);
    const app = await buildApp({
      database,
      catalogue: shippedCatalogue,
      kek,
      fleetKey,
      sessionLimits: { idleMs: config.idleMs, absoluteMs: config.absoluteMs },
      clock,
      random,
      log,
      consoleFolder: fileURLToPath(new URL('../../console/dist', import.meta.url)),
      consoleSettings: {
        maintenance: config.maintenance.on,
        maintenanceTitle: config.maintenance.title,
        maintenanceDescription: config.maintenance.description,
        errorReporting: config.errorReporting.on,
        errorReportingDsn: config.errorReporting.dsn,
      },
      mail: config.mail,
      assistant: config.assistant,
      trials: config.trials,
      resetHoldMs: config.resetHoldMs,
      retention: config.retention,
      publicUrl: config.publicUrl,
      lookupBytesMax: config.lookupBytesMax,
      egress: config.egress,
      ownDoors: () => doors,
      probeBudget: defaultProbeBudget,
      operatorToken: readOperatorToken(config.operatorToken, data.keys),
      metricsToken: readMetricsToken(config.metricsToken, data.keys),
      auditFolder: data.audit,
      trustedProxies: config.trustedProxies,
      tls: tls && { cert: tls.cert, key: tls.key },
      onOwner: (tenantId, userId) => {
        if (config.demo) createDemo(app, clock, log, tenantId, userId);
      },
    });
    undo.push(() => app.stop());
    if (config.demo) await createDemoForOwner(app, database, clock, log);
    const address = await listen(app.http, config, tls !== undefined, (port) => doors.push(`local:${port}`));
    undo.push(() => address.close());
    const setupCode = await app.auth.issueSetupCode();
    const ready: StartMessage = {
      type: 'ready',
      url: address.url,
      workerUrl: address.workerUrl,
      enrolToken: await app.gateway.enrolment.issue(clusterId),
      ...(setupCode === undefined ? {} : { setupCode }),
      ...(tls?.fingerprint === undefined ? {} : { fingerprint: tls.fingerprint }),
    };
    process.on('message', (message) => {
      if (message === 'enrol') void app.gateway.enrolment.issue(clusterId).then((enrolToken) => tellParent({ type: 'token', enrolToken }));
    });
    tellParent(ready);
    log.info({ url: address.url }, 'the server answers');
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  } finally {
    started.resolve();
  }
}

function fail(error: unknown): never {
  const full = (error as { readonly code?: string } | undefined)?.code === 'ENOSPC';
  const sentence = error instanceof StartFault ? error.message : full ? 'The disk is full: free some space and start again.' : undefined;
  process.stderr.write(`${sentence ?? errorLines(error)}\n`);
  endProcess(1);
}

main().catch(fail);
