import { type Browser, type BrowserServer, chromium } from 'playwright-core'
import { inject } from 'vitest'
import { findBrowser } from '../../tools/browser.mjs'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts the browser of a test run: the one of CHROME_PATH or the one that is found on this machine. */
export async function startBrowser(): Promise<BrowserServer> {
  const executablePath = process.env.CHROME_PATH ?? (await findBrowser())
  return chromium.launchServer({ executablePath, args: FLAGS, host: '127.0.0.1' })
}

/**
 * Connects a test file to the browser of the run. Closing the connection closes the file's contexts but not
 * the browser.
 */
export const connectBrowser = (): Promise<Browser> => chromium.connect(inject('browser'))
