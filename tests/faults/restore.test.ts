import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDraftBody } from '#tests/crash/filing.ts'
import { Service } from './service.ts'

const SAVE = '/api/ReplacementReserve/SaveReplacementProgress'

let folder: string
let service: Service
let restored: Service
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rooftree-restore-'))
  await chmod(folder, 0o755)
  service = await Service.prepare()
  restored = Service.on(join(folder, 'data'))
  await service.start()
})
afterAll(async () => {
  await service.close()
  await restored.close()
  await rm(folder, { recursive: true, force: true })
})

const runScript = (script: string, dataFolder: string) => {
  const file = join(import.meta.dirname, '..', '..', 'tools', script)
  const env = { PATH: process.env.PATH, DATA_FOLDER: dataFolder }
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, join(folder, 'backup')], {
    env,
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}
const saveDraft = (portal: Service) => portal.asks.ask('company.writer', 'POST', SAVE, makeDraftBody(1, 100))
const readRequest = (portal: Service, id: number) =>
  portal.asks.ask('company.writer', 'GET', `/api/ReplacementReserve/${id}`)
const getId = ({ body }: { body: unknown }) =>
  (body as { replacementReserveRequestId: number }).replacementReserveRequestId

test('a backup of a running portal restores it, as of the backup, after its data folder was lost', async () => {
  const requestId = getId(await saveDraft(service))
  expect(runScript('backup.ts', service.folder)).toEqual({
    status: 0,
    output: expect.stringMatching(/ rows and 0 documents, as of /),
  })
  const later = getId(await saveDraft(service))
  await service.close()

  expect(runScript('restore.ts', restored.folder)).toEqual({
    status: 0,
    output: expect.stringContaining('Restored as of '),
  })
  await restored.start()
  expect((await restored.call('/ready')).status).toBe(200)
  expect([
    (await readRequest(restored, requestId)).status,
    (await readRequest(restored, later)).status,
  ]).toEqual([200, 404])
  expect(getId(await saveDraft(restored))).toBe(later)
  expect(runScript('restore.ts', restored.folder)).toEqual({
    status: 1,
    output: expect.stringContaining('is not empty'),
  })
  expect(await restored.stop()).toBe(0)
})
