import { join } from 'node:path'
import pg from 'pg'
import { createPrintedLink } from '#core/people/accounts/server/index.ts'
import { readConfig } from '#kernel/server/config.ts'
import { startPostgres } from '#tools/postgres/launcher.ts'

// node tools/link.ts [user name]: prints a link with which this account, or the first administrator, can
// choose a password once. Earlier links become invalid. It uses DATABASE_URL or else the PostgreSQL of the
// data folder, as the portal does, which may be running.

const config = readConfig(process.env, process.argv)
const runningPostgres = config.databaseUrl
  ? null
  : await startPostgres({ dataDirectory: join(config.dataFolder, 'postgres') })
const client = new pg.Client({
  connectionString: config.databaseUrl ?? runningPostgres?.connectionString ?? '',
})
try {
  await client.connect()
  const { userName, link, hours } = await createPrintedLink(client, config.publicUrl, process.argv[2])
  console.log(`${userName} chooses a password here, once, within ${hours} hours:\n  ${link}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await client.end()
  await runningPostgres?.stop()
}
