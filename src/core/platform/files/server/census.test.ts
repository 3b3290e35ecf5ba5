import { existsSync } from 'node:fs'
import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { permission } from '#kernel/model/access.ts'
import { runDue } from '#kernel/server/jobs.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { runInCall } from '#tests/probe.ts'
import { fileCensus } from './census.ts'
import { attachFiles } from './index.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterEach(() => portal.setNow(null))
afterAll(() => portal.close())

const DAY = 86_400_000
let days = 0
/** Runs the count on a night three days later. */
const runCensus = () => {
  days += 3
  portal.setNow(new Date(Date.now() + days * DAY))
  return runDue(portal.pool, portal.services, fileCensus)
}
const putContent = async (text: string) => {
  const content = Buffer.from(text)
  const received = await portal.services.files.put(Readable.from([content]), 1000)
  return { ...received, fieldName: 'files[]', fileName: `${text}.pdf`, contentType: 'application/pdf' }
}
const write = permission('Replacement_Reserve', 'write')
const subject = { moduleName: 'Replacement_Reserve', moduleId: 90, propertyId: 1 }
const isStored = (item: { contentHash: string }) => portal.services.files.has(item.contentHash)
const loadLastCensus = async () =>
  (
    await portal.owner.query(
      'select contents, bytes::integer as bytes, unreferenced, removed from file_census order by file_census_id desc limit 1',
    )
  ).rows[0]

const loadDamaged = async (): Promise<string[]> =>
  (await portal.owner.query('select damaged from file_census order by file_census_id desc limit 1')).rows[0]
    .damaged

test('contents that no file names are counted, and removed once they are older than a day', async () => {
  const attachedUpload = await putContent('named')
  const orphan = await putContent('orphan')
  await runInCall(portal, 'company.writer', write, (context) =>
    attachFiles(context, subject, [attachedUpload]),
  )
  portal.setNow(new Date(Date.now() + DAY / 2))
  await runDue(portal.pool, portal.services, fileCensus)
  expect(await loadLastCensus()).toEqual({ contents: 2, bytes: 11, unreferenced: 1, removed: 0 })
  expect(await isStored(orphan)).toBe(true)
  await runCensus()
  expect(await loadLastCensus()).toEqual({ contents: 2, bytes: 11, unreferenced: 1, removed: 1 })
  expect([await isStored(attachedUpload), await isStored(orphan)]).toEqual([true, false])
  expect(await runCensus()).toBe(true)
  expect(await loadLastCensus()).toEqual({ contents: 1, bytes: 5, unreferenced: 0, removed: 0 })
})

test('the count waits for a file that is being added, and its content remains', async () => {
  const late = await putContent('late')
  const attached = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const adding = runInCall(portal, 'company.writer', write, async (context) => {
    await attachFiles(context, subject, [late])
    attached.resolve()
    await gate.promise
  })
  await attached.promise
  const counting = runCensus()
  let waiting = 0
  while (waiting === 0)
    waiting = (await portal.owner.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`))
      .rowCount!
  gate.resolve()
  expect((await adding).status).toBe(200)
  expect(await counting).toBe(true)
  expect(await isStored(late)).toBe(true)
})

test('adding a file whose content was removed is refused, and no row is stored', async () => {
  const missingUpload = await putContent('gone')
  await runCensus()
  expect(await isStored(missingUpload)).toBe(false)
  const adding = await runInCall(portal, 'company.writer', write, (context) =>
    attachFiles(context, subject, [missingUpload]),
  )
  expect(adding.status).toBe(409)
  const rows = await portal.owner.query('select 1 from file where content_hash = $1', [
    missingUpload.contentHash,
  ])
  expect(rows.rowCount).toBe(0)
})

test('a damaged content is reported, by a wrong size immediately and by changed bytes when it is read', async () => {
  const [cut, changed, intactUpload] = [
    await putContent('a cut one'),
    await putContent('a changed one'),
    await putContent('a whole one'),
  ]
  await runInCall(portal, 'company.writer', write, (context) =>
    attachFiles(context, subject, [cut, changed, intactUpload]),
  )
  const path = (item: { contentHash: string }) =>
    join(portal.filesFolder, item.contentHash.slice(0, 2), item.contentHash)
  await writeFile(path(cut), 'a cut')
  await writeFile(path(changed), 'a chanted one')
  portal.setNow(new Date(Date.now() + DAY))
  await portal.owner.query('delete from job_run')
  await runDue(portal.pool, portal.services, fileCensus)
  portal.setNow(null)
  const { store } = (await portal.ask('agency.admin', 'GET', '/api/Administration/Health')).body as {
    store: { damaged: string[] }
  }
  expect(store.damaged).toEqual([
    'a changed one.pdf, Maple Grove Apartments',
    'a cut one.pdf, Maple Grove Apartments',
  ])
  await runCensus()
  expect(await loadDamaged()).toContain(cut.contentHash)
})

test('a content attached to a mail remains as long as the mail', async () => {
  const notice = await putContent('notice')
  const attachments = JSON.stringify([{ contentHash: notice.contentHash, sizeBytes: notice.size }])
  await portal.owner.query(`insert into email (subject, message, attachments) values ('News', '', $1)`, [
    attachments,
  ])
  await runCensus()
  expect(await isStored(notice)).toBe(true)
})

test('TRUST-5.6: the census removes what killed uploads left behind, but not recent uploads', async () => {
  const [abandonedPath, fresh] = ['.incoming-left', '.incoming-fresh'].map((name) =>
    join(portal.filesFolder, name),
  ) as [string, string]
  for (const path of [abandonedPath, fresh]) await writeFile(path, 'half')
  const night = new Date(Date.now() + 200 * DAY)
  await utimes(fresh, night, night)
  portal.setNow(night)
  await runDue(portal.pool, portal.services, fileCensus)
  expect(existsSync(abandonedPath)).toBe(false)
  expect(existsSync(fresh)).toBe(true)
})
