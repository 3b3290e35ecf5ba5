import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { loadDemonstration } from '#demo/load.ts'
import { migrate } from '#kernel/server/postgres/migrate.ts'
import { setTestHouseholdKey } from '#tests/householdKey.ts'

/** Loads the small version of the demonstration, as of a day, into a new database of this name. */
export async function loadSlice(name: string, day: string): Promise<void> {
  const getAddress = (database: string) =>
    Object.assign(new URL(inject('postgres')), { pathname: `/${database}` }).toString()
  const maintenance = new pg.Client({ connectionString: getAddress('postgres') })
  await maintenance.connect()
  await maintenance.query(`create database ${name}`)
  await maintenance.end()
  await migrate(getAddress(name), join(import.meta.dirname, '..', '..', 'migrations'))
  setTestHouseholdKey()
  const client = new pg.Client({ connectionString: getAddress(name) })
  await client.connect()
  await loadDemonstration(client, { password: 'rooftree-demo', isSlice: true, day })
  await client.end()
}
