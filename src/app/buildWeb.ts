import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/**
 * Builds the web app in a process of its own, beside what else a start does; answers when it is there. The process ends with
 * the signal, and with this one.
 *
 * @param root the folder of package.json
 * @param builder the program that builds it, below the root
 * @throws Error when it could not be built, or the signal came first
 */
export async function buildWeb(root: string, builder: string, signal: AbortSignal): Promise<void> {
  const guard = join(import.meta.dirname, '..', '..', 'scripts', 'stop-with-parent.mjs')
  const child = spawn(process.execPath, ['--import', guard, builder], { cwd: root, stdio: 'inherit', signal })
  const begun = performance.now()
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The web app could not be built.')
  console.log(`The web app is built, in ${((performance.now() - begun) / 1000).toFixed(0)} s.`)
}
