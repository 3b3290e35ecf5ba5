import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { buildServer } from '#kernel/server/http.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { mapleGrove } from '#tests/budgetFiling.ts'
import { completeCardSql } from '#tests/matrix/cardWays.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import {
  figures,
  getLines,
  type RefusalBody,
  statementFiling,
  statementPeople,
} from '#tests/statementFiling.ts'
import { statementReviewed } from './rentIncreaseAnswer.ts'

let portal: Portal
const { ask, of: readReply, save, complete, certify, submitted, clear } = statementFiling(() => portal)
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(statementPeople)
})
afterAll(() => portal.close())
beforeEach(clear)

const loadStatement = (afsId: number) => readReply(ask('company.reader', 'GET', `AFS/GetRequest/${afsId}`))
/** Adds the task that asks the sample property for its 2024 statement. */
async function addTask(): Promise<number> {
  const added = await portal.owner.query<{ id: number }>(
    `with schedule as (insert into task_schedule (property_id, task_type_id, frequency, start_year) values (1, 1, 2, 2024) returning task_schedule_id)
    insert into task_instance (task_schedule_id, property_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date, status_id)
      select task_schedule_id, 1, 1, '2024-01-01', '2024-12-31', '2025-01-01', '2025-03-31', '2025-03-31', -1 from schedule returning task_instance_id as id`,
  )
  return added.rows[0]!.id
}
const getFaultyFields = (reply: { body: unknown }) => Object.keys((reply.body as RefusalBody).fields).sort()

