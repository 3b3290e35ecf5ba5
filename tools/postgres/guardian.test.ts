import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fastFolder } from '#tests/fastFolder.ts'
import { type RunningPostgres, startPostgres } from './launcher.ts'
import { isAlive } from './processes.ts'

let dataDirectory: string
beforeEach(() => {
  dataDirectory = mkdtempSync(join(fastFolder(), 'rooftree-keeper-'))
})
afterEach(() => rmSync(dataDirectory, { recursive: true, force: true }))

async function ask({ connectionString }: RunningPostgres, text: string): Promise<string> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return String((await client.query({ text, rowMode: 'array' })).rows[0])
  } finally {
    await client.end()
  }
}

async function killPostmaster({ processId }: RunningPostgres): Promise<void> {
  process.kill(processId, 'SIGKILL')
  await vi.waitFor(() => expect(isAlive(processId)).toBe(false), { timeout: 10_000 })
}

test('a killed postmaster is started again, once and at the same address, while somebody uses it', async () => {
  const reports: string[] = []
  const report = (sentence: string) => reports.push(sentence)
  const first = await startPostgres({ dataDirectory, report })
  const second = await startPostgres({ dataDirectory, report })
  const former = first.processId
  await ask(first, 'create table facts as select 7 as n')
  for (const _ of [1, 2]) {
    await killPostmaster(second)
    const again = async () => {
      // Either of the two may have started it.
      expect(isAlive(second.processId)).toBe(true)
      expect(await ask(second, 'select n from facts')).toBe('7')
    }
    await vi.waitFor(again, { timeout: 10_000, interval: 50 })
  }
  expect(reports).toContain(`PostgreSQL had ended and was started again (process ${second.processId}).`)
  expect(second.processId).not.toBe(former)
  await vi.waitFor(() => expect(first.processId).toBe(second.processId), 10_000)
  await first.stop()
  expect(isAlive(second.processId)).toBe(true)
  await second.stop()
  expect(isAlive(second.processId)).toBe(false)
})

test('is stopped even when its folder was removed meanwhile', async () => {
  const homeless = await startPostgres({ dataDirectory })
  rmSync(dataDirectory, { recursive: true })
  await homeless.stop()
  expect(isAlive(homeless.processId)).toBe(false)
})
