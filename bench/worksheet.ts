import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { type Browser, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { findBrowser } from '../scripts/browser.mjs'
import { median } from './measure.ts'
import { amountLine, floorLine, type Line } from './result.ts'
import { FLAGS, keyTimes, MOST_PLAIN_KEYS } from './screens.ts'

const ROUNDS = 5
const OPEN_MS = 400
const SIZE = '120 lines × 14 columns'
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** The page of `bench/worksheetPage` as it is built, at an address of its own. */
async function servePage(): Promise<{ address: string; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'rooftree-worksheet-'))
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'worksheetPage'),
    plugins: [react()],
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
  })
  const server = createServer(async (request, response) => {
    const name = new URL(request.url ?? '/', 'http://localhost').pathname.replace(/\/$/, '/index.html')
    const body = await readFile(join(folder, name)).catch(() => null)
    if (body) response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' })
    else response.writeHead(404)
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function opened(browser: Browser, address: string): Promise<{ page: Page; time: number }> {
  const context = await browser.newContext({ viewport: { width: 1600, height: 900 }, locale: 'en-US' })
  const page = await context.newPage()
  await page.goto(address)
  await page.waitForFunction(() => 'openWorksheet' in window)
  return { page, time: await page.evaluate(() => window.openWorksheet()) }
}

/**
 * A worksheet of a statement's greatest size: opening it, and keys that type and enter a figure in its
 * middle.
 */
export async function measureWorksheet(): Promise<Line[]> {
  const served = await servePage()
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: FLAGS })
  try {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const { page, time } = await opened(browser, served.address)
      times.push(time)
      await page.context().close()
    }
    const { page } = await opened(browser, served.address)
    await page.locator('[data-line="60"][data-column="5"]').click()
    // A digit opens the cell, Enter enters it and goes down, an arrow comes back: one in three reckons the
    // sheet anew.
    const keys = await keyTimes(page, (index) => [String(1 + (index % 8)), 'Enter', 'ArrowUp'][index % 3]!)
    const matchingKeys = keys.filter((_, index) => index % 3 === 1)
    await page.goto('data:text/html,<input autofocus>')
    await page.locator('input').click()
    const plain = median(await keyTimes(page, (index) => String(index % 10)))
    const how = (samples: readonly number[]) =>
      `processor time of the page for one key, script, style and paint, to that of a plain page with one box; median of ${samples.length}, worst ${Math.max(...samples).toFixed(0)} ms`
    return [
      amountLine(
        `opening a worksheet of ${SIZE}`,
        OPEN_MS,
        median(times),
        'ms',
        `statement within its form with tie-outs beside, drawn anew in Chromium, unthrottled; median of ${ROUNDS}`,
      ),
      floorLine(
        `keystroke in a worksheet of ${SIZE}`,
        MOST_PLAIN_KEYS,
        { found: median(keys), floor: plain, unit: 'ms' },
        how(keys),
      ),
      floorLine(
        `entering a figure in a worksheet of ${SIZE}`,
        MOST_PLAIN_KEYS,
        { found: median(matchingKeys), floor: plain, unit: 'ms' },
        how(matchingKeys),
      ),
    ]
  } finally {
    await browser.close()
    await served.close()
  }
}
