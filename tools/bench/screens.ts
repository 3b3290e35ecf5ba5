import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../browser.mjs'
import type { Sides } from './comparisons.ts'
import { median } from './measure.ts'
import { amountLine, floorLine, type Line, skippedLine } from './result.ts'
import { sendOnce } from './wire.ts'

/** Options of Chromium that prevent work other than that of the page. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const TIMEOUT_MS = 30_000
/** The number of lines of the request in which keys are timed. */
const REQUEST_LINES = 100
const ROUNDS = 5
const KEYS_PER_ROUND = 40
/** A key may take at most this many times as long as in a plain page: 16 ms if that takes 2. */
export const MAX_KEY_RATIO = 8

/** Opens a page with a stored session, because only the screens are measured and not the sign-in. */
async function openPageSignedIn(
  browser: Browser,
  port: number,
  session: object,
  path: string,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US' })
  context.setDefaultTimeout(TIMEOUT_MS)
  await context.addInitScript(
    (text) => localStorage.setItem('rooftree.session', text),
    JSON.stringify(session),
  )
  await context.addInitScript(recordListTimes)
  const page = await context.newPage()
  await page.goto(`http://127.0.0.1:${port}/#${path}`)
  await page.locator('h1').first().waitFor()
  return page
}

declare global {
  interface Window {
    benchDataAt?: number
    benchUsableAt?: number
  }
}

/**
 * Runs in the page: records when the data of the list has arrived, and when its rows are displayed and the
 * page is idle.
 */
function recordListTimes(): void {
  const { fetch } = window
  window.fetch = async (...fetchArguments) => {
    const response = await fetch(...fetchArguments)
    if (!/GetProjectListQuery/i.test(response.url)) return response
    const body = await response.arrayBuffer()
    window.benchDataAt = performance.now()
    return new Response(body, response)
  }
  const look = () => {
    if (window.benchDataAt !== undefined && document.querySelectorAll('tbody tr').length > 1) {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => {
        window.benchUsableAt = performance.now()
      }
      channel.port2.postMessage(null)
    } else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Measures the table of all properties, opened in a new page in each round. */
async function measureTable(
  browser: Browser,
  port: number,
  session: object,
  properties: number,
): Promise<Line[]> {
  const title = `table of ${properties.toLocaleString('en-US')} rows`
  const times: number[] = []
  let rows = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await openPageSignedIn(browser, port, session, '/Projects')
    await page.waitForFunction(() => window.benchUsableAt !== undefined)
    times.push(await page.evaluate(() => window.benchUsableAt! - window.benchDataAt!))
    rows = Math.max(rows, await page.locator('tbody tr').count())
    await page.mouse.move(600, 600)
    for (let turn = 0; turn < 10; turn += 1) await page.mouse.wheel(0, 3000)
    rows = Math.max(rows, await page.locator('tbody tr').count())
    await page.context().close()
  }
  return [
    amountLine(
      `${title}, usable after its data`,
      300,
      median(times),
      'ms',
      `properties screen in Chromium, unthrottled; median of ${ROUNDS}`,
    ),
    amountLine(`${title}, rows in the page`, 60, rows, 'rows', 'the most seen, also while scrolling'),
  ]
}

/**
 * Returns the processor time that the main thread of the page takes for each key, in milliseconds, as the
 * browser counts it.
 */
export async function timeKeys(
  page: Page,
  keyAt = (index: number) => 'abcdefghij'[index % 10]!,
): Promise<number[]> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
  }
  const frames = () =>
    page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  const times: number[] = []
  for (let index = 0; index < KEYS_PER_ROUND; index += 1) {
    await frames()
    const before = await busy()
    await frames()
    const idle = (await busy()) - before
    const start = await busy()
    await page.keyboard.press(keyAt(index))
    await frames()
    times.push((await busy()) - start - idle)
  }
  await session.detach()
  return times
}

/**
 * Measures keys in the middle line of a request with many lines, compared with a page that has only one box.
 */
async function measureKeys(browser: Browser, port: number, session: object, path: string): Promise<Line[]> {
  const page = await openPageSignedIn(browser, port, session, path)
  const box = page.getByLabel(`Description of work, Item ${REQUEST_LINES / 2}`, { exact: true })
  if ((await box.count()) === 0 && !(await waitUntilVisible(box))) {
    await page.context().close()
    return [
      skippedLine(
        `keystroke in a request of ${REQUEST_LINES} lines`,
        `≤ ${MAX_KEY_RATIO}×`,
        'the form does not show its lines',
      ),
    ]
  }
  await box.click()
  const portal = await timeKeys(page)
  await page.goto('data:text/html,<input autofocus>')
  await page.locator('input').click()
  const plain = await timeKeys(page)
  await page.context().close()
  const description = `processor time of the page for one key, script, style and paint, to that of a plain page with one box; median of ${KEYS_PER_ROUND}, worst ${Math.max(...portal).toFixed(0)} ms`
  const medians = { value: median(portal), floor: median(plain), unit: 'ms' }
  return [floorLine(`keystroke in a request of ${REQUEST_LINES} lines`, MAX_KEY_RATIO, medians, description)]
}

const waitUntilVisible = (box: ReturnType<Page['getByLabel']>): Promise<boolean> =>
  box.waitFor({ timeout: 10_000 }).then(
    () => true,
    () => false,
  )

type Draft = { replacementReserveRequestId: number; propertyId: number }

/** Saves a request with many lines for a property of the company, without submitting it. */
async function saveDraftRequest({ world, portal }: Sides, token: string): Promise<Draft> {
  const result = await world.owner.query<{ id: number }>(
    `select property_id as id from permission join app_user using (user_id) join property using (property_id)
     where user_name = 'company.user' and key = 'Replacement_Reserve' and write and status_id = 0 and monitored_for_reserves limit 1`,
  )
  const items = Array.from({ length: REQUEST_LINES }, (_, index) => ({
    clientKey: crypto.randomUUID(),
    categoryId: 1 + (index % 12),
    descriptionOfWork: `Work ${index}`,
    location: `Unit ${index}`,
    vendorId: 1 + (index % 50),
    invoiceNumber: `L-${index}`,
    invoiceDate: new Date().toISOString().slice(0, 10),
    claimedAmount: 20 + index / 100,
  }))
  const request = {
    replacementReserveRequestId: 0,
    propertyId: result.rows[0]!.id,
    requestType: 'Reimbursement',
    clientKey: crypto.randomUUID(),
  }
  const path = '/api/ReplacementReserve/SaveReplacementProgress'
  return sendOnce<Draft>(portal.port, { method: 'POST', path, token, body: { request, items } })
}

/** Measures the screens in a real browser with the built app. */
export async function measureScreens(sides: Sides, password: string): Promise<Line[]> {
  const { port } = sides.portal
  const loadSession = (userName: string) =>
    sendOnce<{ token: string }>(port, {
      method: 'POST',
      path: '/api/users/authenticate',
      body: { userName, password },
    })
  const [agency, company] = [await loadSession('agency.read'), await loadSession('company.user')]
  const draft = await saveDraftRequest(sides, company.token)
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_FLAGS })
  try {
    return [
      ...(await measureTable(browser, port, agency, sides.world.properties)),
      ...(await measureKeys(
        browser,
        port,
        company,
        `/ReplacementReserve/${draft.replacementReserveRequestId}/${draft.propertyId}`,
      )),
    ]
  } finally {
    await browser.close()
  }
}
