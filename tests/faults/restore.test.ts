import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draftBody } from '#tests/crash/filing.ts'
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

const run = (script: string, dataFolder: string) => {
  const file = join(import.meta.dirname, '..', '..', 'scripts', script)
  const env = { PATH: process.env.PATH, DATA_FOLDER: dataFolder }
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, join(folder, 'backup')], {
    env,
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}
const save = (portal: Service) => portal.asks.ask('company.writer', 'POST', SAVE, draftBody(1, 100))
const read = (portal: Service, id: number) =>
  portal.asks.ask('company.writer', 'GET', `/api/ReplacementReserve/${id}`)
const getId = ({ body }: { body: unknown }) =>
  (body as { replacementReserveRequestId: number }).replacementReserveRequestId

test('a backup of a running portal brings it back after its data folder is lost, as of that moment', async () => {
  const requestId = getId(await save(service))
  expect(run('backup.ts', service.folder)).toEqual({
    status: 0,
    said: expect.stringMatching(/ rows and 0 documents, as of /),
  })
  const later = getId(await save(service))
  await service.close()

  expect(run('restore.ts', restored.folder)).toEqual({
    status: 0,
    said: expect.stringContaining('Restored as of '),
  })
  await restored.start()
  expect((await restored.call('/ready')).status).toBe(200)
  expect([(await read(restored, requestId)).status, (await read(restored, later)).status]).toEqual([200, 404])
  expect(getId(await save(restored))).toBe(later)
  expect(run('restore.ts', restored.folder)).toEqual({
    status: 1,
    said: expect.stringContaining('is not empty'),
  })
  expect(await restored.stop()).toBe(0)
})
