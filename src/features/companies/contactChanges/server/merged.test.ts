import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contactStage, requestPath, resetContacts } from '#tests/contactStage.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(
    `insert into setting (key, value, effective_from) values ('company_merge_two_person', 'false', '2000-01-01')`,
  )
})
afterAll(() => portal.close())
beforeEach(() => resetContacts(portal))

const { rows, submitted } = contactStage(() => portal)

test('CALL-MCO merging companies moves contacts without duplicates, and contact change requests', async () => {
  await portal.owner.query(
    'insert into management_company_contact (management_company_id, contact_id, contact_type_id) values (1, 1, 8), (2, 3, 6)',
  )
  const line = { kind: 'End', contactTypeId: 6, contactId: 3, effectiveDate: '2026-11-16' }
  const { requestId } = await submitted([line], { managementCompanyId: 1, reason: 'Left' })
  const merged = await portal.ask(
    'agency.admin',
    'POST',
    '/api/ManagementCompany/MergeManagementCompanies/2',
    [1],
  )
  expect(merged.status, JSON.stringify(merged.body)).toBe(200)
  expect(
    await rows(
      'select management_company_id as m, contact_id as c, contact_type_id as t from management_company_contact order by 2',
    ),
  ).toEqual([
    { m: 2, c: 1, t: 8 },
    { m: 2, c: 3, t: 6 },
  ])
  expect(
    await rows(`select r.management_company_id as m, l.management_company_id as l from contact_change_request r
      join contact_change l using (contact_change_request_id) where contact_change_request_id = ${requestId}`),
  ).toEqual([{ m: 2, l: 2 }])
  // The request was filed by the merged company and is now about the remaining one.
  const read = await portal.ask('agency.read', 'GET', `${requestPath}/GetRequest/${requestId}`)
  expect(read.body).toMatchObject({ subject: 'Test Company Two', companyName: 'Test Company One' })
})
