import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { run } from './run.mjs'

/** The folder of package.json. */
export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)))

/** A problem the operator can solve: its message is one line, printed without a stack. */
export class Refusal extends Error {}

/**
 * Makes the project ready to run: packages installed, Node 24 found.
 *
 * @param {string} root
 * @returns {Promise<(args: string[], env?: NodeJS.ProcessEnv) => Promise<number>>} runs Node 24 in `root` with these
 *   arguments and additions to the environment, and returns its exit code; that process ends when this one is killed
 * @throws {Refusal} Node too old, packages not installable, no Node 24 for this platform
 */
export async function prepare(root) {
  if (majorOf(process.versions.node) < 20) {
    throw new Refusal(`Rooftree needs Node 20 or newer; this is Node ${process.versions.node}.`)
  }
  await ensureInstalled(root)
  const bin = join(root, 'node_modules', '.bin')
  const node = findNode24(bin)
  const guard = new URL('stop-with-parent.mjs', import.meta.url).href
  const base = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` }
  return async (args, env = {}) => {
    const { code } = await run(node, ['--import', guard, ...args], { cwd: root, env: { ...base, ...env } })
    return code
  }
}

/**
 * Runs `main` when its module is the program that was started (not when it is imported) and ends the process with the
 * code it returns; refusals are printed as they are.
 *
 * @param {string} moduleUrl `import.meta.url` of the caller
 * @param {() => Promise<number>} main
 */
export async function runAsProgram(moduleUrl, main) {
  if (!process.argv[1] || pathToFileURL(realpathSync(process.argv[1])).href !== moduleUrl) return
  // Under npm: npm killed means nobody is there to stop us. Started directly, a parent may leave (nohup).
  if (process.env.npm_lifecycle_event) await import('./stop-with-parent.mjs')
  try {
    process.exitCode = await main()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

async function ensureInstalled(root) {
  const lockFile = join(root, 'package-lock.json')
  const marker = join(root, 'node_modules', '.rooftree-lock')
  const hash = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
  const installed = join(root, 'node_modules', '.package-lock.json')
  if (existsSync(installed)) {
    if (existsSync(marker) && readFileSync(marker, 'utf8') === hash) return
    // Installed by hand after the lock file last changed: as good.
    if (statSync(installed).mtimeMs >= statSync(lockFile).mtimeMs) return writeFileSync(marker, hash)
  }
  console.log('Installing packages …')
  // What the lock file says and without touching it, like `npm ci`; but that refuses to run where a registry lacks the
  // optional packages of other platforms. devDependencies too, whatever NODE_ENV says: the web app is built here.
  const args = [
    'install',
    '--no-save',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const { code, output } = await run('npm', args, { cwd: root, quiet: true }).catch((error) => {
    throw new Refusal(`npm could not be run: ${error.message}`)
  })
  if (code !== 0) throw new Refusal(`${output.trim()}\nThe packages could not be installed: npm ended with ${code}.`)
  writeFileSync(marker, hash)
}

function findNode24(bin) {
  const packaged = join(bin, process.platform === 'win32' ? 'node.cmd' : 'node')
  const answer = spawnSync(packaged, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' })
  if (answer.status === 0 && majorOf(answer.stdout.slice(1)) >= 24) return packaged
  if (majorOf(process.versions.node) >= 24) return process.execPath
  throw new Refusal(
    `No packaged Node 24 for ${process.platform}-${process.arch}: install Node 24 (this is ${process.versions.node}) and start again.`,
  )
}

function majorOf(version) {
  return Number.parseInt(version, 10)
}
