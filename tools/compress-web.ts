import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { setPriority, constants as system } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { COMPRESSED, WEB_FOLDER } from './web-hash.mjs'

const MIN_BYTES = 1024

/** The paths of the text files of a built web app that are large enough to compress. */
const getTexts = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(m?js|css|html|svg)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).length >= MIN_BYTES)

/** Writes a `.gz` next to each text file of a built web app, which is quick. */
export function gzipWeb(folder: string): void {
  for (const path of getTexts(folder)) writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }))
}

/**
 * Compresses a built web app once with the strongest settings, so that the server need not compress the same
 * files for each request. Writes a `.gz` and a `.br` next to each text file. The app may be served in the
 * meantime, and an interrupted run can be continued.
 */
export function compressWeb(folder: string): void {
  if (existsSync(join(folder, COMPRESSED))) return
  gzipWeb(folder)
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  for (const path of getTexts(folder).filter((text) => !existsSync(`${text}.br`))) {
    writeFileSync(`${path}.part`, brotliCompressSync(readFileSync(path), { params }))
    renameSync(`${path}.part`, `${path}.br`)
  }
  writeFileSync(join(folder, COMPRESSED), '')
}

// Run on its own, it compresses the served web app with low priority.
if (import.meta.main) {
  setPriority(system.priority.PRIORITY_LOW)
  compressWeb(join(dirname(import.meta.dirname), WEB_FOLDER))
}
