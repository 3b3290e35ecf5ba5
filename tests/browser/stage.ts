import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'
import { inject } from 'vitest'
import { type RunningPortal, startPortal } from '#app/server.ts'
import { readConfig } from '#kernel/server/config.ts'
import { findBrowser } from '../../scripts/browser.mjs'
import { PATIENCE, Visitor } from './visitor.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A portal of its own with the demonstration in it, and a browser to visit it with. */
export type Stage = {
  readonly address: string
  /** The database as its owner, past row-level security: for looking behind the scenes. */
  readonly owner: pg.Client
  /** A newcomer, signed out, with storage of their own. */
  open: (options?: BrowserContextOptions) => Promise<Visitor>
  /** A newcomer who signs in and goes to `path`. */
  signedIn: (userName: string, path?: string, options?: BrowserContextOptions) => Promise<Visitor>
  /** Faults of all visitors since the last call, those who left included. To be empty after each test. */
  takeFaults: () => string[]
  stopServer: () => Promise<void>
  /** Starts the server again at the same address. */
  startServer: () => Promise<void>
  close: () => Promise<void>
}

/** Clones the demonstration, starts the real server on it with the built web app, and opens a browser. */
export async function openStage(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'rooftree-stage-'))
  const database = await cloneDemonstration()
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
  const browser = await launchBrowser()
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
    owner,
    open,
    signedIn: async (userName, path, options) => {
      const visitor = await open(options)
      await visitor.signIn(userName, path)
      return visitor
    },
    takeFaults: () => visitors.flatMap((visitor) => visitor.takeFaults()),
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

/** Starts the browser the tests were told of, or the one that is installed. */
async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROME_PATH ?? (await findBrowser()), args: FLAGS })
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
  await run(`create database ${name} template ${template.pathname.slice(1)}`)
  return {
    connectionString: Object.assign(new URL(template), { pathname: `/${name}` }).toString(),
    drop: () => run(`drop database ${name} with (force)`),
  }
}
