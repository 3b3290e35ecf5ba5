import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { type RunningPortal, startPortal } from '#app/server.ts'
import { readConfig } from '#kernel/server/config.ts'
import { PASSWORD } from '#tests/fixture.ts'
import { findBrowser } from '../../scripts/browser.mjs'

/** Longest wait for anything on a page, in milliseconds. */
export const PATIENCE = 20_000
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

/** Somebody at a computer of their own: a browser context with its own storage, and its first page. */
export class Visitor {
  readonly context: BrowserContext
  readonly page: Page
  private readonly address: string
  private faults: string[] = []
  private tolerated: RegExp[] = []

  constructor(context: BrowserContext, page: Page, address: string) {
    this.context = context
    this.page = page
    this.address = address
    context.on('page', (opened) => this.watch(opened))
    this.watch(page)
  }

  /** Everything a page complains of: console errors, uncaught errors, requests without an answer or with a 5xx. */
  private watch(page: Page): void {
    page.on('console', (message) => {
      if (message.type() === 'error') this.note(`console: ${message.text()} ${message.location().url}`)
    })
    page.on('pageerror', (error) => this.note(`uncaught: ${error.message}`))
    page.on('requestfailed', (request) => {
      // A request the page itself gave up, by leaving or because nobody waits for the answer any more.
      if (request.failure()?.errorText !== 'net::ERR_ABORTED')
        this.note(`failed: ${request.method()} ${request.url()} ${request.failure()?.errorText}`)
    })
    page.on('response', (response) => {
      if (response.status() >= 500) this.note(`answered ${response.status()}: ${response.url()}`)
    })
  }

  private note(fault: string): void {
    this.faults.push(fault)
  }

  /** From now on, faults that match are part of the play. */
  tolerate(...patterns: RegExp[]): void {
    this.tolerated.push(...patterns)
  }

  /** The faults nobody foresaw, which are then forgotten. */
  takeFaults(): string[] {
    const found = this.faults.filter((fault) => !this.tolerated.some((pattern) => pattern.test(fault)))
    this.faults = []
    return found
  }

  /** Opens a path of the app as a link from elsewhere would: the page loads anew. */
  async visit(path: string, page = this.page): Promise<void> {
    await page.goto('about:blank')
    await page.goto(`${this.address}/#${path}`)
    await this.settled(page)
  }

  /** Goes to a path within the running app, as a link in it would. */
  async go(path: string): Promise<void> {
    await this.page.evaluate((hash) => {
      location.hash = hash
    }, path)
    await expect.poll(() => this.path(), { timeout: PATIENCE }).toBe(path)
    await this.settled()
  }

  /** Waits until a screen stands there: its heading, and nothing that is still being fetched. */
  async settled(page = this.page): Promise<void> {
    await page.locator('h1').first().waitFor()
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true], [data-loading=true]'))
  }

  /** The path within the app. */
  path(page = this.page): string {
    return new URL(page.url()).hash.slice(1)
  }

  /** Signs in on the form; the person then stands at `path`. */
  async signIn(userName: string, path = '/Account'): Promise<void> {
    await this.visit(`/login/${encodeURIComponent(path)}`)
    await this.fillSignIn(userName)
    await expect.poll(() => this.path(), { timeout: PATIENCE }).not.toMatch(/^\/login/i)
    await this.settled()
  }

  /** Fills the sign-in form that is on the screen and sends it. */
  async fillSignIn(userName: string, password = PASSWORD): Promise<void> {
    await this.page.getByLabel('User name').fill(userName)
    await this.page.getByLabel('Password', { exact: true }).fill(password)
    await this.page.getByRole('button', { name: 'Sign in' }).click()
  }
}

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
export async function launchBrowser(): Promise<Browser> {
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
