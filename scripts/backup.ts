import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { backUp } from '#app/backup/backup.ts'
import { openFileStore } from '#ground/platform/files/server/index.ts'
import { KEY_FILE } from '#ground/portfolio/households/server/index.ts'
import { readConfig } from '#kernel/server/config.ts'
import { startPostgres } from '#postgres/launcher.ts'

// npm run backup -- FOLDER: database and documents of the portal that the environment describes, as of one
// moment, into
// a new folder. The portal may run. Ends with 1 when anything is missing.

const [folder] = process.argv.slice(2)
const config = readConfig(process.env, [])
const postgres = join(config.dataFolder, 'postgres')
try {
  if (!folder) throw new Error('Usage: npm run backup -- FOLDER')
  // Nothing is begun here.
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
