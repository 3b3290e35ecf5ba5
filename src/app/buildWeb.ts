import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const stopGuard = join(import.meta.dirname, '..', '..', 'tools', 'stop-with-parent.mjs')

/**
 * Builds the web app in a separate process while the portal starts. Resolves when it is built. The process
 * ends with the signal, and with this process.
 *
 * @param root the folder of package.json
 * @param builder the build program, relative to the root
 * @throws Error when the build failed, or the signal came first
 */
export async function buildWeb(root: string, builder: string, signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, ['--import', stopGuard, builder, '--quick'], {
    cwd: root,
    stdio: 'inherit',
    signal,
  })
  const startTime = performance.now()
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The web app could not be built.')
  console.log(`The web app is built, in ${((performance.now() - startTime) / 1000).toFixed(0)} s.`)
}

/**
 * Compresses the built web app thoroughly in a low-priority process, unless it is compressed already. Until
 * then the server compresses its files quickly as it sends them. If it is stopped, the next start continues.
 */
export function compressInBackground(root: string, signal: AbortSignal): void {
  const child = spawn(process.execPath, ['--import', stopGuard, 'tools/compress-web.ts'], {
    cwd: root,
    signal,
    stdio: 'ignore',
  })
  // The signal ended the process, or the folder is not writable. No code waits for the result.
  child.on('error', () => undefined)
}
