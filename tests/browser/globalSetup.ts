import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { loadDemonstration } from '#demo/load.ts'
import { startPostgres } from '#postgres/launcher.ts'
import { migrate } from '#postgres/migrate.ts'
import { PASSWORD } from '#tests/fixture.ts'

declare module 'vitest' {
  interface ProvidedContext {
    demonstration: string
  }
}

/** Starts one PostgreSQL for the run and loads the demonstration, which each test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'rooftree-browser-'))
  const running = await startPostgres({
    dataDirectory: folder,
    databaseName: 'rooftree_demonstration',
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  })
  await migrate(running.connectionString, join(import.meta.dirname, '..', '..', 'migrations'))
  const client = new pg.Client({ connectionString: running.connectionString })
  await client.connect()
  await loadDemonstration(client, { password: PASSWORD })
  await client.end()
  project.provide('demonstration', running.connectionString)
  return async () => {
    await running.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
