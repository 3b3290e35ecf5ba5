import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDraftBody } from '#tests/crash/filing.ts'
import { type RunningPostgres, startPostgres } from '#tools/postgres/launcher.ts'
import { findDebianPostgres } from '../../tools/debian-postgres.mjs'
import { Service } from './service.ts'

/** The server of an operator: Debian's PostgreSQL in the oldest supported version, if it is available. */
const binDirectory = findDebianPostgres()

let folder: string
let service: Service
let server: RunningPostgres
let administrator: pg.Client
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rooftree-own-'))
  await chmod(folder, 0o755)
  service = await Service.prepare()
  server = await startPostgres({
    dataDirectory: join(folder, 'server'),
    ...(binDirectory ? { binDirectory } : {}),
    settings: { fsync: 'off' },
  })
  administrator = new pg.Client({ connectionString: server.connectionString })
  await administrator.connect()
  await service.start()
})
afterAll(async () => {
  await service.close()
  await administrator.end()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const runScript = (script: string, env: NodeJS.ProcessEnv) => {
  const file = join(import.meta.dirname, '..', '..', 'tools', script)
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, join(folder, 'backup')], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

/** Creates an empty database whose owner has the given rights, and returns its address. */
async function createDatabase(owner: string, rights: string): Promise<string> {
  await administrator.query(`create role ${owner} login ${rights} password 'their own'`)
  await administrator.query(`create database ${owner} owner ${owner}`)
  const { host, port } = new pg.Client({ connectionString: server.connectionString })
  return `postgresql://${owner}:their%20own@localhost:${port}/${owner}?host=${encodeURIComponent(host)}`
}

const readRequest = (portal: Service, id: number) =>
  portal.asks.ask('company.writer', 'GET', `/api/ReplacementReserve/${id}`)

test('a backup is restored on an operator’s server for owners who are not superusers', async () => {
  const path = '/api/ReplacementReserve/SaveReplacementProgress'
  const { body } = await service.asks.ask('company.writer', 'POST', path, makeDraftBody(1, 100))
  const id = (body as { replacementReserveRequestId: number }).replacementReserveRequestId
  expect(runScript('backup.ts', { DATA_FOLDER: service.folder })).toMatchObject({ status: 0 })

  // An owner who may create roles creates the role of requests. An owner who may not receives the password
  // that an administrator gave that role.
  const owners = [
    { owner: 'maker', rights: 'createrole', environment: {} },
    { owner: 'plain', rights: 'nocreaterole', environment: { DATABASE_APP_PASSWORD: 'of requests: 100%@/' } },
  ]
  for (const { owner, rights, environment } of owners) {
    if (environment.DATABASE_APP_PASSWORD)
      await administrator.query(`alter role rooftree_app password '${environment.DATABASE_APP_PASSWORD}'`)
    const restored = Service.on(join(folder, owner))
    const env = {
      DATA_FOLDER: restored.folder,
      DATABASE_URL: await createDatabase(owner, rights),
      ...environment,
    }
    expect(runScript('restore.ts', env)).toEqual({
      status: 0,
      output: expect.stringContaining('Restored as of '),
    })
    await restored.start(env)
    try {
      expect((await restored.call('/ready')).status).toBe(200)
      expect((await readRequest(restored, id)).status).toBe(200)
    } finally {
      expect(await restored.stop()).toBe(0)
    }
    expect(runScript('restore.ts', env)).toEqual({
      status: 1,
      output: expect.stringContaining('is not empty'),
    })
  }
})
