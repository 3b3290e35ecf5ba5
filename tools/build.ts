import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { compressWeb, gzipWeb } from './compress-web.ts'
import { buildDeviceShell } from './deviceShell.ts'
import { WEB_FOLDER, webHash } from './web-hash.mjs'

// Builds the web app to dist/web. The hash of the sources is taken before the build and written after it, so
// a build that was interrupted, or whose sources changed while it ran, counts as stale.
const root = dirname(import.meta.dirname)
const folder = join(root, WEB_FOLDER)
const hash = webHash(root)
const built = await build({ root, logLevel: 'warn', build: { outDir: folder, emptyOutDir: true } })
await buildDeviceShell(root, folder, built)
// With --quick, the slow compression is left for later, after the portal has started.
if (process.argv.includes('--quick')) gzipWeb(folder)
else compressWeb(folder)
writeFileSync(join(folder, '.hash'), hash)
