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

/** The folder of package.json. */
export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)))

/** A problem the operator can solve: its message is one line, printed without a stack. */
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
 * Makes the project ready to run: packages installed, Node 24 found.
 *
 * @param {string} root
 * @param {{ tools?: boolean }} [options] tools: with what tests and checks alone need (devDependencies)
 * @returns {Promise<(args: string[], env?: NodeJS.ProcessEnv) => Promise<number>>} runs Node 24 in `root` with these
 *   arguments and additions to the environment, and returns its exit code; that process ends when this one is killed
 * @throws {Refusal} Node too old, packages not installable, no Node 24 for this platform
 */
export async function prepare(root, { tools = false } = {}) {
  if (majorOf(process.versions.node) < 20) {
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
    // Installed by hand after the lock file last changed: as good.
    if (statSync(installed).mtimeMs >= statSync(lockFile).mtimeMs) return note(marker, hash)
  }
  if (!isWritable(root))
    throw new Refusal(`Packages are to be installed, and the folder ${root} is not writable.`)
  // Of a package that was written half npm sees only that it is there. Tools that are there are kept.
  const withTools = tools || ofTools.some(isThere)
  if (existsSync(unfinished)) rmSync(dirname(unfinished), { recursive: true })
  mkdirSync(dirname(unfinished), { recursive: true })
  writeFileSync(unfinished, '')
  await install(root, packages, withTools)
  rmSync(unfinished)
  note(marker, hash)
}

async function install(root, packages, tools) {
  // What the lock file says and without touching it, like `npm ci`; but that refuses to run where a registry lacks the
  // optional packages of other platforms. Nothing is left to NODE_ENV.
  const args = [
    'install',
    '--no-save',
    tools ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  // Told to stop npm would go on to the end and then take everything back.
  const running = run('npm', args, { cwd: root, quiet: true, abrupt: true })
  const progress = showProgress('Installing packages', root, expected(packages, tools))
  const { code, output, stopped } = await running
    .catch((error) => {
      throw new Refusal(`npm could not be run: ${error.message}`)
    })
    .finally(() => progress.end())
  if (stopped) throw new Refusal('Stopped. The next start installs again.', stopped)
  if (code === 0) return
  const known = KNOWN_PROBLEMS.find(([pattern]) => pattern.test(output))?.[1]
  throw new Refusal(
    `${known ?? `${output.trim()}\n`}The packages could not be installed: npm ended with ${code}.`,
  )
}

/** The folders of the packages that npm will have installed on this machine, those of other platforms left out. */
function expected(packages, tools) {
  const fits = (list, value) =>
    !list || list.includes(value) || (list[0].startsWith('!') && !list.includes(`!${value}`))
  return Object.entries(packages)
    .filter(
      ([path, one]) =>
        path.startsWith('node_modules/') && !one.link && (tools || !one.dev) && (!one.optional || one.os),
    )
    .filter(
      ([, one]) => fits(one.os, process.platform) && fits(one.cpu, process.arch) && fits(one.libc, 'glibc'),
    )
    .map(([path]) => path)
}

/** Says at once, and again and again, how many packages are there: on a terminal in one line, in a log now and then. */
function showProgress(what, root, paths) {
  const begun = Date.now()
  const seconds = () => Math.round((Date.now() - begun) / 1000)
  const count = () => paths.filter((path) => existsSync(join(root, path, 'package.json'))).length
  const live = process.stdout.isTTY
  const show = (text, last) => process.stdout.write(live ? `\r\x1b[K${text}${last ? '\n' : ''}` : `${text}\n`)
  show(`${what}: ${paths.length}, once …`, false)
  const timer = setInterval(
    () => show(`${what}: ${count()} of ${paths.length}, ${seconds()} s …`, false),
    live ? 1000 : 10_000,
  )
  return {
    end() {
      clearInterval(timer)
      show(`${what}: ${count()} of ${paths.length}, ${seconds()} s.`, true)
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

/** In a folder of somebody else's, installed by hand, the next start looks again. */
function note(marker, hash) {
  if (isWritable(dirname(marker))) writeFileSync(marker, hash)
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
