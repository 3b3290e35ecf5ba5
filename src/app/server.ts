import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { buildApp } from '#app/http/app.ts'
import { makeDrainable } from '#app/http/drain.ts'
import { serveEvents } from '#app/http/events.ts'
import { jobs, served } from '#app/registry.ts'
import { openPostman } from '#core/correspondence/outbox/server/index.ts'
import { ExportRunner } from '#core/platform/exports/server/index.ts'
import { openFileStore } from '#core/platform/files/server/index.ts'
import { loadHouseholdKey, setHouseholdKey } from '#core/portfolio/households/server/index.ts'
import { setAgencyZone } from '#kernel/model/dates.ts'
import type { Config } from '#kernel/server/config.ts'
import { migrate } from '#kernel/server/postgres/migrate.ts'
import { openReplica } from '#kernel/server/postgres/replica.ts'
import { applicationAddress, openPool } from '#kernel/server/postgres/role.ts'
import type { Services } from '#kernel/server/serve.ts'
import { Worker } from '#kernel/server/worker.ts'
import { startPostgres } from '#tools/postgres/launcher.ts'
import { checkAddress, checkDatabase, checkFolder, toAddressError } from './preconditions.ts'

const CLOSING_MILLISECONDS = 5000
const WORKER_MILLISECONDS = 10_000
/** Parts of an upload older than this belong to no upload in progress and are deleted. */
const LEFTOVER_MILLISECONDS = 86_400_000

/** A started portal: its web server and address, its database, and a function that stops everything. */
export type RunningPortal = {
  app: FastifyInstance
  address: string
  connectionString: string
  firstStart: boolean
  stop: () => Promise<void>
}

/** Options of a start: what to do with an empty or a filled database, signals, and a hook for development. */
export type StartOptions = {
  root: string
  /** Fills an empty database. Resolves when done. */
  fill: (client: pg.Client, services: Services) => Promise<void>
  /**
   * Checks a database that is not empty. Throws a line for the operator if the portal must not run on it.
   */
  accept?: (client: pg.Client) => Promise<void>
  /** Resolves when the web app is built; the database is prepared at the same time. */
  web?: Promise<void>
  /** Extends the web server before it listens. */
  extend?: (app: FastifyInstance) => Promise<void>
  /**
   * When aborted, the start stops at once. Work in progress ends with the database or with this process.
   */
  signal?: AbortSignal
  /** When aborted, a stop waits only for the portal's own PostgreSQL. */
  haste?: AbortSignal
}

/**
 * Starts the database, migrations, web server and worker as configured. If a step fails, the parts already
 * started are stopped.
 */
