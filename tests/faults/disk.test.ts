import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type HttpAnswer, makeDraftBody } from '#tests/crash/filing.ts'
import { startPostgres } from '#tools/postgres/launcher.ts'
import { isAlive } from '#tools/postgres/processes.ts'
import { Service } from './service.ts'

const SAVE = '/api/ReplacementReserve/SaveReplacementProgress'
const DISK_MB = 400

/** A separate disk that the test can fill up; the test needs the right to mount one. */
const disk = mkdtempSync(join(tmpdir(), 'rooftree-disk-'))
const mounted =
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'tmpfs', disk]).status === 0

let service: Service
beforeAll(async () => {
  if (!mounted) return
  service = await Service.prepare(disk)
  await service.start()
})
afterAll(async () => {
  if (mounted) await service.close()
  if (mounted) spawnSync('umount', [disk])
  rmSync(disk, { recursive: true })
})

/** Writes until no space is left on the disk. */
function fillDisk(): void {
  const file = openSync(join(disk, 'ballast'), 'a')
  try {
    for (const block = Buffer.alloc(4096); ; ) writeSync(file, block)
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' })
  } finally {
    closeSync(file)
  }
}

const saveDraft = (): Promise<HttpAnswer> =>
  service.asks.ask('company.writer', 'POST', SAVE, makeDraftBody(1, 100))

async function countDrafts(): Promise<number> {
  const database = await startPostgres({ dataDirectory: service.postgres })
  const client = new pg.Client({ connectionString: database.connectionString })
  await client.connect()
  const { rows } = await client.query('select count(*)::integer as drafts from replacement_reserve_request')
  await client.end()
  await database.stop()
  return rows[0].drafts
}

/**
 * Saves drafts until one is refused, at most `maximum` times. It returns the number saved and the message of
 * the refusal.
 */
async function saveUntilRefused(maximum: number): Promise<{ saved: number; sentence: string }> {
  for (let saved = 0; saved < maximum; saved += 1) {
    const { status, body } = await saveDraft()
    if (status === 200) continue
    expect(status, JSON.stringify(body)).toBe(503)
    return { saved, sentence: (body as { message: string }).message }
  }
  throw new Error(`${maximum} drafts were saved on a full disk.`)
}

const waitUntilSavingWorks = () =>
  vi.waitFor(async () => expect((await saveDraft()).status).toBe(200), { timeout: 60_000, interval: 250 })

describe.runIf(mounted)('on a full disk', () => {
  test('PostgreSQL can be stopped', async () => {
    const database = await startPostgres({ dataDirectory: join(disk, 'another') })
    fillDisk()
    await database.stop()
    expect(isAlive(database.processId)).toBe(false)
    for (const name of ['ballast', 'another']) rmSync(join(disk, name), { recursive: true })
  })

  test('saving is refused with a reason, no confirmed draft is lost, and saving works once there is space again', async () => {
    const before = await countDrafts()
    await waitUntilSavingWorks()
    fillDisk()
    const { saved, sentence } = await saveUntilRefused(4000)
    expect(sentence).toMatch(
      /^The database has no space left: nothing can be saved until there is room again\./,
    )
    rmSync(join(disk, 'ballast'))
    await waitUntilSavingWorks()
    expect(await countDrafts()).toBe(before + saved + 2)
  })

  test('a PostgreSQL that is killed is restarted as soon as there is space', async () => {
    const before = await countDrafts()
    fillDisk()
    process.kill(service.postmaster, 'SIGKILL')
    const { saved, sentence } = await saveUntilRefused(4000)
    expect(sentence).toMatch(/^The (portal cannot reach its database|database has no space left)/)
    // The wait is longer than the first attempts of the restart take.
    await delay(5000)
    rmSync(join(disk, 'ballast'))
    await waitUntilSavingWorks()
    expect(await countDrafts()).toBe(before + saved + 1)
    expect(service.isAlive).toBe(true)
    expect(service.said).toContain('PostgreSQL had ended and was started again')
  })
})
