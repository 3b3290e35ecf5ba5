import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { buildApp } from '#app/http/app.ts'
import { drainable } from '#app/http/drain.ts'
import { serveEvents } from '#app/http/events.ts'
import { jobs, served } from '#app/registry.ts'
import { openFileStore } from '#ground/files/server/index.ts'
import { householdKey, setHouseholdKey } from '#ground/households/server/index.ts'
import { openPostman } from '#ground/outbox/server/index.ts'
import { setAgencyZone } from '#kernel/model/dates.ts'
import type { Config } from '#kernel/server/config.ts'
import type { Services } from '#kernel/server/serve.ts'
import { Worker } from '#kernel/server/worker.ts'
import { startPostgres } from '#postgres/launcher.ts'
import { migrate } from '#postgres/migrate.ts'
import { applicationAddress, openPool } from '#postgres/role.ts'

const CLOSING_MILLISECONDS = 5000
const WORKER_MILLISECONDS = 10_000

export type RunningPortal = {
  app: FastifyInstance
  address: string
  connectionString: string
  firstStart: boolean
  stop: () => Promise<void>
}

/** What to do with an empty database, and a hook for development. */
export type StartOptions = {
  root: string
  /** Fills an empty database; answers when done. */
  fill: (client: pg.Client, services: Services) => Promise<void>
  /** Adds to the web server before it listens. */
  extend?: (app: FastifyInstance) => Promise<void>
  /** Aborted: the start is given up after the step at hand. */
  signal?: AbortSignal
}

/** Starts database, migrations, web server and worker as configured. What was started is stopped again when a step fails. */
export async function startPortal(config: Config, options: StartOptions): Promise<RunningPortal> {
  setAgencyZone(config.agencyZone)
  const closing: (() => Promise<unknown>)[] = []
  const stop = async () => {
    // What cannot be ended in order must not keep the rest from being ended.
    for (const close of closing.splice(0).reverse()) await close().catch((error) => console.error(error))
  }
  try {
    const connectionString = await openDatabase(config, closing)
    options.signal?.throwIfAborted()
    await migrate(connectionString, join(options.root, 'migrations'))
    options.signal?.throwIfAborted()
    const services: Services = {
      config,
      files: openFileStore(process.env, config.dataFolder),
      now: () => new Date(),
    }
    setHouseholdKey(householdKey(process.env, config.dataFolder))
    const firstStart = await fillWhenEmpty(connectionString, services, options)
    const pool = openPool(connectionString)
    closing.push(() => within(CLOSING_MILLISECONDS, pool.end()))
    const app = await buildApp(
      config.role === 'worker' ? [] : served,
      pool,
      services,
      config.role === 'worker' ? null : join(options.root, 'dist', 'web'),
    )
    closing.push(() => closeWithin(app, CLOSING_MILLISECONDS))
    const drain = drainable(app)
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

/** Starts the work in the background; answers how it is stopped. */
async function startWorker(app: FastifyInstance, pool: pg.Pool, connectionString: string, services: Services) {
  const worker = new Worker({
    pool,
    connectionString: applicationAddress(connectionString),
    services,
    jobs,
    delivery: openPostman(pool, services),
    log: app.log,
  })
  await worker.start()
  return () => within(WORKER_MILLISECONDS, worker.stop())
}

/** Waits for what may never end, such as a word from a database that is frozen. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, delay(milliseconds, undefined, { ref: false })])
}

/** Lets answers under way be given; what is still connected then, such as a browser's spare connection, is cut off. */
async function closeWithin(app: FastifyInstance, milliseconds: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), milliseconds)
  await app.close()
  clearTimeout(timer)
}

async function openDatabase(config: Config, closing: (() => Promise<unknown>)[]): Promise<string> {
  if (!config.databaseUrl) {
    const running = await startPostgres({
      dataDirectory: join(config.dataFolder, 'postgres'),
      report: (sentence) => console.error(sentence),
    })
    closing.push(() => running.stop())
    return running.connectionString
  }
  const client = new pg.Client({ connectionString: config.databaseUrl, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
  } catch (error) {
    throw new Error(
      `DATABASE_URL does not answer: ${error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code : String(error)}`,
    )
  }
  return config.databaseUrl
}

/** True when the database had nobody in it and was filled. Two starters fill once: the second waits and finds it done. */
async function fillWhenEmpty(connectionString: string, services: Services, options: StartOptions): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(7201114)')
    const people = await client.query('select 1 from app_user limit 1')
    if (people.rowCount !== 0) return false
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
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
      throw new Error(`Port ${config.port} is taken. Choose another with PORT=… `.trim())
    throw error
  }
}
