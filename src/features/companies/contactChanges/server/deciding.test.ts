import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { HistoryLine } from '#kernel/model/history.ts'
import { runDue } from '#kernel/server/jobs.ts'
import {
  change,
  contactStage,
  detail,
  faults,
  ofA,
  requestPath,
  resetContacts,
  values,
} from '#tests/contactStage.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { contactChangeJob } from './apply.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(() => resetContacts(portal))

const { ask, rows, inReview, named: loadPropertyContacts, mails } = contactStage(() => portal)

describe('deciding', () => {
  const titleChange = { ...change, newValues: { ...values, title: 'Director', phone: '(573) 555-0199' } }

  test('B10 a rejection needs a reason and changes no contact', async () => {
    const { requestId } = await inReview([titleChange])
    expect(faults(await ask('agency.write', 'Reject', { id: requestId }))[0]?.[0]).toBe('reason')
    expect((await ask('agency.write', 'Reject', { id: requestId, reason: 'No proof' })).body).toMatchObject({
      statusId: 6,
      statusLabel: 'Rejected',
      decisionComment: 'No proof',
      actions: [],
    })
    expect((await loadPropertyContacts(1))[1]).toMatchObject({ title: 'Manager' })
    expect((await mails()).at(-1)).toMatchObject({ event: 'contacts.denied' })
  })

  test('a contact that the agency changed since is a conflict, and with a decision both changes apply', async () => {
    const { requestId, lineIds } = await inReview([{ ...titleChange, everywhere: true }])
    // The agency changes the telephone and the address of the same contact.
    await portal.ask('agency.second', 'PUT', '/api/Contact', {
      contactId: 3,
      phone: '573-555-0777',
      city: 'Rolla',
    })
    const refused = await ask('agency.write', 'Approve', { id: requestId })
    expect([refused.status, faults(refused)]).toEqual([
      422,
      [['lines.0.phone', 'Change 1: Phone was changed in the meantime; decide which value applies.']],
    ])
    expect((await loadPropertyContacts(1))[1]).toMatchObject({ title: 'Manager' })
    const decisions = [{ contactChangeId: lineIds[0], choices: { phone: 'present' } }]
    expect(
      (await ask('agency.write', 'Approve', { id: requestId, decisions, reason: 'Agreed' })).body,
    ).toMatchObject({
      statusId: 5,
    })
    expect(await rows('select title, phone, city from contact where contact_id = 3')).toEqual([
      { title: 'Director', phone: '573-555-0777', city: 'Rolla' },
    ])
    expect((await mails()).at(-1)).toMatchObject({ event: 'contacts.approved' })
    const history = (await portal.ask('company.reader', 'GET', `${requestPath}/GetHistory/${requestId}`))
      .body as HistoryLine[]
    const decided = history.find((item) => item.changes?.decision)
    expect([decided?.userName, decided?.changes?.decision]).toEqual([
      'Agency Write',
      [null, 'Phone: stays 573-555-0777, not (573) 555-0199'],
    ])
    expect(history.map((item) => item.action)).toEqual(
      expect.arrayContaining(['create', 'submit', 'startReview', 'approve', 'insert']),
    )
  })

  test('of two decisions at the same time, one answers 409', async () => {
    const { requestId } = await inReview([titleChange])
    const { version } = detail(
      await portal.ask('agency.write', 'GET', `${requestPath}/GetRequest/${requestId}`),
    )
    const both = await Promise.all([
      ask('agency.write', 'Approve', { id: requestId, version }),
      ask('agency.second', 'Reject', { id: requestId, version, reason: 'No' }),
    ])
    expect(both.map((reply) => reply.status).sort()).toEqual([200, 409])
    expect((await mails()).filter((mail) => /approved|denied/.test(mail.event))).toHaveLength(1)
  })

  test('the person who submitted a request cannot decide on it, and companies never can', async () => {
    const { requestId } = await inReview([titleChange], ofA, 'agency.write')
    expect((await ask('agency.write', 'Approve', { id: requestId })).status).toBe(422)
    for (const persona of ['company.admin', 'agency.read', 'global.admin'])
      expect((await ask(persona, 'Approve', { id: requestId })).status).toBe(403)
    expect((await ask('agency.second', 'Approve', { id: requestId })).status).toBe(200)
  })

  test('without `everywhere`, the details of a person change at this property only', async () => {
    const { requestId } = await inReview([titleChange])
    await ask('agency.write', 'Approve', { id: requestId })
    const loadTitles = async (propertyId: number) =>
      (await loadPropertyContacts(propertyId)).filter((item) => item.t === 6)
    expect(await loadTitles(1)).toMatchObject([{ name: 'Primary Contact', title: 'Director' }])
    expect(await loadTitles(2)).toMatchObject([{ name: 'Primary Contact', title: 'Manager' }])
  })

  test('another person replaces the contact at this property only, and with `everywhere` the contact itself is changed', async () => {
    const successor = { name: 'Successor', email: 'successor@one.example' }
    const here = await inReview([{ ...change, newValues: successor }])
    await ask('agency.write', 'Approve', { id: here.requestId })
    expect((await loadPropertyContacts(1)).filter((item) => item.t === 6).map((item) => item.name)).toEqual([
      'Successor',
    ])
    expect((await loadPropertyContacts(2)).map((item) => item.name)).toEqual(['Primary Contact'])
    const { requestId } = await inReview(
      [{ ...change, everywhere: true, newValues: { ...successor, name: 'Renamed' } }],
      {
        propertyId: 2,
        reason: 'Name',
      },
    )
    await ask('agency.write', 'Approve', { id: requestId })
    expect(await Promise.all([loadPropertyContacts(2), loadPropertyContacts(4)])).toMatchObject([
      [{ name: 'Renamed' }],
      [{ name: 'Renamed' }],
    ])
  })

  test('adding an existing person creates no second contact, and `everywhere` adds it to all properties of the company', async () => {
    const person = { name: 'primary contact', email: 'PRIMARY@one.example', company: 'One' }
    const line = {
      kind: 'Add',
      contactTypeId: 3,
      newValues: person,
      everywhere: true,
      effectiveDate: '2026-11-16',
    }
    const { requestId } = await inReview([line], { managementCompanyId: 1, reason: 'New region' })
    // The reviewer sees that the person is named at three properties and the company.
    const reviewerView = detail(
      await portal.ask('agency.write', 'GET', `${requestPath}/GetRequest/${requestId}`),
    )
    expect(reviewerView.lines[0]?.otherPlaces).toBe(4)
    const property = await inReview([
      { kind: 'End', contactTypeId: 8, contactId: 1, effectiveDate: '2026-11-16' },
    ])
    // This call is only for requests of companies and owner-managers.
    const decide = (id: number, body: object) =>
      ask('agency.write', 'ApproveOrRejectManagementContactChangerequest', { id, ...body })
    expect((await decide(property.requestId, { approve: true })).status).toBe(404)
    expect((await decide(requestId, { approve: true })).body).toMatchObject({ statusId: 5 })
    expect(
      await rows(`select contact_id, company from contact where lower(name) = 'primary contact'`),
    ).toEqual([{ contact_id: 3, company: 'One' }])
    expect(
      await rows(
        'select property_id from property_contact where contact_id = 3 and contact_type_id = 3 order by 1',
      ),
    ).toEqual([{ property_id: 1 }, { property_id: 2 }, { property_id: 3 }])
  })

  test('if a contact was removed since, approving needs a decision, which can add it again', async () => {
    const { requestId, lineIds } = await inReview([titleChange])
    await portal.owner.query('delete from property_contact where property_id = 1 and contact_id = 3')
    expect(faults(await ask('agency.write', 'Approve', { id: requestId }))[0]?.[0]).toBe('lines.0.contact')
    const decisions = [{ contactChangeId: lineIds[0], choices: { contact: 'wanted' } }]
    expect((await ask('agency.write', 'Approve', { id: requestId, decisions })).status).toBe(200)
    expect((await loadPropertyContacts(1)).find((item) => item.t === 6)).toMatchObject({ title: 'Director' })
    const otherRequest = await inReview([
      { kind: 'End', contactTypeId: 8, contactId: 1, effectiveDate: '2026-11-16' },
    ])
    expect((await ask('agency.write', 'Approve', { id: otherRequest.requestId, decisions })).status).toBe(404)
  })

  test('an end with `everywhere` removes the person from all properties and companies', async () => {
    const { requestId } = await inReview([
      { kind: 'End', contactTypeId: 6, contactId: 3, everywhere: true, effectiveDate: '2026-11-16' },
    ])
    await ask('agency.write', 'Approve', { id: requestId })
    expect(await rows('select 1 from property_contact where contact_id = 3')).toEqual([])
    expect(await rows('select active from contact where contact_id = 3')).toEqual([{ active: false }])
  })

  test('a change with a later effective date is applied on that day, once, even by two runs', async () => {
    const { requestId } = await inReview([
      { ...titleChange, effectiveDate: '2026-12-01' },
      { kind: 'End', contactTypeId: 8, contactId: 1, effectiveDate: '2026-11-16' },
    ])
    await ask('agency.write', 'Approve', { id: requestId })
    expect((await loadPropertyContacts(1)).map((item) => [item.t, item.title])).toEqual([
      [1, null],
      [6, 'Manager'],
    ])
    const runJob = () => runDue(portal.pool, portal.services, contactChangeJob)
    portal.setNow(new Date('2026-11-30T18:00:00Z'))
    await runJob()
    expect((await loadPropertyContacts(1))[1]).toMatchObject({ title: 'Manager' })
    // The approved value applies although the contact was changed since, and the change records the replaced
    // value.
    await portal.ask('agency.second', 'PUT', '/api/Contact', { contactId: 3, title: 'Lead' })
    portal.setNow(new Date('2026-12-01T18:00:00Z'))
    expect((await Promise.all([runJob(), runJob()])).filter(Boolean)).toHaveLength(1)
    expect((await loadPropertyContacts(1))[1]).toMatchObject({ title: 'Director' })
    expect(await rows('select 1 from contact_change where applied_at is null')).toEqual([])
    expect(await rows('select decision from contact_change where decision is not null')).toEqual([
      { decision: 'Title: becomes Director, not Lead' },
    ])
  })
})
