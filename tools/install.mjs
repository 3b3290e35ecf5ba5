import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { run } from './run.mjs'

/** The folder that contains package.json. */
export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)))

/** A problem that the operator can solve. Its message is one line and is printed without a stack trace. */
export class Refusal extends Error {
  constructor(message, code = 1) {
    super(message)
    this.code = code
  }
}

const KNOWN_PROBLEMS = [
  [/ENOSPC/, 'There is no space left on the disk. '],
  [/EACCES|EPERM|EROFS/, 'A folder is not writable. '],
  [/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH/, 'The package registry does not answer. '],
]

/**
 * Prepares the project for running: installs its packages and finds Node 24.
 *
 * @param {string} root
 * @param {{ tools?: boolean }} [options] tools: also install devDependencies, for tests and checks
 * @returns {Promise<(args: string[], env?: NodeJS.ProcessEnv) => Promise<number>>} runs Node 24 in `root` with these
 *   arguments and additions to the environment, and returns its exit code; that process ends when this one is killed
 * @throws {Refusal} Node too old, packages not installable, no Node 24 for this platform
 */
export async function prepare(root, { tools = false } = {}) {
  if (getMajorVersion(process.versions.node) < 20) {
    throw new Refusal(`Rooftree needs Node 20 or newer; this is Node ${process.versions.node}.`)
  }
  await ensureInstalled(root, tools)
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
 * Runs `main` if its module is the program that was started (not if it was imported) and ends the process with the
 * code it returns. For a refusal, only its message is printed.
 *
 * @param {string} moduleUrl `import.meta.url` of the caller
 * @param {() => Promise<number>} main
 */
export async function runAsProgram(moduleUrl, main) {
  if (!process.argv[1] || pathToFileURL(realpathSync(process.argv[1])).href !== moduleUrl) return
  // Under npm, this process must end if npm was killed, because no one else would stop it. Started directly,
  // it may outlive its parent (nohup).
  if (process.env.npm_lifecycle_event) await import('./stop-with-parent.mjs')
  try {
    process.exitCode = await main()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(error.message)
    process.exitCode = error.code
  }
}

async function ensureInstalled(root, tools) {
  const lockFile = join(root, 'package-lock.json')
  const marker = join(root, 'node_modules', '.rooftree-lock')
  const hash = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
  const unfinished = join(root, 'node_modules', '.rooftree-unfinished')
  const installed = join(root, 'node_modules', '.package-lock.json')
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'))
  const ofTools = Object.keys(packages[''].devDependencies ?? {}).filter(
    (name) => packages[`node_modules/${name}`]?.dev,
  )
  const isThere = (name) => existsSync(join(root, 'node_modules', name))
  if (existsSync(installed) && !existsSync(unfinished) && (!tools || ofTools.every(isThere))) {
    if (existsSync(marker) && readFileSync(marker, 'utf8') === hash) return
    // If packages were installed by hand after the last change of the lock file, they are accepted.
    if (statSync(installed).mtimeMs >= statSync(lockFile).mtimeMs) return writeMarker(marker, hash)
  }
  if (!isWritable(root))
    throw new Refusal(`Packages are to be installed, and the folder ${root} is not writable.`)
  // npm accepts a package that was only partly written, so an unfinished installation is removed first.
  // Installed tools remain installed.
  const withTools = tools || ofTools.some(isThere)
  if (existsSync(unfinished)) rmSync(dirname(unfinished), { recursive: true })
  mkdirSync(dirname(unfinished), { recursive: true })
  writeFileSync(unfinished, '')
  await install(root, packages, withTools)
  rmSync(unfinished)
  writeMarker(marker, hash)
}

async function install(root, packages, tools) {
  // Installs the locked versions without changing the lock file, like `npm ci`. But `npm ci` fails if a
  // registry lacks the optional packages of other platforms. NODE_ENV is overridden by the options.
  const args = [
    'install',
    '--no-save',
    tools ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  // npm is killed at once on a stop, because a graceful stop would finish the installation and then undo it.
  const running = run('npm', args, { cwd: root, quiet: true, abrupt: true })
  const progress = showProgress('Installing packages', root, getExpectedFolders(packages, tools))
  const { code, output, stopped } = await running
    .catch((error) => {
      throw new Refusal(`npm could not be run: ${error.message}`)
    })
    .finally(() => progress.end())
  if (stopped) throw new Refusal('Stopped. The next start installs again.', stopped)
  if (code === 0) return
  const problem = KNOWN_PROBLEMS.find(([pattern]) => pattern.test(output))?.[1]
  throw new Refusal(
    `${problem ?? `${output.trim()}\n`}The packages could not be installed: npm ended with ${code}.`,
  )
}

/** The folders of the packages that npm installs on this machine, without those of other platforms. */
function getExpectedFolders(packages, tools) {
  const isAllowed = (list, value) =>
    !list || list.includes(value) || (list[0].startsWith('!') && !list.includes(`!${value}`))
  return Object.entries(packages)
    .filter(
      ([path, one]) =>
        path.startsWith('node_modules/') && !one.link && (tools || !one.dev) && (!one.optional || one.os),
    )
    .filter(
      ([, one]) =>
        isAllowed(one.os, process.platform) &&
        isAllowed(one.cpu, process.arch) &&
        isAllowed(one.libc, 'glibc'),
    )
    .map(([path]) => path)
}

/**
 * Shows how many packages are installed, now and regularly: in one changing line on a terminal, or a new line
 * every 10 seconds in a log.
 */
function showProgress(what, root, paths) {
  const startTime = Date.now()
  const getSeconds = () => Math.round((Date.now() - startTime) / 1000)
  const count = () => paths.filter((path) => existsSync(join(root, path, 'package.json'))).length
  const live = process.stdout.isTTY
  const show = (text, last) => process.stdout.write(live ? `\r\x1b[K${text}${last ? '\n' : ''}` : `${text}\n`)
  show(`${what}: ${paths.length}, once …`, false)
  const timer = setInterval(
    () => show(`${what}: ${count()} of ${paths.length}, ${getSeconds()} s …`, false),
    live ? 1000 : 10_000,
  )
  return {
    end() {
      clearInterval(timer)
      show(`${what}: ${count()} of ${paths.length}, ${getSeconds()} s.`, true)
    },
  }
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Writes the marker if the folder is writable. If it belongs to another user, the next start checks again.
 */
function writeMarker(marker, hash) {
  if (isWritable(dirname(marker))) writeFileSync(marker, hash)
}

function findNode24(bin) {
  const packaged = join(bin, process.platform === 'win32' ? 'node.cmd' : 'node')
  const answer = spawnSync(packaged, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' })
  if (answer.status === 0 && getMajorVersion(answer.stdout.slice(1)) >= 24) return packaged
  if (getMajorVersion(process.versions.node) >= 24) return process.execPath
  throw new Refusal(
    `No packaged Node 24 for ${process.platform}-${process.arch}: install Node 24 (this is ${process.versions.node}) and start again.`,
  )
}

function getMajorVersion(version) {
  return Number.parseInt(version, 10)
}