describe('AFS an annual statement', () => {
  test('CALL-AFS-04, 05, 06, 08: a property has one statement per year, with a prefilled period and amounts by account', async () => {
    const empty = await readReply(ask('company.writer', 'GET', 'AFS/GetByYear/1/2024'))
    expect(empty).toMatchObject({
      afsId: 0,
      year: 2024,
      periodStart: '2024-01-01',
      periodEnd: '2024-12-31',
      months: 12,
      lines: [],
    })
    expect((await ask('company.writer', 'GET', 'AFS/GetIdByYear/1/2024')).body).toBeNull()
    const { afsId } = await readReply(save({ propertyId: 1, year: 2024 }))
    expect((await ask('company.writer', 'GET', 'AFS/GetIdByYear/1/2024')).body).toBe(afsId)
    await readReply(ask('company.writer', 'POST', `AFS/UpdateAmounts/${afsId}`, getLines(figures)))
    const amounts = await readReply<{ code: string; amount: number }[]>(
      ask('company.reader', 'GET', `AFS/GetAmountsByAfsId/${afsId}`),
    )
    expect(Object.fromEntries(amounts.map((line) => [line.code, line.amount]))).toEqual(figures)
    expect(await loadStatement(afsId)).toMatchObject({
      totals: { assets: 500, liabilities: 200, equity: 300, revenue: 900, expenses: 600, netIncome: 300 },
    })
    expect((await save({ propertyId: 1, year: 2024 })).body).toMatchObject({
      message: expect.stringContaining(`FS-${afsId} already`),
    })
    // Domain 41: no statement can be begun for a year that has not ended.
    expect((await save({ propertyId: 1, year: 2090 })).status).toBe(422)
  })

  test('domain 4.4, 8.4: Maple Grove has totals of 366,404, 292,170 and 3,734', async () => {
    const { afsId } = await readReply(save({ propertyId: 1, year: 2024 }))
    const operations = Object.entries(mapleGrove).filter(([code]) => !code.startsWith('B'))
    const amounts = { ...Object.fromEntries(operations), 6600: 68_400, 6610: 2100, 7190: 2400 }
    await readReply(ask('company.writer', 'POST', `AFS/UpdateAmounts/${afsId}`, getLines(amounts)))
    expect(await loadStatement(afsId)).toMatchObject({
      totals: { revenue: 366_404, expenses: 292_170, netIncome: 3734 - 2400 },
    })
  })

  test('domain 4.14: the first year begins with the month the property was placed in service', async () => {
    const set = 'update property set service_date = $1 where property_id = 1'
    const setServiceDate = (day: string | null) => portal.owner.query(set, [day])
    await setServiceDate('2023-09-14')
    const shortYear = await readReply(ask('company.writer', 'GET', 'AFS/GetByYear/1/2023'))
    expect(shortYear).toMatchObject({ periodStart: '2023-09-01', periodEnd: '2023-12-31', months: 4 })
    await setServiceDate(null)
  })

  test('CALL-AFSAmount: a single amount follows the same rules, and totals cannot be entered', async () => {
    const { afsId } = await readReply(save({ propertyId: 1, year: 2024 }))
    const buildLine = (code: string, amount: number | null) => ({ afsId, code, amount, note: null })
    const post = (body: object, method: 'POST' | 'PUT' = 'POST') =>
      portal.ask('company.writer', method, '/api/AFSAmount', body)
    const { afsAmountId } = await readReply<{ afsAmountId: number }>(post(buildLine('1120', 500)))
    expect((await post(buildLine('1000T', 5))).status).toBe(400)
    await readReply(post({ afsAmountId, ...buildLine('1120', 700) }, 'PUT'))
    expect(await loadStatement(afsId)).toMatchObject({
      totals: { assets: 700 },
      lines: [{ origins: { amount: { by: 5 } } }],
    })
    expect((await portal.ask('company.writer', 'DELETE', `/api/AFSAmount/${afsAmountId}`)).body).toBe(true)
    expect(await loadStatement(afsId)).toMatchObject({ totals: null, lines: [] })
  })

  test('AFS-1 to AFS-7: a refused certification lists everything that is missing at once', async () => {
    const { afsId } = await readReply(
      save(
        { propertyId: 1, year: 2024, statementType: 'Audit', periodStart: '2023-05-01' },
        { lines: getLines({ 1120: 500, 1495: -3, 5120: 900 }) },
      ),
    )
    const refused = await certify('company.writer', afsId, 'Managing agent')
    expect(refused.status).toBe(422)
    expect(getFaultyFields(refused)).toEqual(
      expect.arrayContaining([
        'accountingBasis',
        'auditFirm',
        'auditReportDate',
        'files',
        'findingsCount',
        'lines',
        'opinion',
        'periodStart',
      ]),
    )
    expect((refused.body as RefusalBody).fields.lines?.[0]).toContain('The balance sheet balances')
    expect(JSON.stringify(refused.body)).toContain('without a minus sign')
    expect(await loadStatement(afsId)).toMatchObject({ statusId: 1, certifications: [] })
  })

  test('AFS-4: a change above the limits needs a note; periods of different lengths are not compared', async () => {
    await submitted(2023)
    const { afsId } = await complete(2024, { ...figures, 5120: 9000, 6350: 8700 })
    const refused = await certify('company.writer', afsId, 'Managing agent')
    expect(JSON.stringify(refused.body)).toContain('up $8,100.00 since 2023. Explain the change.')
    const { version } = await loadStatement(afsId)
    const shortYear = await readReply(save({ afsId, version, periodStart: '2024-03-01' }))
    expect(
      JSON.stringify((await certify('company.writer', shortYear.afsId, 'Managing agent')).body),
    ).not.toContain('Explain the change')
  })
})

describe('CRT two certifications', () => {
  test('CALL-CRT-01, CALL-AFS-09, AFS-8, CRT-1, CRT-2: the second certification, from another account, submits the statement', async () => {
    const { afsId } = await complete(2024)
    expect(
      getFaultyFields(
        await certify('company.writer', afsId, 'Managing agent', { title: null, signature: 'Somebody Else' }),
      ),
    ).toEqual(['signature', 'title'])
    const first = await readReply(certify('company.writer', afsId, 'Managing agent'))
    expect(first).toMatchObject({
      statusId: 1,
      certifications: [{ role: 'Managing agent', userId: 5, textVersion: 1, title: 'President' }],
    })
    expect((await certify('company.writer', afsId, 'Owner')).body).toMatchObject({
      message: expect.any(String),
      fields: {},
    })
    expect((await ask('company.writer', 'POST', `AFS/Submit/${afsId}`)).body).toMatchObject({
      fields: { certifications: ['The owner has not certified it yet.'] },
    })
    const second = await readReply(certify('company.admin', afsId, 'Owner'))
    expect(second).toMatchObject({ statusId: 2, submittedById: 4, versions: [{ number: 1 }] })
    const mails = await portal.owner.query<{ event: string }>(
      "select event from outbox where event like 'statement.%'",
    )
    expect(mails.rows.map((row) => row.event)).toContain('statement.submitted')
    const result = await portal.owner.query(
      'select content from annual_statement_version where afs_id = $1',
      [afsId],
    )
    expect(result.rows[0].content).toMatchObject({
      head: { auditFirm: 'Sample Auditors LLP' },
      certifications: [{}, {}],
    })
  })

  test('a manager of their own property certifies in both roles', async () => {
    await portal.owner.query('update property set owner_managed = true where property_id = 1')
    const { afsId } = await complete(2024)
    await readReply(certify('company.writer', afsId, 'Owner'))
    expect(await readReply(certify('company.writer', afsId, 'Managing agent'))).toMatchObject({ statusId: 2 })
    await portal.owner.query('update property set owner_managed = false where property_id = 1')
  })

  test('a person cannot sign or create another’s certification, nor sign one twice', async () => {
    const { afsId } = await complete(2024)
    expect((await ask('company.writer', 'GET', 'Certification/CreateCertificationByUserID/4')).status).toBe(
      403,
    )
    const certification = await readReply<{ certificationId: number; name: string }>(
      ask('company.admin', 'GET', 'Certification/CreateCertificationByUserID/4'),
    )
    const signed = { role: 'Owner', title: 'President', signature: certification.name }
    const path = `AFS/Certify/${afsId}/${certification.certificationId}`
    expect((await ask('company.writer', 'POST', path, signed)).status).toBe(404)
    await readReply(ask('company.admin', 'POST', path, signed))
    expect((await ask('company.admin', 'POST', path, signed)).status).toBe(409)
  })
})

