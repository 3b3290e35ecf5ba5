import { join, resolve } from 'node:path'
import { restore } from '#app/backup/restore.ts'
import { openFileStore } from '#core/platform/files/server/index.ts'
import { KEY_FILE } from '#core/portfolio/households/server/index.ts'
import { readConfig } from '#kernel/server/config.ts'
import { startPostgres } from '#tools/postgres/launcher.ts'

// npm run restore -- FOLDER: restores a backup to the portal that the environment describes: the database to
// the empty one of DATABASE_URL or else to a new PostgreSQL in DATA_FOLDER, and the documents to their store.

const [folder] = process.argv.slice(2)
const config = readConfig(process.env, [])
try {
  if (!folder) throw new Error('Usage: npm run restore -- FOLDER')
  const runningPostgres = config.databaseUrl
    ? null
    : await startPostgres({ dataDirectory: join(config.dataFolder, 'postgres') })
  try {
    const { manifest, leftOut } = await restore(
      resolve(folder),
      config.databaseUrl ?? runningPostgres?.connectionString ?? '',
      openFileStore(process.env, config.dataFolder),
      join(import.meta.dirname, '..', 'migrations'),
      process.env.HOUSEHOLD_KEY ? null : join(config.dataFolder, KEY_FILE),
    )
    console.log(
      `Restored as of ${manifest.takenAt}: ${manifest.tables.length} tables, ${manifest.contents} documents.`,
    )
    if (leftOut.length > 0) console.log(`Left out, as no migration makes them: ${leftOut.join(', ')}`)
    if (manifest.lost.length > 0)
      console.log(`The backup was made without these contents of documents: ${manifest.lost.join(', ')}`)
  } finally {
    await runningPostgres?.stop()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
