import { type ChildProcess, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { WEB_FOLDER } from '../web-hash.mjs'
import { median } from './measure.ts'
import { amountLine, floorLine, type Line } from './result.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const TIMEOUT_MS = 300_000

/** Returns the seconds of the first start of an installed clone, without data and without a built web app. */
export async function timeFirstStart(dataFolder: string, options: readonly string[]): Promise<number> {
  await rm(join(ROOT, WEB_FOLDER, '.hash'), { force: true })
  return timeStart(dataFolder, options)
}

/** Starts the portal as `npm start` does, and stops it again. Returns the seconds until it reported ready. */
async function timeStart(dataFolder: string, options: readonly string[]): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, [join(ROOT, 'tools', 'start.mjs'), ...options], {
    cwd: ROOT,
    // People start it without these variables. Vite has set NODE_ENV=production here when it built the web
    // app.
    env: { ...process.env, DATA_FOLDER: dataFolder, PORT: '0', DATABASE_URL: undefined, NODE_ENV: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await waitUntilReady(child)
  const seconds = (performance.now() - started) / 1000
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
  return seconds
}

function waitUntilReady(child: ChildProcess): Promise<void> {
  let output = ''
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS)
    const readOutput = (chunk: Buffer) => {
      output += chunk.toString()
      if (!output.includes('ready at')) return
      clearTimeout(timeout)
      resolve()
    }
    child.stdout?.on('data', readOutput)
    child.stderr?.on('data', readOutput)
    child.once('exit', (code) => {
      clearTimeout(timeout)
      reject(new Error(`The portal ended with ${code} instead of starting: ${output.slice(-500)}`))
    })
  })
}

/** Returns the line of the start with an empty folder. */
export const firstStartLine = (seconds: number): Line =>
  amountLine(
    'first start, with the demonstration',
    30,
    seconds,
    's',
    'from `npm start` to “ready at”, packages installed, the web app not built yet',
  )

/** Measures three starts with the data folder in its state after the benchmark. */
export async function measureLaterStart(dataFolder: string): Promise<Line> {
  const seconds: number[] = []
  for (let round = 0; round < 3; round += 1) seconds.push(await timeStart(dataFolder, []))
  return amountLine(
    'start on existing data',
    3,
    median(seconds),
    's',
    `median of ${seconds.length}, on all data of this run`,
  )
}

/** Checks the types of a program. Returns the seconds, and whether it has faults. */
async function typeCheck(args: readonly string[]): Promise<{ seconds: number; hasFaults: boolean }> {
  const started = performance.now()
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  const child = spawn(process.execPath, [compiler, '--noEmit', ...args], { cwd: ROOT, stdio: 'ignore' })
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { seconds: (performance.now() - started) / 1000, hasFaults: code !== 0 }
}

/**
 * The compiler arguments of a program that changes only with its libraries: the declarations of three of
 * them.
 */
const FIXED_PROGRAM = [
  ...['--ignoreConfig', '--strict', '--skipLibCheck', 'false', '--module', 'nodenext', '--target', 'es2024'],
  ...['--lib', 'es2024,dom,dom.iterable', '--types', 'node'],
  ...['kysely/dist/index.d.ts', 'zod/v4/index.d.ts', 'fastify/fastify.d.ts'].map(
    (path) => `node_modules/${path}`,
  ),
]
/** The repository may take at most this many times as long as the fixed program: 12 s if that takes 1.2. */
const MAX_RATIO_TO_FIXED_PROGRAM = 10
const ROUNDS = 3

/** Checks the types of the whole repository and of the fixed program in turns. */
export async function measureTypeCheck(): Promise<Line> {
  const repository: number[] = []
  const floor: number[] = []
  let faulty = false
  for (let round = 0; round < ROUNDS; round += 1) {
    const fixed = await typeCheck(FIXED_PROGRAM)
    const portal = await typeCheck(['-p', ROOT])
    floor.push(fixed.seconds)
    repository.push(portal.seconds)
    faulty ||= portal.hasFaults || fixed.hasFaults
  }
  const description = `the whole repository to the declarations of three libraries; medians of ${ROUNDS}${faulty ? '; it has faults' : ''}`
  const medians = { value: median(repository), floor: median(floor), unit: 's' }
  return floorLine('type check', MAX_RATIO_TO_FIXED_PROGRAM, medians, description)
}
