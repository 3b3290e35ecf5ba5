import { type ChildProcess, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { WEB_FOLDER } from '../scripts/web-hash.mjs'
import { median } from './measure.ts'
import { amountLine, floorLine, type Line } from './result.ts'

const ROOT = join(import.meta.dirname, '..')
const PATIENCE_MS = 300_000

/** The first start of an installed clone: no data, and the web app not built. */
export async function firstStartSeconds(dataFolder: string, options: readonly string[]): Promise<number> {
  await rm(join(ROOT, WEB_FOLDER, '.hash'), { force: true })
  return startSeconds(dataFolder, options)
}

/** Starts the portal as `npm start` does, and stops it again; seconds until it said it was ready. */
async function startSeconds(dataFolder: string, options: readonly string[]): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, [join(ROOT, 'scripts', 'start.mjs'), ...options], {
    cwd: ROOT,
    // As people start it, who set none of these; Vite, which built the web app here, has left
    // NODE_ENV=production behind.
    env: { ...process.env, DATA_FOLDER: dataFolder, PORT: '0', DATABASE_URL: undefined, NODE_ENV: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await ready(child)
  const seconds = (performance.now() - started) / 1000
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
  return seconds
}

function ready(child: ChildProcess): Promise<void> {
  let output = ''
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
    const take = (chunk: Buffer) => {
      output += chunk.toString()
      if (!output.includes('ready at')) return
      clearTimeout(patience)
      resolve()
    }
    child.stdout?.on('data', take)
    child.stderr?.on('data', take)
    child.once('exit', (code) => {
      clearTimeout(patience)
      reject(new Error(`The portal ended with ${code} instead of starting: ${output.slice(-500)}`))
    })
  })
}

/** The line for the start on an empty folder. */
export const firstStartLine = (seconds: number): Line =>
  amountLine(
    'first start, with the demonstration',
    30,
    seconds,
    's',
    'from `npm start` to “ready at”, packages installed, the web app not built yet',
  )

/** Starts three times on the data folder as the benchmark has left it. */
export async function measureLaterStart(dataFolder: string): Promise<Line> {
  const seconds: number[] = []
  for (let round = 0; round < 3; round += 1) seconds.push(await startSeconds(dataFolder, []))
  return amountLine(
    'start on existing data',
    3,
    median(seconds),
    's',
    `median of ${seconds.length}, on all data of this run`,
  )
}

/** Checks the types of a program; answers seconds and whether it has faults. */
async function typeCheck(args: readonly string[]): Promise<{ seconds: number; faulty: boolean }> {
  const started = performance.now()
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  const child = spawn(process.execPath, [compiler, '--noEmit', ...args], { cwd: ROOT, stdio: 'ignore' })
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { seconds: (performance.now() - started) / 1000, faulty: code !== 0 }
}

/** A program that changes only with its libraries: the declarations of three of them. */
const FIXED_PROGRAM = [
  ...['--ignoreConfig', '--strict', '--skipLibCheck', 'false', '--module', 'nodenext', '--target', 'es2024'],
  ...['--lib', 'es2024,dom,dom.iterable', '--types', 'node'],
  ...['kysely/dist/index.d.ts', 'zod/v4/index.d.ts', 'fastify/fastify.d.ts'].map(
    (path) => `node_modules/${path}`,
  ),
]
/** 12 s where the fixed program takes 1.2. */
const MOST_FIXED_PROGRAMS = 10
const ROUNDS = 3

/** Checks the types of the whole repository and of the fixed program in turns. */
export async function measureTypeCheck(): Promise<Line> {
  const matches: number[] = []
  const floor: number[] = []
  let faulty = false
  for (let round = 0; round < ROUNDS; round += 1) {
    const fixed = await typeCheck(FIXED_PROGRAM)
    const ours = await typeCheck(['-p', ROOT])
    floor.push(fixed.seconds)
    matches.push(ours.seconds)
    faulty ||= ours.faulty || fixed.faulty
  }
  const how = `the whole repository to the declarations of three libraries; medians of ${ROUNDS}${faulty ? '; it has faults' : ''}`
  const medians = { found: median(matches), floor: median(floor), unit: 's' }
  return floorLine('type check', MOST_FIXED_PROGRAMS, medians, how)
}
