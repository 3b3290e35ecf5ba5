import { join } from 'node:path'
import { readConfig } from '#kernel/server/config.ts'
import { migrate } from '#kernel/server/postgres/migrate.ts'
import { startPostgres } from '#tools/postgres/launcher.ts'

// node tools/migrate.ts: applies the new migrations to DATABASE_URL or else to the PostgreSQL of the data
// folder. The portal does the same when it starts.

const config = readConfig(process.env, process.argv)
const runningPostgres = config.databaseUrl
  ? null
  : await startPostgres({ dataDirectory: join(config.dataFolder, 'postgres') })
try {
  const applied = await migrate(
    config.databaseUrl ?? runningPostgres?.connectionString ?? '',
    join(import.meta.dirname, '..', 'migrations'),
  )
  console.log(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'The database is up to date.')
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await runningPostgres?.stop()
}
