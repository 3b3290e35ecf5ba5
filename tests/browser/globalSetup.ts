import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { jobs } from '#app/registry.ts'
import { openFileStore } from '#core/platform/files/server/index.ts'
import { loadDemonstration } from '#demo/load.ts'
import { setAgencyZone } from '#kernel/model/dates.ts'
import { readConfig } from '#kernel/server/config.ts'
import { runDue } from '#kernel/server/jobs.ts'
import { migrate } from '#kernel/server/postgres/migrate.ts'
import { openPool } from '#kernel/server/postgres/role.ts'
import { fastFolder } from '#tests/fastFolder.ts'
import { cheapHash, PASSWORD } from '#tests/fixture.ts'
import { setTestHouseholdKey } from '#tests/householdKey.ts'
import { startPostgres } from '#tools/postgres/launcher.ts'
import { startBrowser } from './chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    demonstration: string
    /** Where the browser listens that all files share. */
    browser: string
  }
}

/**
 * Starts one browser and one PostgreSQL for the run and loads the demonstration of today, which each test
 * file clones.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const started = new AsyncDisposableStack()
  try {
    await start(project, started)
  } catch (error) {
    // The run calls what ends it only where all of it stands.
    await started.disposeAsync()
    throw error
  }
  return () => started.disposeAsync()
}

async function start(project: TestProject, started: AsyncDisposableStack): Promise<void> {
  const browser = started.adopt(await startBrowser(), (browserServer) => browserServer.close())
  const folder = started.adopt(await mkdtemp(join(fastFolder(), 'rooftree-browser-')), (path) =>
    rm(path, { recursive: true, force: true }),
  )
  const running = await startPostgres({
    dataDirectory: folder,
    databaseName: 'rooftree_demonstration',
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  })
  started.defer(() => running.stop())
  const filesFolder = started.adopt(await mkdtemp(join(tmpdir(), 'rooftree-files-')), (path) =>
    rm(path, { recursive: true, force: true }),
  )
  await fill(running.connectionString, filesFolder)
  project.provide('demonstration', running.connectionString)
  project.provide('browser', browser.wsEndpoint())
}

/** Loads the demonstration into an empty database, with one password for everybody. */
async function fill(connectionString: string, folder: string): Promise<void> {
  await migrate(connectionString, join(import.meta.dirname, '..', '..', 'migrations'))
  const client = new pg.Client({ connectionString })
  await client.connect()
  setTestHouseholdKey()
  await loadDemonstration(client, { password: PASSWORD, isSlice: true })
  await client.query('update user_secret set password_hash = $1', [await cheapHash(PASSWORD)])
  await client.end()
  await catchUp(connectionString, folder)
}

/**
 * Runs what fell due since the day of the demonstration, so that it does not change figures beside a test
 * that reads them.
 */
async function catchUp(connectionString: string, folder: string): Promise<void> {
  const config = readConfig({ DATA_FOLDER: folder, DATABASE_URL: connectionString }, [])
  setAgencyZone(config.agencyZone)
  const services = { config, files: openFileStore(process.env, folder), now: () => new Date() }
  const pool = openPool(connectionString)
  for (const job of jobs) await runDue(pool, services, job)
  await pool.end()
}
