import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { median } from './measure.ts'
import { amountLine, type Line } from './result.ts'

const ROOT = join(import.meta.dirname, '..')
const PATIENCE_MS = 120_000

/** Starts the portal as `npm start` does after the install, and stops it again; seconds until it said it was ready. */
export async function startSeconds(dataFolder: string, options: readonly string[]): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, [join(ROOT, 'src', 'app', 'main.ts'), ...options], {
    cwd: ROOT,
    env: { ...process.env, DATA_FOLDER: dataFolder, PORT: '0', DATABASE_URL: undefined },
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
  let said = ''
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
    const take = (chunk: Buffer) => {
      said += chunk.toString()
      if (!said.includes('ready at')) return
      clearTimeout(patience)
      resolve()
    }
    child.stdout?.on('data', take)
    child.stderr?.on('data', take)
    child.once('exit', (code) => {
      clearTimeout(patience)
      reject(new Error(`The portal ended with ${code} instead of starting: ${said.slice(-500)}`))
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
    'from the start of the process to “ready at”, installed and built',
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

/** Checks the types of the whole repository. */
export async function measureTypeCheck(): Promise<Line> {
  const started = performance.now()
  const child = spawn(
    process.execPath,
    [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '--noEmit', '-p', ROOT],
    { cwd: ROOT, stdio: 'ignore' },
  )
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  const how = code === 0 ? 'the whole repository' : 'the whole repository; it has faults'
  return amountLine('type check', 10, (performance.now() - started) / 1000, 's', how)
}
