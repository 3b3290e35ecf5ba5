import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import type { ListedProperty } from '../model/calls.ts'
import type { CertificationDetail } from '../model/certifications.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(`
    insert into permission (user_id, property_id, key, read, write) values (5, 1, 'Compliance_Forms', true, true),
      (6, 1, 'Compliance_Forms', true, false), (7, 4, 'Compliance_Forms', true, true);
    insert into task_schedule (task_schedule_id, property_id, task_type_id, frequency, start_year) values (1, 1, 7, 2, 2025)`)
})
beforeEach(async () => {
  portal.setNow(new Date('2026-01-20T15:00:00Z'))
  await portal.owner.query(`insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date)
    values (1, 1, 7, '2025-01-01', '2025-12-31', '2026-01-01', '2026-02-02', '2026-02-02')`)
})
afterEach(() =>
  portal.owner.query(
    'truncate housing_priority_certification, housing_priority_certification_special_needs, lra_contact_change, task_instance, outbox cascade',
  ),
)
afterAll(() => portal.close())

const path = '/api/HousingPriorityCertification'
const post = (persona: string, tail: string, body: unknown = {}) =>
  portal.ask(persona, 'POST', `${path}/${tail}`, body)
const get = (persona: string, tail: string) => portal.ask(persona, 'GET', `${path}/${tail}`)
const expectOk = <T = CertificationDetail>(reply: Reply): T => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as T
}
const getMessage = (reply: Reply) => [reply.status, (reply.body as { message: string }).message]
const specialNeeds = [
  { population: 'Veterans', committed: 3, filled: 2, byReferral: 1 },
  { population: 'Homeless', committed: 2, filled: 2, byReferral: 2 },
]
const labels = {
  committedUnits: 5,
  vacantUnits: 1,
  heldUnits: 1,
  lraName: 'Invented Referrals',
  lraAgreementEnds: '2027-06-30',
  services: 'Case management',
  outreach: 'Monthly',
  explanation: 'One unit is kept open for a referral.',
  certified: true,
  ownerSignedBy: 'Invented Owner',
  ownerSignedOn: '2026-01-19',
  lraSignedBy: 'Invented Agent',
  lraSignedOn: '2026-01-19',
}
async function createDraft() {
  const draft = expectOk(await post('company.writer', 'SaveProgress', { request: { propertyId: 1 } }))
  const { housingPriorityCertificationId, version } = draft
  const request = { housingPriorityCertificationId, version, ...labels }
  return expectOk(await post('company.writer', 'SaveProgress', { request, specialNeeds }))
}
async function createApproved() {
  const { housingPriorityCertificationId: id } = await createDraft()
  expectOk(await post('company.writer', `Submit/${id}`))
  expectOk(await post('agency.write', 'Review', { id }))
  return expectOk(await post('agency.write', 'ChangeStatus', { id, statusId: 5 }))
}

describe('a certification from its draft to the decision', () => {
  test('CALL-HPC-01 to CALL-HPC-05, CALL-HPC-07: a certification is created for the year due, submitted with both signatures and approved', async () => {
    const [due] = expectOk<ListedProperty[]>(await get('company.writer', 'GetByUserId/0'))
    expect(due).toMatchObject({
      propertyId: 1,
      year: 2025,
      dueDate: '2026-02-02',
      statusLabel: 'Not started',
    })
    const { housingPriorityCertificationId: id, year } = await createDraft()
    expect(year).toBe(2025)
    const repeatedReply = await post('company.writer', 'SaveProgress', {
      request: { propertyId: 1, year: 2025 },
    })
    expect(getMessage(repeatedReply)).toEqual([
      422,
      `The 2025 certification of this property is Z-${id} already.`,
    ])
    const bare = { housingPriorityCertificationId: id, explanation: null, lraSignedBy: '' }
    expectOk(await portal.ask('company.writer', 'PUT', path, bare))
    const refused = await post('company.writer', `Submit/${id}`)
    expect(Object.keys((refused.body as { fields: object }).fields)).toEqual(['lraSignedBy', 'explanation'])
    const { explanation, lraSignedBy } = labels
    expectOk(
      await portal.ask('company.writer', 'PUT', path, {
        housingPriorityCertificationId: id,
        explanation,
        lraSignedBy,
      }),
    )
    expectOk(await post('company.writer', `Submit/${id}`))
    expectOk(await post('agency.write', 'Review', { id }))
    expectOk(await post('agency.write', 'ChangeStatus', { id, statusId: 5 }))
    const countLines = async (tail: string) => expectOk<object[]>(await get('company.reader', tail)).length
    expect(await countLines('GetByStatusId/5')).toBe(1)
    expect([
      await countLines('GetByStatusIdAndYear/5/2025'),
      await countLines('GetByStatusIdAndYear/-1/2024'),
    ]).toEqual([1, 0])
    expect(expectOk<object[]>(await get('company.reader', 'GetByProjectId/1'))).toMatchObject([
      { filled: 4, unmet: 1 },
    ])
    const needs = await portal.ask('company.reader', 'GET', `${path}SpecialNeeds/GetByHousingId/${id}`)
    expect(expectOk<object[]>(needs)).toMatchObject(specialNeeds)
    expect((await get('other.user', `GetHousingPriorityCertification/${id}`)).status).toBe(404)
    const task = await portal.owner.query('select status_id as s from task_instance where task_type_id = 7')
    expect(task.rows).toEqual([{ s: 5 }])
  })

  test('the certification of the next year copies commitment, agency and populations', async () => {
    await createApproved()
    const next = expectOk(
      await post('company.writer', 'SaveProgress', { request: { propertyId: 1, year: 2026 } }),
    )
    expect(next).toMatchObject({ committedUnits: 5, lraName: 'Invented Referrals', committedBefore: 5 })
    expect(
      next.specialNeeds.map((specialNeed) => [
        specialNeed.population,
        specialNeed.committed,
        specialNeed.filled,
      ]),
    ).toEqual([
      ['Veterans', 3, null],
      ['Homeless', 2, null],
    ])
    const late = await post('company.writer', 'SaveProgress', { request: { propertyId: 1, year: 2027 } })
    expect(getMessage(late)[1]).toBe('The 2027 certification is filed once the year has begun.')
  })

  test('populations can be changed by their own calls until the certification is submitted', async () => {
    const { housingPriorityCertificationId: id, specialNeeds: populations } = await createDraft()
    const populationsPath = `${path}SpecialNeeds`
    const populationKey = {
      housingPriorityCertificationSpecialNeedsId: populations[0]!.housingPriorityCertificationSpecialNeedsId,
    }
    expect(
      expectOk(
        await portal.ask('company.writer', 'PUT', populationsPath, {
          ...populationKey,
          filled: 1,
          byReferral: 1,
        }),
      ),
    ).toMatchObject({
      filled: 1,
    })
    expectOk(await post('company.writer', `Submit/${id}`))
    expect(
      (await portal.ask('company.writer', 'PUT', populationsPath, { ...populationKey, filled: 2 })).status,
    ).toBe(409)
  })
})

describe('the contact of the lead referral agency', () => {
  test('CALL-HPC-06: users who may write for the property can change the contact in any status, with a history', async () => {
    const { housingPriorityCertificationId: id } = await createApproved()
    const contact = { name: 'Invented Person One', company: 'Invented Referrals', phone: '(573) 555-0100' }
    expect(expectOk<object[]>(await post('company.writer', `UpdateLRAContact/${id}`, contact))).toMatchObject(
      [{ name: 'Invented Person One', changedByName: 'Company Writer' }],
    )
    expect(
      expectOk<object[]>(
        await post('agency.write', `UpdateLRAContact/${id}`, { name: 'Invented Person Two' }),
      ),
    ).toMatchObject([
      { name: 'Invented Person Two', changedByName: 'Agency Write' },
      { name: 'Invented Person One' },
    ])
    expect(
      expectOk(await get('company.reader', `GetHousingPriorityCertification/${id}`)).contact,
    ).toMatchObject({
      name: 'Invented Person Two',
    })
    const reply = await portal.ask('company.reader', 'GET', '/api/projects/GetLRAContact/1')
    expect(expectOk(reply)).toMatchObject({ name: 'Invented Person Two' })
    expect((await post('company.reader', `UpdateLRAContact/${id}`, contact)).status).toBe(403)
    expect((await post('other.user', `UpdateLRAContact/${id}`, contact)).status).toBe(404)
    expect(expectOk<object[]>(await get('other.user', 'GetLRAContactHistory/1'))).toEqual([])
  })

  test('the date of a contact survives merging duplicates and is not applied to another contact', async () => {
    const { housingPriorityCertificationId: id } = await createApproved()
    const since = async () =>
      expectOk<{ contact: string; updated: string | null }[]>(
        await portal.ask('agency.write', 'POST', '/api/reporting/CurrentLRAContacts', { projectId: 1 }),
      ).map(({ contact, updated }) => [contact, updated?.slice(0, 10) ?? null])
    const contact = { name: 'Invented Person Three', company: 'Invented Referrals', phone: '(573) 555-0103' }
    expectOk(await post('company.writer', `UpdateLRAContact/${id}`, contact))
    portal.setNow(new Date('2026-02-20T15:00:00Z'))
    expectOk(await post('company.writer', `UpdateLRAContact/${id}`, contact))
    const merged = await portal.ask(
      'agency.write',
      'POST',
      '/api/ContactChangeRequest/RemoveDuplicateContacts',
      {},
    )
    expect(expectOk<{ removed: number }>(merged).removed).toBeGreaterThan(0)
    expect(await since()).toEqual([['Invented Person Three', '2026-02-20']])
    await portal.owner.query(`with made as (insert into contact (name, active) values ('Invented Successor', true) returning contact_id)
      update property_contact k set contact_id = made.contact_id from made where k.property_id = 1 and k.lead_referral_agency`)
    expect(await since()).toEqual([['Invented Successor', null]])
  })

  test('an agreement that ends within 60 days has a to-do', async () => {
    await createApproved()
    const kinds = async () =>
      expectOk<{ kind: string }[]>(await portal.ask('company.writer', 'GET', '/api/tasks/GetToDo')).map(
        (item) => item.kind,
      )
    expect(await kinds()).not.toContain('housingPriority.ending')
    portal.setNow(new Date('2027-05-05T15:00:00Z'))
    expect(await kinds()).toContain('housingPriority.ending')
  })
})
