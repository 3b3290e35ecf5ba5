import { spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findFreePort } from '#tests/crash/postbox.ts'
import { findDebianPostgres } from '../../tools/debian-postgres.mjs'

/**
 * The commands of docs/operating.md on an operator's server; they need programs that the portal does not
 * bring along.
 */
const bin = findDebianPostgres() ?? ''
const guide = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'operating.md'), 'utf8')

let folder: string
const startedFolders: string[] = []
const isRoot = userInfo().uid === 0

/** Runs a command as the user of PostgreSQL, since PostgreSQL refuses to run as root. */
function runAsPostgres(command: string): string {
  const options = {
    encoding: 'utf8',
    cwd: '/',
    env: { PATH: `${bin}:${process.env.PATH}`, PGUSER: 'postgres' },
  } as const
  const spawnSyncReturns = isRoot
    ? spawnSync('su', ['postgres', '-s', '/bin/sh', '-c', `PATH=${bin}:$PATH; ${command}`], options)
    : spawnSync('sh', ['-c', command], options)
  if (spawnSyncReturns.status !== 0)
    throw new Error(`${command}: ${spawnSyncReturns.stderr}${spawnSyncReturns.stdout}`)
  return spawnSyncReturns.stdout
}

/** Takes a command from the guide with its placeholders replaced, and fails unless the guide contains it. */
function takeFromGuide(command: string, places: Record<string, string>): string {
  expect(guide).toContain(command)
  return Object.entries(places).reduce((text, [from, to]) => text.replaceAll(from, to), command)
}

async function startPostgresOn(data: string, port: number): Promise<pg.Client> {
  try {
    runAsPostgres(
      `pg_ctl -D ${data} -o "-p ${port} -k ${folder} -c listen_addresses=127.0.0.1" -l ${data}.log -w start`,
    )
  } catch (error) {
    throw new Error(`${error}\n${readFileSync(`${data}.log`, 'utf8').slice(-3000)}`)
  }
  startedFolders.push(data)
  return connect(port)
}

async function connect(port: number): Promise<pg.Client> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

let primary: pg.Client
let port: number
let data: string
let archive: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rooftree-replica-'))
  archive = join(folder, 'archive')
  data = join(folder, 'primary')
  await mkdir(archive)
  if (isRoot) {
    const [uid, gid] = ['-u', '-g'].map((kind) =>
      Number(spawnSync('id', [kind, 'postgres'], { encoding: 'utf8' }).stdout),
    )
    for (const path of [folder, archive]) await chown(path, uid!, gid!)
  }
  await chmod(folder, 0o755)
  port = await findFreePort()
  runAsPostgres(`initdb -D ${data} -A trust -U postgres`)
  appendFileSync(
    join(data, 'postgresql.conf'),
    takeFromGuide(
      "wal_level = replica\narchive_mode = on\narchive_command = 'test ! -f ARCHIVE/%f && cp %p ARCHIVE/%f'",
      {
        ARCHIVE: archive,
      },
    ).concat('\n'),
  )
  primary = await startPostgresOn(data, port)
  await primary.query('create table holiday (name text); insert into holiday values ($$before$$)')
})
afterAll(async () => {
  await primary?.end()
  for (const dataFolder of startedFolders.reverse())
    spawnSync('sh', ['-c', `kill -INT $(head -1 ${dataFolder}/postmaster.pid)`])
  await vi.waitFor(
    () => {
      for (const dataFolder of startedFolders)
        if (spawnSync('test', ['-f', `${dataFolder}/postmaster.pid`]).status === 0)
          throw new Error(dataFolder)
    },
    { timeout: 20_000 },
  )
  await rm(folder, { recursive: true, force: true })
})

const loadNames = async (client: pg.Client) =>
  (await client.query('select name from holiday order by 1')).rows.map((row) => row.name)

describe('TRUST-5.5: the commands of the guide work', () => {
  test('a streaming replica follows its primary, refuses changes, and can be promoted', async () => {
    const replica = join(folder, 'replica')
    runAsPostgres(
      takeFromGuide('pg_basebackup -h PRIMARY -p 5432 -D REPLICA -R -X stream -C -S rooftree_replica', {
        PRIMARY: '127.0.0.1',
        5432: String(port),
        REPLICA: replica,
      }),
    )
    const replicaPort = await findFreePort()
    const standby = await startPostgresOn(replica, replicaPort)
    await primary.query('insert into holiday values ($$streamed$$)')
    await vi.waitFor(async () => expect(await loadNames(standby)).toEqual(['before', 'streamed']), {
      timeout: 10_000,
    })
    await expect(standby.query('insert into holiday values ($$no$$)')).rejects.toThrow('read-only')
    const lag = takeFromGuide('select application_name, state, replay_lag from pg_stat_replication', {})
    expect((await primary.query(lag)).rows).toMatchObject([{ state: 'streaming' }])
    runAsPostgres(takeFromGuide('pg_ctl -D REPLICA promote', { REPLICA: replica }))
    await vi.waitFor(async () => void (await standby.query('insert into holiday values ($$promoted$$)')), {
      timeout: 10_000,
    })
    expect(await loadNames(standby)).toEqual(['before', 'promoted', 'streamed'])
    await standby.end()
  })

  test('the database can be restored as of a moment', async () => {
    const base = join(folder, 'base')
    runAsPostgres(
      takeFromGuide('pg_basebackup -h PRIMARY -p 5432 -D BASE -X none -c fast', {
        PRIMARY: '127.0.0.1',
        5432: String(port),
        BASE: base,
      }),
    )
    await primary.query('insert into holiday values ($$after the backup$$)')
    const { rows } = await primary.query('select clock_timestamp()::text as moment')
    await primary.query('select pg_sleep(0.05)')
    await primary.query('delete from holiday')
    const currentSegment = await primary.query('select pg_walfile_name(pg_switch_wal()) as segment')
    await vi.waitFor(
      async () => {
        const archived = await primary.query('select last_archived_wal as segment from pg_stat_archiver')
        expect(archived.rows[0].segment >= currentSegment.rows[0].segment).toBe(true)
      },
      { timeout: 10_000 },
    )
    appendFileSync(
      join(base, 'postgresql.conf'),
      takeFromGuide(
        "restore_command = 'cp ARCHIVE/%f %p'\nrecovery_target_time = 'MOMENT'\nrecovery_target_timeline = 'current'\nrecovery_target_action = 'promote'\n",
        { ARCHIVE: archive, MOMENT: rows[0].moment },
      ).concat('archive_mode = off\n'),
    )
    runAsPostgres(takeFromGuide('touch BASE/recovery.signal', { BASE: base }))
    const restored = await startPostgresOn(base, await findFreePort())
    await vi.waitFor(async () => expect(await loadNames(restored)).toContain('after the backup'), {
      timeout: 10_000,
    })
    expect(await loadNames(primary)).toEqual([])
    await restored.end()
  })
})
