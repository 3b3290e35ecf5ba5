import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openFileStore } from '#core/platform/files/server/index.ts'
import { loadHouseholdKey, setHouseholdKey } from '#core/portfolio/households/server/index.ts'
import { loadDemonstration } from '#demo/load.ts'
import { migrate } from '#kernel/server/postgres/migrate.ts'
import { removeDataFolder } from '#tools/postgres/data-folder.ts'
import { startPostgres } from '#tools/postgres/launcher.ts'
import { createLoadMeter, type Seconds } from './loadMeter.ts'

// node tools/with-node.mjs tools/demo-times.ts [--national] [minimum seconds]: prints the time that each
// part of the demonstration takes on a new database, the longest first. The columns are elapsed time and
// processor time of this process and of the database. Processor time depends little on other work of the
// machine.

const minimum = Number(process.argv.slice(2).find((text) => !text.startsWith('--')) ?? 0.1)

type Cost = Seconds & { name: string }

const folder = await mkdtemp(join(tmpdir(), 'rooftree-times-'))
const running = await startPostgres({ dataDirectory: join(folder, 'postgres') })
try {
  await migrate(running.connectionString, join(import.meta.dirname, '..', 'migrations'))
  const client = new pg.Client({ connectionString: running.connectionString })
  await client.connect()
  setHouseholdKey(loadHouseholdKey({}, folder))
  const costs: Cost[] = []
  const since = await createLoadMeter(client)
  await loadDemonstration(client, {
    national: process.argv.includes('--national'),
    password: 'rooftree-demo',
    files: openFileStore({}, folder),
    onStep: (name) => void costs.push({ ...since(), name }),
  })
  const all = (key: keyof Seconds) => costs.reduce((sum, cost) => sum + cost[key], 0)
  costs.push({ clock: all('clock'), own: all('own'), database: all('database'), name: 'all' })
  await client.end()
  console.log('clock   own     database')
  for (const { name, ...seconds } of costs
    .filter(({ clock }) => clock >= minimum)
    .toSorted((a, b) => b.clock - a.clock))
    console.log(
      `${Object.values(seconds)
        .map((second) => second.toFixed(2).padEnd(8))
        .join('')}${name}`,
    )
} finally {
  await running.stop()
  removeDataFolder(join(folder, 'postgres'))
}