export async function startPortal(config: Config, options: StartOptions): Promise<RunningPortal> {
  setAgencyZone(config.agencyZone)
  const closing: (() => Promise<unknown>)[] = []
  let closeDatabase = async () => {}
  const stop = async () => {
    await Promise.race([closeAll(closing), rejectOnAbort(options.haste).catch(() => undefined)])
    await closeAll([closeDatabase])
  }
  const aborted = Promise.race([rejectOnAbort(options.signal), rejectOnFailure(options.web)])
  aborted.catch(() => undefined)
  const step = <Result>(work: Promise<Result>) => Promise.race([work, aborted])
  try {
    checkFolder(config)
    if (config.role !== 'worker') await checkAddress(config)
    const { connectionString, close } = await openDatabase(config, options.signal)
    closeDatabase = close
    await step(migrate(connectionString, join(options.root, 'migrations')))
    const services: Services = {
      config,
      files: openFileStore(process.env, config.dataFolder),
      now: () => new Date(),
    }
    setHouseholdKey(loadHouseholdKey(process.env, config.dataFolder))
    // The nightly job cleans up where the worker runs; uploads received here are in this process's own
    // folder.
    await step(services.files.removeUnfinished(new Date(Date.now() - LEFTOVER_MILLISECONDS)))
    const firstStart = await step(fillWhenEmpty(connectionString, services, options))
    await step(Promise.resolve(options.web))
    const pool = openPool(connectionString)
    closing.push(() => waitAtMost(CLOSING_MILLISECONDS, pool.end()))
    readFromReplica(config, services, closing)
    const app = await buildApp(
      config.role === 'worker' ? [] : served,
      pool,
      services,
      config.role === 'worker' ? null : join(options.root, 'dist', 'web'),
    )
    closing.push(() => closeWithin(app, CLOSING_MILLISECONDS))
    const drain = makeDrainable(app)
    if (config.role !== 'worker') await serveEvents(app, pool, applicationAddress(connectionString))
    await options.extend?.(app)
    if (config.role !== 'web') closing.push(await startWorker(app, pool, connectionString, services))
    options.signal?.throwIfAborted()
    const address = await listen(app, config)
    closing.push(async () => {
      drain()
      await delay(config.drainSeconds * 1000)
    })
    return { app, address, connectionString, firstStart, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts the background work. Returns a function that stops it. */
async function startWorker(
  app: FastifyInstance,
  pool: pg.Pool,
  connectionString: string,
  services: Services,
) {
  const worker = new Worker({
    pool,
    connectionString: applicationAddress(connectionString),
    services,
    jobs,
    delivery: openPostman(pool, services),
    log: app.log,
  })
  const exports = new ExportRunner({
    pool,
    connectionString: applicationAddress(connectionString),
    services,
    log: app.log,
  })
  await Promise.all([worker.start(), exports.start()])
  return () => waitAtMost(WORKER_MILLISECONDS, Promise.all([worker.stop(), exports.stop()]))
}

/** Closes everything, the last one first. An error in one does not keep the others from being closed. */
async function closeAll(closing: (() => Promise<unknown>)[]): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close().catch((error) => console.error(error))
}

/** Never resolves. Rejects when the signal is aborted. */
function rejectOnAbort(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Never resolves. Rejects when the work fails. */
async function rejectOnFailure(work: Promise<unknown> | undefined): Promise<never> {
  await work
  return new Promise(() => undefined)
}

/** Opens the read replica in the settings, if any. The services read from it until the portal is closed. */
function readFromReplica(
  { replicaUrl }: Config,
  services: Services,
  closing: (() => Promise<unknown>)[],
): void {
  if (!replicaUrl) return
  const replica = openReplica(replicaUrl, { report: (sentence) => console.error(sentence) })
  closing.push(() => waitAtMost(CLOSING_MILLISECONDS, replica.close()))
  services.replica = replica
}

/** Waits for work at most this long, because it may never end, for example if the database is frozen. */
async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, delay(milliseconds, undefined, { ref: false })])
}

/**
 * Waits for answers in progress, then closes the remaining connections, such as a browser's spare connection.
 */
async function closeWithin(app: FastifyInstance, milliseconds: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), milliseconds)
  await app.close()
  clearTimeout(timer)
}

/**
 * Opens the database. Returns its address and a function that closes it. An aborted start leaves nothing
 * running.
 */
async function openDatabase(config: Config, signal: AbortSignal | undefined) {
  if (config.databaseUrl) {
    await checkDatabase(config.databaseUrl)
    return { connectionString: config.databaseUrl, close: async () => {} }
  }
  const running = await startPostgres({
    dataDirectory: join(config.dataFolder, 'postgres'),
    report: (sentence) => console.error(sentence),
    ...(signal ? { signal } : {}),
  })
  return { connectionString: running.connectionString, close: () => running.stop() }
}

/**
 * Fills an empty database. Returns whether it did. If two processes start at once, one fills the database and
 * the other waits.
 */
async function fillWhenEmpty(
  connectionString: string,
  services: Services,
  options: StartOptions,
): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  // An aborted start closes the database while this connection is open.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(7201114)')
    const people = await client.query('select 1 from app_user limit 1')
    if (people.rowCount !== 0) {
      await options.accept?.(client)
      return false
    }
    await options.fill(client, services)
    return true
  } finally {
    await client.end()
  }
}

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  try {
    return await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    throw toAddressError(config, error)
  }
}
