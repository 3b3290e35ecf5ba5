import { readdir } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runDue } from '#kernel/server/jobs.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { runAsPersonInDatabase } from '#tests/runAsPersonInDatabase.ts'
import { fileCensus } from './census.ts'

const MEGABYTE = 1_048_576
const PATH = '/api/Files/Upload'
const request = { moduleName: 'Replacement_Reserve', moduleId: '71', propertyId: '1' }
const other = { ...request, moduleId: '72' }

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(`insert into permission (user_id, property_id, key, read, write) values (6, 1, 'Budget', true, true);
    update permission set write = true where user_id = 6;
    insert into replacement_reserve_request (replacement_reserve_request_id, property_id, reserve_account_id)
      overriding system value values (71, 1, 1), (72, 1, 1)`)
})
afterAll(() => portal.close())
beforeEach(() => portal.setNow(new Date('2026-05-05T15:00:00Z')))
afterEach(() => portal.owner.query('delete from setting; delete from file; delete from kernel.upload_tally'))

const setLimit = (key: string, value: number) =>
  portal.owner.query(`insert into setting (key, value, effective_from) values ($1, $2, '2026-01-01')`, [
    `upload_${key}`,
    JSON.stringify(value),
  ])
const createPdf = (size = 20_000) =>
  Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(size, crypto.randomUUID())])
const send = (persona: string, fields: Record<string, string>, count = 1, size?: number) =>
  portal.upload(
    persona,
    PATH,
    fields,
    Array.from({ length: count }, (_, index) => ({ name: `${index}.pdf`, content: createPdf(size) })),
  )
const countFileRows = async () => (await portal.owner.query('select from file')).rowCount
const countStoredFiles = async () =>
  (await readdir(portal.filesFolder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length

/** Checks that an upload is refused with advice, and that it stores neither a row nor a content. */
async function expectLimitReached(sending: () => ReturnType<typeof send>, labels: readonly string[]) {
  const before = [await countFileRows(), await countStoredFiles()]
  const refused = await sending()
  expect(refused.status).toBe(422)
  const { message } = refused.body as { message: string }
  for (const text of ['Nothing was stored', 'ask the agency', ...labels]) expect(message).toContain(text)
  expect([await countFileRows(), await countStoredFiles()]).toEqual(before)
}

describe('6.7 uploads are limited, and a refused upload stores nothing', () => {
  test('the number of files of a record is limited, and removed files no longer count', async () => {
    await setLimit('record_files', 3)
    const first = await send('company.writer', request, 2)
    expect(first.status).toBe(200)
    await expectLimitReached(
      () => send('company.writer', request, 2),
      ['this record has 2 files', 'limit of 3 files'],
    )
    expect((await send('company.writer', request)).status).toBe(200)
    await expectLimitReached(() => send('agency.write', request), ['this record has 3 files'])
    expect((await send('company.writer', other)).status).toBe(200)
    const [file] = first.body as { fileId: number }[]
    expect((await portal.ask('company.writer', 'DELETE', `/api/Files/Delete/${file!.fileId}`)).status).toBe(
      200,
    )
    expect((await send('company.writer', request)).status).toBe(200)
  })

  test('the size of a record is limited, including files that only the agency sees', async () => {
    await setLimit('record_mb', 2)
    expect((await send('agency.write', { ...request, internalToAgency: 'true' }, 1, MEGABYTE)).status).toBe(
      200,
    )
    await expectLimitReached(
      () => send('company.writer', request, 1, MEGABYTE),
      ['this record has 1 file, 1 MB'],
    )
    expect((await send('company.writer', request, 1, MEGABYTE / 2)).status).toBe(200)
  })

  test('the number of files of a person in a day is limited, removed files count, other people and the next day do not', async () => {
    await setLimit('person_files', 2)
    const { body } = await send('company.writer', request, 2)
    const [file] = body as { fileId: number }[]
    expect((await portal.ask('company.writer', 'DELETE', `/api/Files/Delete/${file!.fileId}`)).status).toBe(
      200,
    )
    await expectLimitReached(
      () => send('company.writer', other),
      ['today you have uploaded 2 files', 'tomorrow'],
    )
    expect((await send('company.reader', request)).status).toBe(200)
    portal.setNow(new Date('2026-05-06T15:00:00Z'))
    expect((await send('company.writer', other)).status).toBe(200)
  })

  test("the size of a person's uploads in a day is limited, also when they run at once", async () => {
    await setLimit('person_mb', 3)
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => send('company.writer', request, 1, MEGABYTE - 1000)),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([
      ...Array(3).fill(200),
      ...Array(5).fill(422),
    ])
    expect(await countFileRows()).toBe(3)
  })

  test('the number of files of a company in a day is limited, for all its people together, and for no other company', async () => {
    await setLimit('company_files', 3)
    expect((await send('company.writer', request, 2)).status).toBe(200)
    await expectLimitReached(
      () => send('company.reader', other, 2),
      ['today your company has uploaded 2 files'],
    )
    expect((await send('company.reader', other)).status).toBe(200)
    expect((await send('agency.write', other, 3)).status).toBe(200)
  })

  test('an upload refused for another reason does not count', async () => {
    await setLimit('person_files', 1)
    const refused = await portal.upload('company.writer', PATH, request, [
      { name: 'a.png', content: createPdf() },
    ])
    expect(refused.status).toBe(400)
    expect((await send('company.writer', request)).status).toBe(200)
  })
})

test('6.7 nobody can change the tallies, and they are deleted after a week', async () => {
  await send('company.writer', request)
  for (const statement of ['delete from kernel.upload_tally', 'update kernel.upload_tally set files = 0'])
    await expect(
      runAsPersonInDatabase(portal, 'company.writer', (client) => client.query(statement)),
      statement,
    ).rejects.toMatchObject({ code: '42501' })
  await runAsPersonInDatabase(portal, 'company.writer', (client) =>
    client.query(`select kernel.forget_uploads('2099-01-01'); commit`),
  )
  const countTallies = async () => (await portal.owner.query('select from kernel.upload_tally')).rowCount
  expect(await countTallies()).toBe(1)
  portal.setNow(new Date('2026-05-20T15:00:00Z'))
  await runDue(portal.pool, portal.services, fileCensus)
  expect(await countTallies()).toBe(0)
})
