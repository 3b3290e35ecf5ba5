import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackage, packageManager } from './apt.mjs'
import { projectRoot, Refusal, runAsProgram } from './install.mjs'
import { installNpmChromium, npmChromium } from './npm-chromium.mjs'

/**
 * The headless shell is preferred: it draws no windows, and the tests take only three quarters of the time.
 */
const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome']
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Finds a Chrome or Chromium for the browser tests: the one of CHROME_PATH, else an installed one, else Debian's if
 * packages can be installed, else one from npm, else Playwright's download.
 *
 * @param {{ installed?: string[] }} [options] installed: the paths to search instead of the usual ones
 * @returns {Promise<string>} path of a browser that runs
 * @throws {Refusal} with the attempts it made
 */
export async function findBrowser({ installed = listUsualPaths() } = {}) {
  const named = process.env.CHROME_PATH
  if (named) {
    if (isRunnable(named)) return named
    throw new Refusal(`CHROME_PATH names ${named}, which is not a browser that runs.`)
  }
  const present = installed.find(isRunnable)
  if (present) return present
  const { chromium } = await import('playwright-core')
  const fetched = [npmChromium, chromium.executablePath()].find(isRunnable)
  if (fetched) return fetched
  const tried = ['no Chrome or Chromium is installed']
  for (const [path, installBrowser] of [
    [`/usr/bin/${SHELL}`, () => fromDebian(SHELL)],
    ['/usr/bin/chromium', () => fromDebian('chromium')],
    [npmChromium, fromNpm],
    [chromium.executablePath(), fromPlaywright],
  ]) {
    const problem = installBrowser()
    if (isRunnable(path)) return path
    tried.push(problem ?? `${path} does not run`)
  }
  throw new Refusal(
    `No browser for the browser tests (${tried.join('; ')}): install Chromium or set CHROME_PATH.`,
  )
}

/** Installs a browser from Debian and returns the error, or null. */
function fromDebian(name) {
  const manager = packageManager()
  if (!manager) return 'Debian packages cannot be installed here'
  console.log(`Installing ${name} …`)
  const problem = installPackage(manager, name)
  return problem && `apt-get: ${problem}`
}

function fromNpm() {
  console.log('Fetching Chromium by npm …')
  const problem = installNpmChromium()
  return problem && `npm: ${problem}`
}

function fromPlaywright() {
  console.log('Downloading Chromium …')
  const program = join(projectRoot, 'node_modules', 'playwright-core', 'cli.js')
  const answer = spawnSync(process.execPath, [program, 'install', 'chromium'], { encoding: 'utf8' })
  if (answer.status === 0) return null
  const errorText = `${answer.stderr ?? ''}`.trim().split('\n')[0]
  return `Playwright's download does not run here${errorText ? `: ${errorText}` : ''}`
}

/**
 * Whether this is a browser that can print its version. Ubuntu's chromium-browser may be a stub that only
 * points to snap.
 */
function isRunnable(path) {
  return existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0
}

function listUsualPaths() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...PLACES]
}

await runAsProgram(import.meta.url, async () => {
  console.log(await findBrowser())
  return 0
})
