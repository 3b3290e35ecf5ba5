import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { setPriority, constants as system } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { COMPRESSED, WEB_FOLDER } from './web-hash.mjs'

const LEAST_BYTES = 1024

/** The text files of a built web app that are worth it, by path. */
const getTexts = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(m?js|css|html|svg)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).length >= LEAST_BYTES)

/** Puts a `.gz` beside each text file of a built web app: a moment's work. */
export function gzipWeb(folder: string): void {
  for (const path of getTexts(folder)) writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }))
}

/**
 * Compresses a built web app once and thoroughly, so that the server need not compress the same files for
 * everybody: beside each text file stand its `.gz` and its `.br`. It may be served meanwhile, and goes on
 * where it was interrupted.
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

// Run by itself it does so for the portal that is served, when nothing else wants the processor.
if (import.meta.main) {
  setPriority(system.priority.PRIORITY_LOW)
  compressWeb(join(dirname(import.meta.dirname), WEB_FOLDER))
}
