import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { createFirstLink } from '#core/people/accounts/server/index.ts'
import { getAccountPurposes } from '#demo/accounts.ts'
import { type Config, readConfig } from '#kernel/server/config.ts'
import type { Services } from '#kernel/server/serve.ts'
import { buildWeb, compressInBackground } from './buildWeb.ts'
import { refuseDemonstration } from './preconditions.ts'
import { startPortal } from './server.ts'

const root = join(import.meta.dirname, '..', '..')
/**
 * The time after which the process ends even if it has not stopped. It is longer than all steps of stopping.
 */
const STOP_MILLISECONDS = 75_000

/** `ending` is aborted by the first signal to end the process, `haste` by a repeated one. */
const [ending, haste] = [new AbortController(), new AbortController()]

/**
 * Returns the function that loads the demonstration. For a new data folder its data is prepared while
 * PostgreSQL starts.
 */
function prepareDemonstration(config: Config) {
  const options = { national: process.argv.includes('--national'), password: config.demoPassword }
  const importDemo = () => import('#demo/load.ts')
  const isFirstStart = !config.databaseUrl && !existsSync(join(config.dataFolder, 'postgres'))
  const prepared = isFirstStart ? importDemo().then((demo) => demo.prepareDemonstration(options)) : undefined
  prepared?.catch(() => undefined)
  return async (client: pg.Client, { files }: Services): Promise<void> => {
    console.log('Loading the demonstration portfolio …')
    const { loadDemonstration } = await importDemo()
    await loadDemonstration(client, { ...options, files, ...(prepared ? { prepared } : {}) })
  }
}

/** Fills a new production database with one administrator, who sets a password by a printed link. */
async function fillProduction(client: pg.Client): Promise<void> {
  await client.query(`with made as (
      insert into app_user (user_name, first_name, last_name, email, is_admin, is_manager)
      values ('administrator', 'First', 'Administrator', 'administrator@localhost', true, true) returning user_id)
    insert into user_role (user_id, role_id) select user_id, 1 from made`)
}

/** Prints the link for the first administrator once. Later starts print how to make another. */
async function printFirstLink(connectionString: string, publicUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const link = await createFirstLink(client, publicUrl)
    if (link === 'made before')
      console.log('The first administrator’s link was printed before; "npm run link" makes another.')
    else if (link)
      console.log(`The first administrator chooses a password here, once, within seven days:\n  ${link}`)
  } finally {
    await client.end()
  }
}

/** For development: lets Vite serve the web app from its sources. */
async function mountVite(app: FastifyInstance, dataFolder: string): Promise<void> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root,
    // Node reads the configuration file directly. Vite’s bundled copy would restart the watched server again
    // and again.
    configLoader: 'native',
    cacheDir: join(dataFolder, 'vite'),
    server: { middlewareMode: true },
    appType: 'spa',
  })
  app.addHook('onRequest', (request, reply, done) => {
    const path = request.url.split('?')[0] ?? '/'
    if (/^\/(api|health|ready|metrics|csp-report|headermessage|taskmessage)(\/|$)/i.test(path)) return done()
    reply.hijack()
    // Vite adds a script to the page, which the policy would block.
    reply.raw.removeHeader('content-security-policy')
    vite.middlewares(request.raw, reply.raw)
  })
  app.addHook('onClose', () => vite.close())
}

async function main(): Promise<void> {
  const config = readConfig(process.env, process.argv)
  const development = process.argv.includes('--dev')
  const demonstrationAccounts = getAccountPurposes().map((item) => item.userName)
  const starting = startPortal(config, {
    root,
    signal: ending.signal,
    // Set by tools/start.mjs when the web sources have changed.
    ...(process.env.WEB_BUILDER ? { web: buildWeb(root, process.env.WEB_BUILDER, ending.signal) } : {}),
    haste: haste.signal,
    fill: config.production ? fillProduction : prepareDemonstration(config),
    ...(config.production ? { accept: (client) => refuseDemonstration(client, demonstrationAccounts) } : {}),
    ...(development ? { extend: (app) => mountVite(app, config.dataFolder) } : {}),
  })
  // Signals are handled before the start has finished, so that a signal also stops the parts already started.
  stopOnSignal(async () => {
    const portal = await starting.catch(() => null)
    await portal?.stop()
  })
  const portal = await starting
  if (config.role !== 'worker') {
    console.log(`\nRooftree is ready at ${portal.address}`)
    if (!development) compressInBackground(root, ending.signal)
    if (config.production) await printFirstLink(portal.connectionString, config.publicUrl)
    if (!config.production) {
      console.log(`\nDemonstration accounts, all with the password ${config.demoPassword}:`)
      for (const account of getAccountPurposes())
        console.log(`  ${account.userName.padEnd(16)} ${account.purpose}`)
      console.log('\nPress Ctrl-C to stop.')
    }
  }
}

/**
 * Stops everything in order on the first signal, within a time limit. After a second signal the process waits
 * only for PostgreSQL.
 */
function stopOnSignal(stop: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (ending.signal.aborted) return haste.abort()
      console.log('Stopping …')
      ending.abort()
      setTimeout(() => process.exit(1), STOP_MILLISECONDS).unref()
      void stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}

try {
  await main()
} catch (error) {
  if (!ending.signal.aborted) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}
