import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadRecordPeople } from '#core/portfolio/contacts/server/index.ts'
import { asSystem } from '#kernel/server/database.ts'
import { runDue } from '#kernel/server/jobs.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import { plannedChangesJob } from './companyChange.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const path = '/api/projects'
const post = (call: string, body: object, persona = 'agency.write') =>
  portal.ask(persona, 'POST', `${path}/${call}`, body)
const changeCompany = (managementCompanyId: number | null, fromDate: string) =>
  post('ChangeCompany', { propertyId: 1, managementCompanyId, fromDate })
const loadPlannedChange = async () =>
  (await portal.ask('agency.read', 'GET', `${path}/GetPlannedCompanyChange/1`)).body as {
    fromDate: string
  } | null
const loadCompanyId = async () =>
  (await portal.owner.query('select management_company_id as id from property where property_id = 1')).rows[0]
    .id
const runPlannedChanges = async (moment: string) => {
  portal.setNow(new Date(moment))
  await runDue(portal.pool, portal.services, plannedChangesJob)
}
const getFields = (reply: Reply) => (reply.body as { fields: Record<string, string[]> }).fields

test('a planned change of company takes effect when its day begins in the agency’s time zone', async () => {
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
  expect((await changeCompany(2, '2026-12-01')).status).toBe(200)
  expect(await loadCompanyId()).toBe(1)
  expect(await loadPlannedChange()).toMatchObject({
    managementCompanyId: 2,
    fromDate: '2026-12-01',
    managementCompanyName: 'Test Company Two',
  })
  expect(getFields(await changeCompany(3, '2026-11-16'))).toEqual({
    fromDate: ['From: a change to Test Company Two on 12/01/2026 is entered already; take it back first.'],
  })
  expect((await post('CancelPlannedCompanyChange', { propertyId: 1 }, 'company.admin')).status).toBe(403)
  expect((await post('CancelPlannedCompanyChange', { propertyId: 1 })).body).toBeNull()
  expect((await changeCompany(2, '2026-12-01')).status).toBe(200)

  // This is 11:30 pm of the day before, in the agency's time zone.
  await runPlannedChanges('2026-12-01T05:30:00Z')
  expect(await loadCompanyId()).toBe(1)
  await runPlannedChanges('2026-12-01T06:30:00Z')
  expect(await loadCompanyId()).toBe(2)
  expect(await loadPlannedChange()).toBeNull()
  const lines = (await portal.ask('agency.read', 'GET', `${path}/GetCompanyHistory/1`)).body
  expect(lines).toMatchObject([
    { managementCompanyId: 2, fromDate: '2026-12-01', toDate: null },
    { managementCompanyId: 1, toDate: '2026-11-30' },
  ])
  const written = await portal.owner.query(
    'select 1 from permission where property_id = 1 and write and user_id = any (kernel.people_of(1))',
  )
  expect(written.rows).toEqual([])
  const logged = await portal.owner.query(
    `select call, user_id from audit_log where table_name = 'property' and operation = 'update' and row_id = 1 and changes ? 'management_company_id'`,
  )
  expect(logged.rows).toMatchObject([{ call: 'job planned changes of company', user_id: null }])
})

test('a property can change to no company, and a planned change follows a company that was merged', async () => {
  expect((await changeCompany(null, '2026-12-20')).status).toBe(200)
  await runPlannedChanges('2026-12-20T18:00:00Z')
  expect(await loadCompanyId()).toBeNull()
  expect((await changeCompany(3, '2027-01-01')).status).toBe(200)
  await portal.owner.query(
    'update management_company set alias_of = 1, merged_at = now(), status = 0 where management_company_id = 3',
  )
  await runPlannedChanges('2027-01-01T18:00:00Z')
  expect(await loadCompanyId()).toBe(1)
})

test('contacts of a company that left a property get mail only about what it filed', async () => {
  const CONTACT_TYPE = 4
  await portal.owner.query(`
    with made as (insert into contact (name, email)
      values ('Of the company', 'former@one.example'), ('Of the owner', 'owner@grove.example') returning *),
    placed as (insert into property_contact (property_id, contact_id, contact_type_id)
      select 2, contact_id, ${CONTACT_TYPE} from made)
    insert into management_company_contact (management_company_id, contact_id, contact_type_id)
      select p.management_company_id, m.contact_id, ${CONTACT_TYPE} from made m, property p
      where m.email = 'former@one.example' and p.property_id = 2`)
  const formerId = (
    await portal.owner.query('select management_company_id as id from property where property_id = 2')
  ).rows[0].id
  const people = { propertyId: 2, submittedById: null, reviewerId: null }
  const loadAddresses = (filedCompanyId: number) =>
    asSystem(portal.pool, 'test', async ({ db }) => {
      const { of: getRecipients } = await loadRecordPeople({ db }, { ...people, filedCompanyId })
      return getRecipients(String(CONTACT_TYPE)).map(({ email }) => email)
    })
  const BOTH = ['former@one.example', 'owner@grove.example']
  expect((await loadAddresses(formerId)).sort()).toEqual(expect.arrayContaining(BOTH))
  const nextId = formerId === 2 ? 1 : 2
  const day = '2026-11-16'
  portal.setNow(new Date(`${day}T15:00:00Z`))
  const body = { propertyId: 2, managementCompanyId: nextId, fromDate: day }
  expect((await post('ChangeCompany', body)).status).toBe(200)
  expect(await loadAddresses(nextId)).not.toContain('former@one.example')
  expect(await loadAddresses(nextId)).toContain('owner@grove.example')
  expect(await loadAddresses(formerId)).toEqual(expect.arrayContaining(BOTH))
})
