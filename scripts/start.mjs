import { prepare, projectRoot, runAsProgram } from './install.mjs'
import { isWebStale } from './web-hash.mjs'

/**
 * Starts the portal from a bare clone: installs what is missing, and runs the server on Node 24 until it ends. A web app that
 * is stale the server has built while it makes its database ready (not with `--dev`, where it serves the sources).
 *
 * @param {{ argv: string[], root?: string, entry?: string, builder?: string }} options argv goes to the server
 * @returns {Promise<number>} the server's exit code
 */
export async function start({
  argv,
  root = projectRoot,
  entry = 'src/app/main.ts',
  builder = 'scripts/build.ts',
}) {
  const runNode = await prepare(root)
  const development = argv.includes('--dev')
  const stale = !development && isWebStale(root)
  if (stale) console.log('Building the web app …')
  // In development a change to a file of the server starts it again; the screens are reloaded by Vite.
  return runNode([...(development ? ['--watch', '--watch-preserve-output'] : []), entry, ...argv], {
    WEB_BUILDER: stale ? builder : '',
  })
}

await runAsProgram(import.meta.url, () => start({ argv: process.argv.slice(2) }))