describe('AFS its review', () => {
  test('CALL-AFS-10, 11: it is returned with its version stored, certified again, reviewed, closed in non-compliance and settled', async () => {
    const { afsId } = await submitted(2024)
    const takeToStatus = (persona: string, status: number, reason?: string) =>
      ask(persona, 'POST', `AFS/UpdateStatus/${afsId}/${status}`, { reason })
    await readReply(
      ask('agency.write', 'POST', `AFS/UnSubmit/${afsId}`, { reason: 'The opinion is missing.' }),
    )
    const returnedStatement = await loadStatement(afsId)
    expect(returnedStatement).toMatchObject({
      statusId: 1,
      certifications: [],
      versions: [{ number: 1 }],
      returnReason: 'The opinion is missing.',
    })
    await readReply(certify('company.writer', afsId, 'Managing agent'))
    expect(await readReply(certify('company.admin', afsId, 'Owner'))).toMatchObject({
      versions: [{ number: 2 }, { number: 1 }],
    })
    const version = await readReply<{ lines: object[] }>(
      ask('company.reader', 'GET', `AFS/GetVersion/${afsId}/1`),
    )
    expect(version).toMatchObject({
      number: 1,
      head: { auditFirm: 'Sample Auditors LLP' },
      certifications: [{}, {}],
    })
    expect(version.lines).toContainEqual({ code: '1120', amount: 500, note: null })
    expect((await ask('company.reader', 'GET', `AFS/GetVersion/${afsId}/9`)).status).toBe(404)
    await portal.owner.query(completeCardSql, [afsId])
    for (const status of [3, 4]) await readReply(takeToStatus('agency.write', status))
    await readReply(takeToStatus('agency.write', 6, 'Deposits are short.'))
    expect((await takeToStatus('agency.write', 5, 'Settled.')).status).toBe(403)
    expect(await readReply(takeToStatus('agency.admin', 5, 'Settled.'))).toMatchObject({
      statusId: 5,
      statusLabel: 'Approved',
    })
  })

  test('CALL-AFS-01, 02, 03, CALL-PRJ-22: its lists include years that were not filed', async () => {
    await submitted(2024)
    const line = { propertyId: 1, year: 2024, statusId: 2, totals: { assets: 500 }, opinion: 'Unmodified' }
    const loadList = async (tail: string) => readReply<object[]>(ask('agency.read', 'GET', tail))
    expect(await loadList('AFS/GetReviewListByYear/2024')).toContainEqual(
      expect.objectContaining({ ...line, totals: expect.objectContaining(line.totals) }),
    )
    expect(await loadList('AFS/GetReviewListByPropertyId/1')).toContainEqual(
      expect.objectContaining({ year: 2024, statusId: 2 }),
    )
    expect(await readReply<object[]>(ask('company.reader', 'GET', 'AFS/GetPropertyHistory/1'))).toMatchObject(
      [{ year: 2024 }],
    )
    expect(
      await readReply(ask('company.reader', 'GET', 'projects/GetProjectAuditData/1/2024')),
    ).toMatchObject({
      ...line,
      auditFirm: 'Sample Auditors LLP',
      months: 12,
    })
    expect(
      await readReply(ask('company.reader', 'GET', 'projects/GetProjectAuditData/1/2001')),
    ).toMatchObject({
      afsId: null,
      statusLabel: 'Not Started',
    })
    expect((await ask('company.writer', 'GET', 'AFS/GetReviewListByYear/2024')).status).toBe(403)
  })

  test('CALL-AFS-07: an approved extension of its own task sets the due date; an open one is refused', async () => {
    const { afsId } = await readReply(save({ propertyId: 1, year: 2024 }))
    const result = await portal.owner.query<{ id: number }>(
      `insert into extension_request (property_id, task_instance_id, requested_due_date, reason, status_id) values (1, $1, '2025-04-21', 'Auditor', 2)
        returning extension_request_id as id`,
      [await addTask()],
    )
    const path = `AFS/SetExtensionId/${afsId}/${result.rows[0]!.id}`
    expect((await ask('company.writer', 'GET', path)).status).toBe(422)
    await portal.owner.query('update extension_request set status_id = 5')
    expect(await readReply(ask('company.writer', 'GET', path))).toMatchObject({
      extensionId: result.rows[0]!.id,
      due: { dueDate: '2025-04-21', originalDueDate: '2025-03-31' },
    })
    await portal.owner.query(
      'update annual_statement set extension_id = null; delete from extension_request; delete from task_instance; delete from task_schedule',
    )
  })
})

