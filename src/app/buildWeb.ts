import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const guard = join(import.meta.dirname, '..', '..', 'scripts', 'stop-with-parent.mjs')

/**
 * Builds the web app in a process of its own, beside what else a start does; answers when it is there. The process ends with
 * the signal, and with this one.
 *
 * @param root the folder of package.json
 * @param builder the program that builds it, below the root
 * @throws Error when it could not be built, or the signal came first
 */
export async function buildWeb(root: string, builder: string, signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, ['--import', guard, builder, '--quick'], {
    cwd: root,
    stdio: 'inherit',
    signal,
  })
  const begun = performance.now()
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The web app could not be built.')
  console.log(`The web app is built, in ${((performance.now() - begun) / 1000).toFixed(0)} s.`)
}

/**
 * Compresses the built web app thoroughly, unless it is, in a process of its own that gives way to others: the build of a
 * start is a quick one. Until then its files are sent as they were compressed in a moment; what a stop interrupts the next start goes on with.
 */
export function compressLater(root: string, signal: AbortSignal): void {
  const child = spawn(process.execPath, ['--import', guard, 'scripts/compress-web.ts'], {
    cwd: root,
    signal,
    stdio: 'ignore',
  })
  // Ended by the signal, or in a folder that cannot be written: nobody waits for it.
  child.on('error', () => undefined)
}
