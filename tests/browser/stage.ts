import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { inject } from 'vitest'
import { type RunningPortal, startPortal } from '#app/server.ts'
import { readConfig } from '#kernel/server/config.ts'
import { PASSWORD } from '#tests/fixture.ts'
import { setTestHouseholdKey } from '#tests/householdKey.ts'
import { connectBrowser } from './chromium.ts'
import { PATIENCE, Visitor } from './visitor.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** A portal of its own with the demonstration in it, and a browser to visit it with. */
export type Stage = {
  readonly address: string
  readonly connectionString: string
  /** The database as its owner, past row-level security: for looking behind the scenes. */
  readonly owner: pg.Client
  /** A newcomer, signed out, with storage of their own. */
  open: (options?: BrowserContextOptions) => Promise<Visitor>
  /** A newcomer who has signed in and opens `path`. */
  signedIn: (userName: string, path?: string, options?: BrowserContextOptions) => Promise<Visitor>
  /**
   * Page errors, console errors and failed requests of the open visitors since the last call that no test
   * expected. Must be empty after each test.
   */
  takeFaults: () => string[]
  /**
   * Closes what every visitor has open, so that no page of one test asks a server that the next one stops.
   */
  everyoneLeaves: () => Promise<void>
  stopServer: () => Promise<void>
  /** Starts the server again at the same address. */
  startServer: () => Promise<void>
  close: () => Promise<void>
}

/** Clones the demonstration, starts the real server on it with the built web app, and opens a browser. */
export async function openStage(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'rooftree-stage-'))
  const database = await cloneDemonstration()
  setTestHouseholdKey()
  const start = (port: number) =>
    startPortal(
      readConfig(
        {
          DATA_FOLDER: folder,
          DATABASE_URL: database.connectionString,
          PORT: String(port),
          LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
        },
        [],
      ),
      { root: ROOT, fill: () => Promise.reject(new Error('The demonstration is missing.')) },
    )
  let portal: RunningPortal | null = await start(0)
  const { address } = portal
  const browser = await connectBrowser()
  const owner = new pg.Client({ connectionString: database.connectionString })
  await owner.connect()
  const visitors: Visitor[] = []
  const open: Stage['open'] = async (options = {}) => {
    const visitor = await newcomer(browser, address, options)
    visitors.push(visitor)
    return visitor
  }
  return {
    address,
    connectionString: database.connectionString,
    owner,
    open,
    signedIn: async (userName, path = '/Account', options = {}) => {
      const [visitor, session] = await Promise.all([open(options), loadSession(address, userName)])
      await visitor.visitWith('rooftree.session', session, path)
      return visitor
    },
    takeFaults: () => visitors.flatMap((visitor) => visitor.takeFaults()),
    everyoneLeaves: async () => {
      await Promise.all(visitors.splice(0).map(({ context }) => context.close()))
    },
    stopServer: async () => {
      await portal?.stop()
      portal = null
    },
    startServer: async () => {
      portal = await start(Number(new URL(address).port))
    },
    close: async () => {
      await browser.close()
      await portal?.stop()
      await owner.end()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What the app keeps of a person who has signed in on its form. */
async function loadSession(address: string, userName: string): Promise<string> {
  const ask = async (path: string, init: RequestInit) => {
    const reply = await fetch(`${address}/api/${path}`, init)
    if (!reply.ok) throw new Error(`${userName} could not sign in: ${await reply.text()}`)
    return reply.json()
  }
  const login = await ask('users/authenticate', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName, password: PASSWORD }),
  })
  const headers = { authorization: `Bearer ${login.token}` }
  const { isAdmin, draftKey, managementCompanyId } = await ask('UserProfile', { headers })
  return JSON.stringify({
    ...login,
    userName,
    isAdmin,
    draftKey,
    managementCompanyId,
    isManager: await ask('users/IsManager', { headers }),
  })
}

async function newcomer(browser: Browser, address: string, options: BrowserContextOptions): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    ...options,
  })
  context.setDefaultTimeout(PATIENCE)
  return new Visitor(context, await context.newPage(), address)
}

async function cloneDemonstration(): Promise<{ connectionString: string; drop: () => Promise<void> }> {
  const template = new URL(inject('demonstration'))
  const name = `stage_${crypto.randomUUID().replaceAll('-', '')}`
  const server = Object.assign(new URL(template), { pathname: '/postgres' }).toString()
  const run = async (text: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(text)
    await client.end()
  }
  // Copied file by file: the default would write a gigabyte to the log as well.
  await run(`create database ${name} template ${template.pathname.slice(1)} strategy file_copy`)
  return {
    connectionString: Object.assign(new URL(template), { pathname: `/${name}` }).toString(),
    drop: () => run(`drop database ${name} with (force)`),
  }
}
