import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { type Browser, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { findBrowser } from '../browser.mjs'
import { median } from './measure.ts'
import { amountLine, floorLine, type Line } from './result.ts'
import { BROWSER_FLAGS, MAX_KEY_RATIO, timeKeys } from './screens.ts'

const ROUNDS = 5
const MAX_OPEN_MS = 400
const SIZE_LABEL = '120 lines × 14 columns'
const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

/** Builds and serves the page of `tools/bench/worksheetPage`. */
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
    if (body)
      response.writeHead(200, { 'content-type': CONTENT_TYPES[extname(name)] ?? 'application/octet-stream' })
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

/** Opens the page and returns the milliseconds until the worksheet is usable. */
async function openPage(browser: Browser, address: string): Promise<{ page: Page; time: number }> {
  const context = await browser.newContext({ viewport: { width: 1600, height: 900 }, locale: 'en-US' })
  const page = await context.newPage()
  await page.goto(address)
  await page.waitForFunction(() => 'openWorksheet' in window)
  return { page, time: await page.evaluate(() => window.openWorksheet()) }
}

/**
 * Measures a worksheet of the largest size of a statement: opening it, and keys that type and enter a figure
 * in its middle.
 */
export async function measureWorksheet(): Promise<Line[]> {
  const served = await servePage()
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_FLAGS })
  try {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const { page, time } = await openPage(browser, served.address)
      times.push(time)
      await page.context().close()
    }
    const { page } = await openPage(browser, served.address)
    await page.locator('[data-line="60"][data-column="5"]').click()
    // A digit opens the cell, Enter stores it and goes down, and an arrow goes back up. So one key in three
    // makes the sheet compute its totals.
    const keys = await timeKeys(page, (index) => [String(1 + (index % 8)), 'Enter', 'ArrowUp'][index % 3]!)
    const enterKeys = keys.filter((_, index) => index % 3 === 1)
    await page.goto('data:text/html,<input autofocus>')
    await page.locator('input').click()
    const plain = median(await timeKeys(page, (index) => String(index % 10)))
    const description = (samples: readonly number[]) =>
      `processor time of the page for one key, script, style and paint, to that of a plain page with one box; median of ${samples.length}, worst ${Math.max(...samples).toFixed(0)} ms`
    return [
      amountLine(
        `opening a worksheet of ${SIZE_LABEL}`,
        MAX_OPEN_MS,
        median(times),
        'ms',
        `statement within its form with tie-outs beside, drawn anew in Chromium, unthrottled; median of ${ROUNDS}`,
      ),
      floorLine(
        `keystroke in a worksheet of ${SIZE_LABEL}`,
        MAX_KEY_RATIO,
        { value: median(keys), floor: plain, unit: 'ms' },
        description(keys),
      ),
      floorLine(
        `entering a figure in a worksheet of ${SIZE_LABEL}`,
        MAX_KEY_RATIO,
        { value: median(enterKeys), floor: plain, unit: 'ms' },
        description(enterKeys),
      ),
    ]
  } finally {
    await browser.close()
    await served.close()
  }
}
