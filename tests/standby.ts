import { execFile } from 'node:child_process'
import { appendFile, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { migrate } from '#kernel/server/postgres/migrate.ts'
import { loadFixture } from '#tests/fixture.ts'
import { type RunningPostgres, startPostgres } from '#tools/postgres/launcher.ts'

const settings = { fsync: 'off', full_page_writes: 'off', hot_standby: 'on', max_wal_senders: '4' }

/** A database with the fixture and a streaming replica of it, each run by its own PostgreSQL server. */
export type Pair = {
  primary: RunningPostgres
  replica: RunningPostgres
  /** Starts the replica again after it was stopped. */
  startReplica: () => Promise<void>
  close: () => Promise<void>
}

/** Creates a database with the fixture and a replica that starts from a copy of its stopped data folder. */
export async function openPair(): Promise<Pair> {
  const folder = await mkdtemp(join(tmpdir(), 'rooftree-replica-'))
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  const runningPostgres = await startPostgres({ dataDirectory: first, settings })
  await migrate(runningPostgres.connectionString, join(import.meta.dirname, '..', 'migrations'))
  const client = new pg.Client({ connectionString: runningPostgres.connectionString })
  await client.connect()
  await loadFixture(client)
  await client.end()
  // Starting the second server finds its binaries and its account. Its cluster is then replaced by a copy of
  // the first.
  const copied = await startPostgres({ dataDirectory: second, settings })
  await Promise.all([runningPostgres.stop(), copied.stop()])
  const { cluster } = copied
  await rm(cluster, { recursive: true })
  // `cp -a` keeps the owner of the files, who may differ from the user of this process.
  await promisify(execFile)('cp', ['-a', runningPostgres.cluster, cluster])
  await copyFile(join(first, 'password'), join(second, 'password'))
  const primary = await startPostgres({ dataDirectory: first, settings })
  await appendFile(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = '${getConnectionInfo(primary)}'\n`,
  )
  await writeFile(join(cluster, 'standby.signal'), '')
  const pair: Pair = {
    primary,
    replica: await startPostgres({ dataDirectory: second, settings }),
    startReplica: async () => {
      pair.replica = await startPostgres({ dataDirectory: second, settings })
    },
    close: async () => {
      await pair.replica.stop()
      await primary.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return pair
}

function getConnectionInfo({ connectionString }: RunningPostgres): string {
  const { host, port, user, password } = new pg.Client({ connectionString })
  return `host=${host} port=${port} user=${user} password=${password} application_name=replica`
}
