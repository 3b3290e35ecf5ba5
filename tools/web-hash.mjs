import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = ['index.html', 'package-lock.json', 'public', 'tools/deviceShell.ts', 'src', 'vite.config.ts']

/** Folder of the built web app, below the project's root. */
export const WEB_FOLDER = join('dist', 'web')

/** Name of the file that marks the folder once all its files are compressed. */
export const COMPRESSED = '.compressed'

/**
 * Computes a hash over everything the web app is built from, without tests and server folders, which never
 * reach the browser.
 */
export function webHash(root) {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap((source) => listFiles(root, source))) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

/** Answers whether the web app must be built or built again. */
export function isWebStale(root) {
  const file = join(root, WEB_FOLDER, '.hash')
  return !existsSync(file) || readFileSync(file, 'utf8') !== webHash(root)
}

function listFiles(root, path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false })
  if (!stats) return []
  if (stats.isFile()) return [path]
  return readdirSync(join(root, path))
    .filter((name) => name !== 'server' && !/\.test\.tsx?$/.test(name))
    .sort()
    .flatMap((name) => listFiles(root, `${path}/${name}`))
}