/** Returns the result of a query run inside a call by the company's reader. */
async function runInHandler(find: (context: AnyContext) => Promise<unknown>): Promise<unknown> {
  const probe = call({
    method: 'GET',
    path: '/probe',
    access: signedIn,
    answer: z.unknown(),
    summary: 'Probe',
  })
  const app = await buildServer([serve(probe, find)], portal.pool, portal.services)
  const credentials = { userName: 'company.reader', password: 'correct horse battery' }
  const { body } = await portal.ask('anonymous', 'POST', '/api/users/authenticate', credentials)
  const authorization = `Bearer ${(body as { token: string }).token}`
  const reply = await app.inject({ url: '/probe', headers: { authorization } })
  await app.close()
  return reply.json()
}

test('domain 14.2: a rent increase checks whether the statement that was due last is reviewed', async () => {
  const { afsId } = await submitted(2024)
  const loadReviewedAnswer = (today = '2025-11-10') =>
    runInHandler(async ({ db }) => {
      const lookup = { propertyId: 1, rentsFrom: null, today, units: 13, statementDays: 90 }
      const { rows } = await statementReviewed.row(lookup).execute(db)
      const [year, id, statusId, submitted, required] = Object.values(rows[0] as object)
      return statementReviewed.answer({ year, id, statusId, submitted, required })
    })
  // The year and the requirement decide, with or without a task. None is due before its day.
  expect(await loadReviewedAnswer('2026-03-30')).toMatchObject({ fact: expect.stringContaining(', 2024:') })
  expect(await loadReviewedAnswer('2026-03-31')).toEqual({
    value: false,
    fact: 'No 2025 statement was begun.',
  })
  const require = (required: boolean) =>
    portal.owner.query(
      'update property_requirement set required = $1 where property_id = 1 and module_id = 1',
      [required],
    )
  await require(false)
  expect(await loadReviewedAnswer('2026-03-31')).toMatchObject({
    value: true,
    fact: expect.stringContaining('need not file'),
  })
  await require(true)
  await addTask()
  await portal.owner.query("update task_instance set due_date = '2025-11-11'")
  expect(await loadReviewedAnswer()).toMatchObject({ fact: 'No 2023 statement was begun.' })
  await portal.owner.query("update task_instance set due_date = '2025-03-31'")
  expect(await loadReviewedAnswer()).toEqual({
    value: false,
    fact: `FS-${afsId}, 2024: Submitted (not reviewed).`,
  })
  await portal.owner.query(completeCardSql, [afsId])
  for (const status of [3, 4])
    await readReply(ask('agency.write', 'POST', `AFS/UpdateStatus/${afsId}/${status}`, {}))
  expect(await loadReviewedAnswer()).toMatchObject({ value: true })
  await portal.owner.query('delete from task_instance; delete from task_schedule')
})
