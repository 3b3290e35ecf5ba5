import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fastFolder } from '#tests/fastFolder.ts'
import { startPostgres } from './launcher.ts'
import { readPostmaster } from './postmaster.ts'

test('a start that is given up at any step, or whose database cannot be made, leaves no PostgreSQL behind', async () => {
  const folder = mkdtempSync(join(fastFolder(), 'rooftree-given-up-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const dataDirectory = join(folder, 'data')
  // What initdb has begun, and a server that recovers after a crash.
  for (const sign of ['cluster.unfinished', 'cluster/postmaster.pid']) {
    const giveUp = new AbortController()
    const starting = startPostgres({ dataDirectory, signal: giveUp.signal })
    await vi.waitFor(() => expect(existsSync(join(dataDirectory, sign))).toBe(true), {
      timeout: 20_000,
      interval: 2,
    })
    giveUp.abort()
    const started = await starting.catch(() => null)
    await started?.stop()
    expect(readPostmaster(join(dataDirectory, 'cluster'))).toBeUndefined()
  }
  await expect(startPostgres({ dataDirectory, databaseName: '' })).rejects.toThrow(
    'does not take its database',
  )
  expect(readPostmaster(join(dataDirectory, 'cluster'))).toBeUndefined()
  await (await startPostgres({ dataDirectory })).stop()
})
