import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { migrate } from './migrate.ts'
import { applicationAddress, applicationRole } from './role.ts'

const MIGRATIONS = join(import.meta.dirname, '..', '..', '..', '..', 'migrations')

let server: pg.Client
beforeAll(async () => {
  server = new pg.Client({
    connectionString: Object.assign(new URL(inject('postgres')), { pathname: '/postgres' }).href,
  })
  await server.connect()
})
afterAll(() => server.end())

/** Names of this test: roles belong to the whole server, where other tests have theirs. */
let names: { owner: string; second: string; requests: string }
beforeEach(() => {
  const tail = crypto.randomUUID().slice(0, 8)
  names = { owner: `owner_${tail}`, second: `second_${tail}`, requests: `requests_${tail}` }
  vi.stubEnv('DATABASE_APP_ROLE', names.requests)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const owner of [names.owner, names.second])
    await server.query(`drop database if exists ${owner} with (force)`)
  for (const role of [names.owner, names.second, names.requests])
    await server.query(`drop role if exists ${role}`)
})

/** A new, empty database of its own, whose owner is no superuser. */
async function newDatabase(owner: string, rights: string): Promise<string> {
  await server.query(`create role ${owner} login ${rights} password 'first'`)
  await server.query(`create database ${owner} owner ${owner}`)
  return getAddress(owner, 'first')
}
const getAddress = (owner: string, password: string): string =>
  Object.assign(new URL(inject('postgres')), { username: owner, password, pathname: `/${owner}` }).href

const start = (address: string) => migrate(address, MIGRATIONS)

async function asRequests<R extends pg.QueryResultRow>(address: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: applicationAddress(address) })
  await client.connect()
  try {
    return (await client.query<R>(text)).rows
  } finally {
    await client.end()
  }
}

test('TRUST-5.1: the owner’s password changes, and the next start changes that of requests, without superuser', async () => {
  const address = await newDatabase(names.owner, 'createrole')
  expect((await start(address)).length).toBeGreaterThan(50)
  await server.query(`alter role ${names.owner} password 'second'`)
  const changed = getAddress(names.owner, 'second')
  expect(applicationAddress(changed)).not.toBe(applicationAddress(address))
  expect(await start(changed)).toEqual([])
  expect(await asRequests(changed, 'select current_user as name, kernel.is_request() as asks')).toEqual([
    { name: names.requests, asks: true },
  ])
  await expect(asRequests(address, 'select 1')).rejects.toThrow('password authentication failed')
  const owner = new pg.Client({ connectionString: changed })
  await owner.connect()
  expect((await owner.query('select kernel.is_request() as asks')).rows).toEqual([{ asks: false }])
  await owner.end()
})

test('TRUST-5.1: who may not change that password is told so, in a sentence of its own', async () => {
  const address = await newDatabase(names.owner, 'nocreaterole')
  await expect(start(address)).rejects.toThrow(`run "create role ${names.requests} login password '…'"`)
  await server.query(`create role ${names.requests} login password 'of requests'`)
  await expect(start(address)).rejects.toThrow(`run "alter role ${names.requests} password '…'"`)
  vi.stubEnv('DATABASE_APP_PASSWORD', 'of requests')
  expect((await start(address)).length).toBeGreaterThan(50)
})

test('TRUST-5.1: databases of several owners name a role each; none takes another’s', async () => {
  const first = await newDatabase(names.owner, 'createrole')
  await start(first)
  // The role of the first database is this owner's to change as well, where the server is older than 16.
  const second = await newDatabase(names.second, 'createrole')
  await server.query(`alter role ${names.second} password 'another'`)
  await expect(start(getAddress(names.second, 'another'))).rejects.toThrow(
    `The role ${names.requests} belongs to the requests of the database ${names.owner}, which has another owner`,
  )
  expect(second).not.toBe(first)
  expect(await asRequests(first, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('TRUST-5.1: a role that may do more than requests may lets no portal start', async () => {
  const address = await newDatabase(names.owner, 'createrole')
  const { password } = new URL(applicationAddress(address))
  await server.query(`create role ${names.requests} login createdb password '${password}'`)
  await expect(start(address)).rejects.toThrow(`The role ${names.requests} may do more than requests may.`)
})

test('TRUST-5.1: a database whose requests get another role grants it all that was granted, columns too', async () => {
  const address = await newDatabase(names.owner, 'createrole')
  await start(address)
  const rights = `select count(*)::integer as tables,
    has_column_privilege(current_user, 'certification', 'signature', 'update') as signs,
    has_table_privilege(current_user, 'certification', 'update') as more
    from pg_class where relkind = 'r' and has_table_privilege(current_user, oid, 'insert')`
  const before = await asRequests(address, rights)
  expect(before).toEqual([{ tables: expect.any(Number), signs: true, more: false }])
  vi.stubEnv('DATABASE_APP_ROLE', names.second)
  expect(applicationRole()).toBe(names.second)
  await start(address)
  expect(await asRequests(address, rights)).toEqual(before)
})

test('TRUST-5.1: a name that is none is refused', () => {
  vi.stubEnv('DATABASE_APP_ROLE', 'a name; drop')
  expect(() => applicationRole()).toThrow('DATABASE_APP_ROLE is a name of small letters')
})
