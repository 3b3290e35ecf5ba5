import type { BrowserContext, Page, Request } from 'playwright-core'
import { PASSWORD } from '#tests/fixture.ts'

/** Longest wait for anything on a page, in milliseconds. */
export const PATIENCE = 20_000

/** Somebody at a computer of their own: a browser context with its own storage, and its first page. */
export class Visitor {
  readonly context: BrowserContext
  readonly page: Page
  private readonly address: string
  private faults: string[] = []
  private tolerated: RegExp[] = []
  private readonly unanswered = new Set<Request>()
  private whenAnswered: () => void = () => undefined

  constructor(context: BrowserContext, page: Page, address: string) {
    this.context = context
    this.page = page
    this.address = address
    context.on('page', (page) => this.watch(page))
    this.watch(page)
  }

  /**
   * Everything a page complains of: console errors, uncaught errors, requests without an answer or with a
   * 5xx.
   */
  private watch(page: Page): void {
    page.on('console', (message) => {
      if (message.type() === 'error') this.note(`console: ${message.text()} ${message.location().url}`)
    })
    page.on('pageerror', (error) => this.note(`uncaught: ${error.message}`))
    page.on('request', (request) => {
      // A stream stays open.
      if (!request.url().includes('/api/events')) this.unanswered.add(request)
    })
    page.on('requestfinished', (request) => this.wasAnswered(request))
    page.on('requestfailed', (request) => {
      this.wasAnswered(request)
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

  private wasAnswered(request: Request): void {
    this.unanswered.delete(request)
    if (this.unanswered.size === 0) this.whenAnswered()
  }

  /** Waits until everything the pages have asked for is answered. */
  async answered(): Promise<void> {
    while (this.unanswered.size > 0)
      await new Promise<void>((resolve) => {
        this.whenAnswered = resolve
      })
  }

  /**
   * Waits until what was begun has come to its end: nothing asked for is unanswered, and what came is drawn.
   */
  async rests(): Promise<void> {
    for (let round = 0; round < 3; round += 1) {
      await this.answered()
      await this.page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
    }
  }

  /** From now on, faults that match are part of the play. */
  tolerate(...patterns: RegExp[]): void {
    this.tolerated.push(...patterns)
  }

  /** The faults nobody foresaw, which are then forgotten. */
  takeFaults(): string[] {
    const matchingFaults = this.faults.filter(
      (fault) => !this.tolerated.some((pattern) => pattern.test(fault)),
    )
    this.faults = []
    return matchingFaults
  }

  /** Opens a path with something in the browser's storage before the app runs. */
  async visitWith(name: string, value: string, path: string): Promise<void> {
    const script = await this.page.addInitScript(
      ([key, text]) => {
        if (location.protocol.startsWith('http')) localStorage.setItem(key, text)
      },
      [name, value] as const,
    )
    await this.visit(path)
    await script.dispose()
  }

  /** Opens a path of the app as a link from elsewhere would: the page loads anew. */
  async visit(path: string, page = this.page): Promise<void> {
    // From a page of the app another hash alone would not load it anew.
    if (page.url() !== 'about:blank') await page.goto('about:blank')
    await page.goto(`${this.address}/#${path}`)
    await this.settled(page)
  }

  /**
   * Takes the clock of the page into the test's hands, on an empty page: a running screen would see the year
   * 1970 for a moment. The next call is `visit` or `signIn`.
   */
  async takeClock(): Promise<void> {
    await this.page.goto('about:blank')
    await this.page.clock.install()
  }

  /** Goes to a path within the running app, as a link in it would, and arrives at `goal`. */
  async go(path: string, goal: string | RegExp = path): Promise<void> {
    if (this.path() === goal) {
      await this.visit(path)
      return this.arrives(goal)
    }
    // The screen before stays until the next one is ready: its heading is known by this mark.
    await this.page.evaluate((hash) => {
      for (const heading of document.querySelectorAll('h1')) heading.setAttribute('data-left', '')
      location.hash = hash
    }, path)
    await this.arrives(goal)
  }

  /**
   * Waits until a screen stands there: its heading, and no skeleton in the place of what is still being
   * fetched.
   */
  async settled(page = this.page): Promise<void> {
    await this.arrives(/^/, page)
  }

  /**
   * Waits until the address is this path of the app, or fits it, and its screen stands there; how its lists
   * are set is left aside.
   */
  async arrives(path: string | RegExp, page = this.page): Promise<void> {
    const goal = typeof path === 'string' ? { path, pattern: '', flags: '' } : toPattern(path)
    await page.waitForFunction(isStanding, goal).catch(async (reason: unknown) => {
      throw new Error(`${path} is not reached. ${await this.pending(page)}`, { cause: reason })
    })
  }

  /** In words, what somebody sees who waits in vain, and what was asked for and is not answered. */
  private async pending(page: Page): Promise<string> {
    const pageState = await page.evaluate(() => {
      const headings = [...document.querySelectorAll('h1')].map(
        (element) =>
          `"${element.textContent}"${element.hasAttribute('data-left') ? ' (of the screen before)' : ''}`,
      )
      const busy = [...document.querySelectorAll('[aria-busy=true]')].map((element) =>
        element.outerHTML.slice(0, 200),
      )
      const dialogs = [...document.querySelectorAll('[role=dialog]')].map((element) =>
        element.textContent?.slice(0, 200),
      )
      return `Headings: ${headings.join(', ')}; busy: ${busy.join(', ')}; dialogs: ${dialogs.join(', ')}`
    })
    const unanswered = [...this.unanswered].map((request) => request.url())
    return `At ${page.url()}. ${pageState}; unanswered: ${unanswered.join(', ')}; faults: ${this.faults.join(', ')}`
  }

  /** The path within the app. */
  path(page = this.page): string {
    return new URL(page.url()).hash.slice(1)
  }

  /** Signs in on the form; the person then stands at `path`. */
  async signIn(userName: string, path = '/Account'): Promise<void> {
    await this.visit(`/login/${encodeURIComponent(path)}`)
    await this.fillSignIn(userName)
    await this.page.getByLabel('User name').waitFor({ state: 'detached' })
    await this.arrives(/^(?!\/login)/i)
  }

  /** Fills the sign-in form that is on the screen and sends it. */
  async fillSignIn(userName: string, password = PASSWORD): Promise<void> {
    await this.page.getByLabel('User name').fill(userName)
    await this.page.getByLabel('Password', { exact: true }).fill(password)
    await this.page.getByRole('button', { name: 'Sign in' }).click()
  }
}

/**
 * An address to arrive at: a path, with its question mark or without what comes behind it, or else a pattern.
 */
type Goal = { path: string; pattern: string; flags: string }

const toPattern = ({ source, flags }: RegExp): Goal => ({ path: '', pattern: source, flags })

/** Runs in the page: whether the screen of an address stands there, with nothing left of the one before. */
function isStanding({ path, pattern, flags }: Goal): boolean {
  const hash = location.hash.slice(1)
  const address = `${path}${pattern}`.includes('?') ? hash : (hash.split('?')[0] ?? '')
  if (pattern ? !new RegExp(pattern, flags).test(address) : address !== path) return false
  const headings = [...document.querySelectorAll('h1')].filter((heading) => heading.checkVisibility())
  const isNew = headings.length > 0 && !headings.some((heading) => heading.hasAttribute('data-left'))
  return isNew && !document.querySelector('[aria-busy=true]')
}
