import { createApp } from './app.ts';
import { startReconciling } from './billing/reconcile.ts';
import { createServices } from './create-services.ts';
import { DirectoryInUse } from './database/lock.ts';
import { openDatabase } from './database/open.ts';
import { listen } from './http/listen.ts';
import { createLog } from './log.ts';
import { startTidying } from './operations/maintenance.ts';
import { endWithin } from './operations/stopping.ts';
import { loadSecrets } from './secrets.ts';
import { readSettings } from './read-settings.ts';
import { SettingsError } from './settings-error.ts';
import { operatorFacts } from './site/operator-facts.ts';
import { createSite } from './site/site.ts';
import { version } from './version.ts';

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const log = createLog(settings.LOG_LEVEL);
  const database = await openDatabase(settings, log);
  const services = createServices({
    settings,
    secrets: await loadSecrets(settings),
    database,
    log,
  });
  services.metrics.collectProcess();
  const app = createApp(
    services,
    await createSite(settings.WEB_ROOT, log, operatorFacts(settings)),
  );

  const listener = await listen(app.fetch, settings.PORT, settings.HOST);

  services.outbox.start();
  const stopTidying = startTidying(database.db, log);
  const stopReconciling = startReconciling(services.billing);

  const stop = async (signal: string) => {
    log.info({ signal }, 'stopping');
    const limit = settings.STOP_SECONDS * 1000;
    // The database closes last, when nothing uses it, and has the end of the time for itself.
    const forDatabase = Math.min(1000, limit / 10);
    const late = [
      ...(await endWithin(limit - forDatabase, {
        requests: (milliseconds) => listener.close(milliseconds),
        mail: () => services.outbox.stop(),
        tidying: stopTidying,
        reconciling: stopReconciling,
      })),
      ...(await endWithin(forDatabase, { database: () => database.close() })),
    ];
    if (late.length > 0) log.warn({ late }, 'not everything was done in time');
    log.info('stopped');
  };
  let stopping: Promise<void> | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // Ctrl-C arrives more than once: from the terminal, and forwarded by `npm start`.
      stopping ??= stop(signal).then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'stopping failed');
          process.exit(1);
        },
      );
    });
  }

  // Only now: whoever reads this may send a signal at once.
  const host = settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST;
  console.log(`Stillpix ${version} is ready at http://${host}:${listener.port}`);
}

main().catch((error: unknown) => {
  const isPlain = error instanceof SettingsError || error instanceof DirectoryInUse;
  console.error(isPlain ? error.message : error);
  process.exit(1);
});
