import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { backUp } from '#app/backup/backup.ts'
import { openFileStore } from '#core/platform/files/server/index.ts'
import { KEY_FILE } from '#core/portfolio/households/server/index.ts'
import { readConfig } from '#kernel/server/config.ts'
import { startPostgres } from '#tools/postgres/launcher.ts'

// npm run backup -- FOLDER: backs up the database and documents of the portal that the environment describes
// into a new folder, as of one moment. The portal may be running. The exit code is 1 if anything is missing.

const [folder] = process.argv.slice(2)
const config = readConfig(process.env, [])
const postgres = join(config.dataFolder, 'postgres')
try {
  if (!folder) throw new Error('Usage: npm run backup -- FOLDER')
  // A backup must not create a database, so the data folder must contain one.
  if (!config.databaseUrl && !existsSync(join(postgres, 'password')))
    throw new Error(
      `There is nothing to back up: DATABASE_URL is not set, and ${postgres} holds no database.`,
    )
  const runningPostgres = config.databaseUrl ? null : await startPostgres({ dataDirectory: postgres })
  try {
    const url = config.databaseUrl ?? runningPostgres?.connectionString ?? ''
    const key = process.env.HOUSEHOLD_KEY ? null : join(config.dataFolder, KEY_FILE)
    const manifest = await backUp(url, openFileStore(process.env, config.dataFolder), resolve(folder), key)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `${resolve(folder)}: ${rows} rows and ${manifest.contents} documents, as of ${manifest.takenAt}.`,
    )
    if (manifest.lost.length > 0)
      throw new Error(
        `${manifest.lost.length} contents of documents are missing or damaged in the store and not in the backup: ${manifest.lost.join(', ')}`,
      )
  } finally {
    await runningPostgres?.stop()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
