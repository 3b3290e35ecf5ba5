import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { WEB_FOLDER, webHash } from './web-hash.mjs'

// Builds the web app to dist/web. The hash is taken before and written last: a build that was interrupted, or whose
// sources changed meanwhile, counts as stale.
const root = dirname(import.meta.dirname)
const folder = join(root, WEB_FOLDER)
const hash = webHash(root)
await build({ root, logLevel: 'warn', build: { outDir: folder, emptyOutDir: true } })
compressAll()
writeFileSync(join(folder, '.hash'), hash)

/** Compressed once and thoroughly here, so that the server need not compress the same files for everybody. */
function compressAll(): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|html|svg)$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const content = readFileSync(path)
    if (content.length < 1024) continue
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
    const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params: quality }))
  }
}
