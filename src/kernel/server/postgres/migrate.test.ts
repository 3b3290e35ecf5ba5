import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import { migrate } from './migrate.ts'

const MIGRATIONS = join(import.meta.dirname, '..', '..', '..', '..', 'migrations')

let portal: Portal
let folder: string
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rooftree-migrations-'))
  await cp(MIGRATIONS, folder, { recursive: true })
  return () => rm(folder, { recursive: true, force: true })
})

const add = (name: string, text: string) => writeFile(join(folder, name), text)
const upgrade = () => migrate(portal.connectionString, folder)
const applied = async () =>
  (
    await portal.owner.query<{ name: string }>(
      `select name from schema_migration where name > '9' order by 1`,
    )
  ).rows.map(({ name }) => name)

test('TRUST-5.2: of pending migrations all are applied or none, and the older release starts again', async () => {
  await add('9990_first.sql', 'create table later_first (id integer);')
  await add('9991_second.sql', 'create table later_second (id integer); select 1 / 0;')
  await expect(upgrade()).rejects.toThrow('Migration 9991_second.sql failed: division by zero')
  expect(await applied()).toEqual([])
  expect((await portal.owner.query(`select to_regclass('later_first') as first`)).rows).toEqual([
    { first: null },
  ])
  expect(await migrate(portal.connectionString, MIGRATIONS)).toEqual([])
})

test('TRUST-5.2: one that is to run alone is kept when a later one fails; the older release then says that it is too old', async () => {
  await add('9992_long.sql', '-- alone\ncreate table later_long (id integer);')
  await add('9993_bad.sql', 'select 1 / 0;')
  await expect(upgrade()).rejects.toThrow('9993_bad.sql')
  expect(await applied()).toEqual(['9992_long.sql'])
  await expect(migrate(portal.connectionString, MIGRATIONS)).rejects.toThrow('newer version')
  await add('9993_bad.sql', 'create table later_good (id integer);')
  await add('9994_more.sql', 'create table later_more (id integer);')
  expect(await upgrade()).toEqual(['9993_bad.sql', '9994_more.sql'])
})
