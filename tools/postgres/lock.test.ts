import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withLock } from './lock.ts'
import { startMark } from './processes.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rooftree-lock-'))
  file = join(folder, 'lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('one at a time, and the lock is gone afterwards', async () => {
  let inside = 0
  const counts: number[] = []
  await Promise.all(
    Array.from({ length: 8 }, () =>
      withLock(file, async () => {
        counts.push(++inside)
        await turn()
        inside--
      }),
    ),
  )
  expect(counts).toEqual(Array(8).fill(1))
  expect(existsSync(file)).toBe(false)
})

test('a failing task frees the lock', async () => {
  await expect(withLock(file, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await withLock(file, async () => 'free')).toBe('free')
})

test('a lock left by a process that is gone is taken over', async () => {
  const pid = spawnSync('true').pid
  writeFileSync(file, `${pid} 1`)
  expect(await withLock(file, async () => 'taken')).toBe('taken')
})

test.runIf(process.platform === 'linux')(
  'a lock whose process id now belongs to another process too',
  async () => {
    writeFileSync(file, `${process.pid} 1`)
    expect(await withLock(file, async () => 'taken')).toBe('taken')
  },
)

test('a living owner is named when patience ends', async () => {
  writeFileSync(file, `${process.pid} ${startMark(process.pid)}`)
  await expect(withLock(file, async () => 'never', { patience: 10 })).rejects.toThrow(
    `in use: process ${process.pid} holds`,
  )
})
