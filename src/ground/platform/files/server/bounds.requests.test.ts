import { readdir } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runDue } from '#kernel/server/jobs.ts'
import { asPersonInDatabase } from '#tests/personInDatabase.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
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

const allow = (key: string, value: number) =>
  portal.owner.query(`insert into setting (key, value, effective_from) values ($1, $2, '2026-01-01')`, [
    `upload_${key}`,
    JSON.stringify(value),
  ])
const pdf = (size = 20_000) =>
  Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(size, crypto.randomUUID())])
const send = (persona: string, fields: Record<string, string>, count = 1, size?: number) =>
  portal.upload(
    persona,
    PATH,
    fields,
    Array.from({ length: count }, (_, index) => ({ name: `${index}.pdf`, content: pdf(size) })),
  )
const rows = async () => (await portal.owner.query('select from file')).rowCount
const countStoredFiles = async () =>
  (await readdir(portal.filesFolder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length

/** The next upload is refused, with what to do instead, and leaves nothing at all. */
async function expectFull(sending: () => ReturnType<typeof send>, labels: readonly string[]) {
  const before = [await rows(), await countStoredFiles()]
  const refused = await sending()
  expect(refused.status).toBe(422)
  const { message } = refused.body as { message: string }
  for (const text of ['Nothing was stored', 'ask the agency', ...labels]) expect(message).toContain(text)
  expect([await rows(), await countStoredFiles()]).toEqual(before)
}

describe('6.7 uploads are bounded, and what is refused leaves nothing', () => {
  test('a record: by number, removed files make room', async () => {
    await allow('record_files', 3)
    const first = await send('company.writer', request, 2)
    expect(first.status).toBe(200)
    await expectFull(
      () => send('company.writer', request, 2),
      ['this record has 2 files', 'limit of 3 files'],
    )
    expect((await send('company.writer', request)).status).toBe(200)
    await expectFull(() => send('agency.write', request), ['this record has 3 files'])
    expect((await send('company.writer', other)).status).toBe(200)
    const [file] = first.body as { fileId: number }[]
    expect((await portal.ask('company.writer', 'DELETE', `/api/Files/Delete/${file!.fileId}`)).status).toBe(
      200,
    )
    expect((await send('company.writer', request)).status).toBe(200)
  })

  test('a record: by size, with what only the agency sees', async () => {
    await allow('record_mb', 2)
    expect((await send('agency.write', { ...request, internalToAgency: 'true' }, 1, MEGABYTE)).status).toBe(
      200,
    )
    await expectFull(() => send('company.writer', request, 1, MEGABYTE), ['this record has 1 file, 1 MB'])
    expect((await send('company.writer', request, 1, MEGABYTE / 2)).status).toBe(200)
  })

  test('a person and day: what was removed again counts, other people and the next day do not', async () => {
    await allow('person_files', 2)
    const { body } = await send('company.writer', request, 2)
    const [file] = body as { fileId: number }[]
    expect((await portal.ask('company.writer', 'DELETE', `/api/Files/Delete/${file!.fileId}`)).status).toBe(
      200,
    )
    await expectFull(() => send('company.writer', other), ['today you have uploaded 2 files', 'tomorrow'])
    expect((await send('company.reader', request)).status).toBe(200)
    portal.setNow(new Date('2026-05-06T15:00:00Z'))
    expect((await send('company.writer', other)).status).toBe(200)
  })

  test('a person and day: by size, and nothing slips through at once', async () => {
    await allow('person_mb', 3)
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => send('company.writer', request, 1, MEGABYTE - 1000)),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([
      ...Array(3).fill(200),
      ...Array(5).fill(422),
    ])
    expect(await rows()).toBe(3)
  })

  test('a company and day: all its people together, and no other company', async () => {
    await allow('company_files', 3)
    expect((await send('company.writer', request, 2)).status).toBe(200)
    await expectFull(() => send('company.reader', other, 2), ['today your company has uploaded 2 files'])
    expect((await send('company.reader', other)).status).toBe(200)
    expect((await send('agency.write', other, 3)).status).toBe(200)
  })

  test('what is refused for another reason counts nothing', async () => {
    await allow('person_files', 1)
    const refused = await portal.upload('company.writer', PATH, request, [{ name: 'a.png', content: pdf() }])
    expect(refused.status).toBe(400)
    expect((await send('company.writer', request)).status).toBe(200)
  })
})

test('6.7 tallies are nobody’s to change, and go after a week', async () => {
  await send('company.writer', request)
  for (const statement of ['delete from kernel.upload_tally', 'update kernel.upload_tally set files = 0'])
    await expect(
      asPersonInDatabase(portal, 'company.writer', (client) => client.query(statement)),
      statement,
    ).rejects.toMatchObject({ code: '42501' })
  await asPersonInDatabase(portal, 'company.writer', (client) =>
    client.query(`select kernel.forget_uploads('2099-01-01'); commit`),
  )
  const days = async () => (await portal.owner.query('select from kernel.upload_tally')).rowCount
  expect(await days()).toBe(1)
  portal.setNow(new Date('2026-05-20T15:00:00Z'))
  await runDue(portal.pool, portal.services, fileCensus)
  expect(await days()).toBe(0)
})
