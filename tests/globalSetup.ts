import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#kernel/server/postgres/migrate.ts'
import { fastFolder } from '#tests/fastFolder.ts'
import { loadFixture } from '#tests/fixture.ts'
import { startPostgres } from '#tools/postgres/launcher.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string
  }
}

/** Starts one PostgreSQL for the run and prepares the template database that each test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(fastFolder(), 'rooftree-test-'))
  const running = await startPostgres({
    dataDirectory: folder,
    databaseName: 'rooftree_template',
    ...(process.env.TEST_POSTGRES_BIN ? { binDirectory: process.env.TEST_POSTGRES_BIN } : {}),
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  })
  await migrate(running.connectionString, join(import.meta.dirname, '..', 'migrations'))
  const client = new pg.Client({ connectionString: running.connectionString })
  await client.connect()
  await loadFixture(client)
  await client.end()
  project.provide('postgres', running.connectionString)
  return async () => {
    await running.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
