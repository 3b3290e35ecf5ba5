import { prepare, projectRoot, runAsProgram } from './install.mjs'
import { isWebStale } from './web-hash.mjs'

/**
 * Starts the portal from a bare clone: installs missing packages, and runs the server on Node 24 until it ends.
 * The server itself rebuilds a stale web app while it prepares its database (with `--dev` it serves the sources).
 *
 * @param {{ argv: string[], root?: string, entry?: string, builder?: string }} options argv goes to the server
 * @returns {Promise<number>} the server's exit code
 */
export async function start({
  argv,
  root = projectRoot,
  entry = 'src/app/main.ts',
  builder = 'tools/build.ts',
}) {
  const runNode = await prepare(root)
  const development = argv.includes('--dev')
  const stale = !development && isWebStale(root)
  if (stale) console.log('Building the web app …')
  // In development a change to a file of the server restarts it. Vite reloads the screens.
  return runNode([...(development ? ['--watch', '--watch-preserve-output'] : []), entry, ...argv], {
    WEB_BUILDER: stale ? builder : '',
  })
}

await runAsProgram(import.meta.url, () => start({ argv: process.argv.slice(2) }))
