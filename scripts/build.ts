import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { compressWeb } from './compress-web.ts'
import { WEB_FOLDER, webHash } from './web-hash.mjs'

// Builds the web app to dist/web. The hash is taken before and written last: a build that was interrupted, or whose
// sources changed meanwhile, counts as stale.
const root = dirname(import.meta.dirname)
const folder = join(root, WEB_FOLDER)
const hash = webHash(root)
await build({ root, logLevel: 'warn', build: { outDir: folder, emptyOutDir: true } })
compressWeb(folder)
writeFileSync(join(folder, '.hash'), hash)
