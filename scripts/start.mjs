import { prepare, projectRoot, runAsProgram } from './install.mjs'
import { isWebStale } from './web-hash.mjs'

/**
 * Starts the portal from a bare clone: installs what is missing, builds the web app when it is stale (not with
 * `--dev`, where the server itself serves the sources), and runs the server on Node 24 until it ends.
 *
 * @param {{ argv: string[], root?: string, entry?: string, builder?: string }} options argv goes to the server
 * @returns {Promise<number>} the server's exit code
 */
export async function start({ argv, root = projectRoot, entry = 'src/app/main.ts', builder = 'scripts/build.ts' }) {
  const runNode = await prepare(root)
  const development = argv.includes('--dev')
  if (!development && isWebStale(root)) {
    console.log('Building the web app …')
    const code = await runNode([builder])
    if (code !== 0) return code
  }
  // In development a change to a file of the server starts it again; the screens are reloaded by Vite.
  return runNode([...(development ? ['--watch', '--watch-preserve-output'] : []), entry, ...argv])
}

await runAsProgram(import.meta.url, () => start({ argv: process.argv.slice(2) }))
