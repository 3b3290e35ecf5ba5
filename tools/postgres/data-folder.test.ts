import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fastFolder } from '#tests/fastFolder.ts'
import { embeddedBinaries } from './binaries.ts'
import { ensureCluster, openDataFolder, removeDataFolder } from './data-folder.ts'

const asRoot = process.getuid?.() === 0
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(fastFolder(), 'rooftree-data-'))
  chmodSync(folder, 0o755)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe.runIf(asRoot)("a cluster the server's account cannot reach", () => {
  let hidden: string
  let system: string
  const open = (name: string) => openDataFolder(join(hidden, name), system)
  beforeEach(async () => {
    hidden = join(folder, 'hidden')
    system = join(folder, 'system')
    mkdirSync(hidden, { mode: 0o700 })
    const data = open('data')
    await ensureCluster(data, embeddedBinaries(data.user), 'secret')
  })

  test('goes under the system folder, stays there and is removed with its data folder', () => {
    const { cluster } = open('data')
    expect(cluster.startsWith(`${system}/`)).toBe(true)
    chmodSync(hidden, 0o755)
    expect(open('data').cluster).toBe(cluster)
    expect(open('other').cluster).toBe(join(hidden, 'other', 'cluster'))
    renameSync(join(hidden, 'data'), join(hidden, 'moved'))
    expect(open('moved').cluster).toBe(cluster)
    removeDataFolder(join(hidden, 'moved'))
    expect(readdirSync(system)).toEqual([])
    expect(existsSync(join(hidden, 'moved'))).toBe(false)
  })

  test('is neither used by a copy of the data folder nor begun anew when it is missing', () => {
    cpSync(join(hidden, 'data'), join(hidden, 'copy'), { recursive: true })
    expect(() => open('copy')).toThrow(/copy is a copy of .*data, whose database lies at .*npm run restore/)
    rmSync(system, { recursive: true })
    for (const name of ['data', 'copy']) expect(() => open(name)).toThrow(/there is none.*npm run restore/)
  })
})

test.runIf(asRoot)('a data folder closed only itself is opened for passing through', () => {
  const closedFolder = join(folder, 'closed')
  mkdirSync(closedFolder, { mode: 0o700 })
  expect(openDataFolder(closedFolder, join(folder, 'system')).cluster).toBe(join(closedFolder, 'cluster'))
  expect(lstatSync(closedFolder).mode & 0o777).toBe(0o711)
})
