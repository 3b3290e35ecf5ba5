import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { loadDemonstration } from '#demo/load.ts'
import { openFileStore } from '#ground/files/server/index.ts'
import { householdKey, setHouseholdKey } from '#ground/households/server/index.ts'
import { removeDataFolder } from '#postgres/data-folder.ts'
import { startPostgres } from '#postgres/launcher.ts'
import { migrate } from '#postgres/migrate.ts'

// node scripts/with-node.mjs scripts/demo-times.ts [--national] [least seconds]: what each part of the demonstration
// costs on a new database, longest first: on the clock, and of the processor (ours and the database's), which other work on
// the machine changes little.

const TICKS_A_SECOND = 100
const least = Number(process.argv.slice(2).find((one) => !one.startsWith('--')) ?? 0.1)

/** Processor seconds that this process has used. */
const ownSeconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Processor seconds that a process has used, where the system tells. */
function secondsOf(processId: number): number {
  if (process.platform !== 'linux') return 0
  const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
}

type Cost = { name: string; clock: number; own: number; database: number }

const folder = await mkdtemp(join(tmpdir(), 'rooftree-times-'))
const running = await startPostgres({ dataDirectory: join(folder, 'postgres') })
try {
  await migrate(running.connectionString, join(import.meta.dirname, '..', 'migrations'))
  const client = new pg.Client({ connectionString: running.connectionString })
  await client.connect()
  const backend = (await client.query<{ id: number }>('select pg_backend_pid() as id')).rows[0]!.id
  setHouseholdKey(householdKey({}, folder))
  const now = () => ({ clock: performance.now() / 1000, own: ownSeconds(), database: secondsOf(backend) })
  const since = (name: string, then: ReturnType<typeof now>): Cost => {
    const at = now()
    return { name, clock: at.clock - then.clock, own: at.own - then.own, database: at.database - then.database }
  }
  const costs: Cost[] = []
  const begun = now()
  let last = begun
  await loadDemonstration(client, {
    national: process.argv.includes('--national'),
    password: 'rooftree-demo',
    files: openFileStore({}, folder),
    told: (name) => {
      costs.push(since(name, last))
      last = now()
    },
  })
  costs.push(since('all', begun))
  await client.end()
  console.log('clock   own     database')
  for (const { name, ...seconds } of costs.filter(({ clock }) => clock >= least).toSorted((a, b) => b.clock - a.clock))
    console.log(
      `${Object.values(seconds)
        .map((one) => one.toFixed(2).padEnd(8))
        .join('')}${name}`,
    )
} finally {
  await running.stop()
  removeDataFolder(join(folder, 'postgres'))
}
