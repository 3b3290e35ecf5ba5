import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { accountPurposes } from '#demo/accounts.ts'
import { firstLink } from '#ground/people/accounts/server/index.ts'
import { type Config, readConfig } from '#kernel/server/config.ts'
import type { Services } from '#kernel/server/serve.ts'
import { buildWeb, compressLater } from './buildWeb.ts'
import { refuseDemonstration } from './preconditions.ts'
import { startPortal } from './server.ts'

const root = join(import.meta.dirname, '..', '..')
/** Longer than all steps of stopping together may take. */
const STOP_MILLISECONDS = 75_000

/** The first is aborted by the first signal to end, the second by a repeated signal. */
const [ending, haste] = [new AbortController(), new AbortController()]

/** The demonstration; on an empty folder what needs no database is made while PostgreSQL is. */
function demonstration(config: Config) {
  const options = { national: process.argv.includes('--national'), password: config.demoPassword }
  const loading = () => import('#demo/load.ts')
  const first = !config.databaseUrl && !existsSync(join(config.dataFolder, 'postgres'))
  const prepared = first ? loading().then((demo) => demo.prepareDemonstration(options)) : undefined
  prepared?.catch(() => undefined)
  return async (client: pg.Client, { files }: Services): Promise<void> => {
    console.log('Loading the demonstration portfolio …')
    const { loadDemonstration } = await loading()
    await loadDemonstration(client, { ...options, files, ...(prepared ? { prepared } : {}) })
  }
}

/** In production there is one person at first, who chooses a password by a printed link. */
async function fillProduction(client: pg.Client): Promise<void> {
  await client.query(`with made as (
      insert into app_user (user_name, first_name, last_name, email, is_admin, is_manager)
      values ('administrator', 'First', 'Administrator', 'administrator@localhost', true, true) returning user_id)
    insert into user_role (user_id, role_id) select user_id, 1 from made`)
}

/** Prints a link for the first administrator, once; a start after that says how another is made. */
async function printFirstLink(connectionString: string, publicUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const link = await firstLink(client, publicUrl)
    if (link === 'made before')
      console.log('The first administrator’s link was printed before; "npm run link" makes another.')
    else if (link)
      console.log(`The first administrator chooses a password here, once, within seven days:\n  ${link}`)
  } finally {
    await client.end()
  }
}

/** Development: Vite serves the web app from its sources. */
async function mountVite(app: FastifyInstance, dataFolder: string): Promise<void> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root,
    // Node reads the file itself: a bundled copy that comes and goes would start the watched server again,
    // without end.
    configLoader: 'native',
    cacheDir: join(dataFolder, 'vite'),
    server: { middlewareMode: true },
    appType: 'spa',
  })
  app.addHook('onRequest', (request, reply, hookHandlerDoneFunction) => {
    const path = request.url.split('?')[0] ?? '/'
    if (/^\/(api|health|ready|metrics|csp-report|headermessage|taskmessage)(\/|$)/i.test(path))
      return hookHandlerDoneFunction()
    reply.hijack()
    // Vite adds a script of its own to the page.
    reply.raw.removeHeader('content-security-policy')
    vite.middlewares(request.raw, reply.raw)
  })
  app.addHook('onClose', () => vite.close())
}

async function main(): Promise<void> {
  const config = readConfig(process.env, process.argv)
  const development = process.argv.includes('--dev')
  const demonstrated = accountPurposes().map((item) => item.userName)
  const starting = startPortal(config, {
    root,
    signal: ending.signal,
    // Set by scripts/start.mjs when the web sources have changed.
    ...(process.env.WEB_BUILDER ? { web: buildWeb(root, process.env.WEB_BUILDER, ending.signal) } : {}),
    haste: haste.signal,
    fill: config.production ? fillProduction : demonstration(config),
    ...(config.production ? { accept: (client) => refuseDemonstration(client, demonstrated) } : {}),
    ...(development ? { extend: (app) => mountVite(app, config.dataFolder) } : {}),
  })
  // Registered first, so that a process started before the signal is not left behind.
  stopOnSignal(async () => {
    const portal = await starting.catch(() => null)
    await portal?.stop()
  })
  const portal = await starting
  if (config.role !== 'worker') {
    console.log(`\nRooftree is ready at ${portal.address}`)
    if (!development) compressLater(root, ending.signal)
    if (config.production) await printFirstLink(portal.connectionString, config.publicUrl)
    if (!config.production) {
      console.log(`\nDemonstration accounts, all with the password ${config.demoPassword}:`)
      for (const account of accountPurposes())
        console.log(`  ${account.userName.padEnd(16)} ${account.purpose}`)
      console.log('\nPress Ctrl-C to stop.')
    }
  }
}

/**
 * Stops everything in order, and in time, on the first signal; after a second one only PostgreSQL is waited
 * for.
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
