import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  change,
  contactStage,
  type Detail,
  detail,
  faults,
  type Line,
  ofA,
  requestPath,
  resetContacts,
  values,
} from '#tests/contactStage.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(() => resetContacts(portal))

const { ask, rows, save, submitted, mails } = contactStage(() => portal)

describe('drafting', () => {
  test('B1 CCR-05 a draft stores incomplete lines with the old values of the contact', async () => {
    const saved = detail(
      await save('company.admin', ofA, [{ ...change, newValues: { title: ' Director ' } }]),
    )
    expect(saved).toMatchObject({ statusId: 1, ownerManaged: false, missingTypes: [2, 3, 4, 5, 7] })
    expect(saved.lines).toMatchObject([
      { oldValues: values, newValues: { title: 'Director', name: null }, linked: true, otherPlaces: 2 },
    ])
    // Lines that are not submitted are removed, and a line keeps the old values that were recorded when it
    // was drafted.
    await portal.owner.query(`update contact set title = 'Vice president' where contact_id = 3`)
    const request = { contactChangeRequestId: saved.contactChangeRequestId, version: saved.version }
    const line = {
      contactChangeId: saved.lines[0]!.contactChangeId,
      newValues: { ...values, title: 'Director' },
    }
    const repeatedSave = detail(
      await save('company.admin', request, [line, { kind: 'End', contactTypeId: 8, contactId: 1 }]),
    )
    expect(repeatedSave.lines).toMatchObject([
      { oldValues: { title: 'Manager' }, present: { title: 'Vice president' } },
      { kind: 'End', oldValues: { name: 'Financial Contact' } },
    ])
    expect((await save('company.admin', request, [line])).status).toBe(409)
    const last = detail(await save('company.admin', { ...request, version: repeatedSave.version }, []))
    expect(last.lines).toEqual([])
  })

  test('repeating a save with the same client keys updates one request and one line', async () => {
    const buildKey = (last: number) => `3b241101-e2bb-4255-8caf-4136c566a96${last}`
    const first = { ...ofA, clientKey: buildKey(2) }
    const line = { ...change, clientKey: buildKey(3), newValues: { ...values, title: 'Director' } }
    const original = detail(await save('company.admin', first, [line]))
    const requestAfterRetry = detail(await save('company.admin', first, [line]))
    expect(requestAfterRetry).toMatchObject({
      contactChangeRequestId: original.contactChangeRequestId,
      statusId: 1,
    })
    expect(requestAfterRetry.lines.map((line) => line.contactChangeId)).toEqual(
      original.lines.map((line) => line.contactChangeId),
    )
    expect(await rows('select 1 from contact_change_request')).toHaveLength(1)
    expect(await rows('select 1 from contact_change')).toHaveLength(1)
  })

  test('invalid input is refused with its field and stores nothing', async () => {
    expect(faults(await save('company.admin', { reason: 'X' }, []))).toEqual([
      ['propertyId', 'Property or Management company: *Field is required'],
    ])
    expect(faults(await save('company.admin', { propertyId: 1, managementCompanyId: 1 }, []))[0]?.[0]).toBe(
      'managementCompanyId',
    )
    expect(
      faults(await save('company.admin', ofA, [{ contactTypeId: 3 }, { ...change, contactId: 1 }])),
    ).toEqual([
      ['lines.0.kind', 'Change: *Field is required'],
      ['lines.1.contactId', 'Contact: choose one that has this type here.'],
    ])
    expect(await rows('select 1 from contact_change_request')).toEqual([])
  })

  test('NAV-10 only primary users of the company and agency writers can write, and other companies get 404', async () => {
    for (const persona of ['company.writer', 'company.reader', 'agency.read'])
      expect((await save(persona, ofA, [])).status).toBe(403)
    for (const persona of ['other.user']) expect((await save(persona, ofA, [])).status).toBe(404)
    const { requestId } = await submitted([
      { kind: 'End', contactTypeId: 8, contactId: 1, effectiveDate: '2026-11-16' },
    ])
    const loadStatusAs = async (persona: string) =>
      (await portal.ask(persona, 'GET', `${requestPath}/GetRequest/${requestId}`)).status
    expect(await Promise.all(['company.reader', 'agency.read', 'other.user'].map(loadStatusAs))).toEqual([
      200, 200, 404,
    ])
    expect((await ask('company.writer', `UnsubmitRequest/${requestId}`)).status).toBe(403)
    expect((await ask('other.user', `UnsubmitRequest/${requestId}`)).status).toBe(404)
  })

  test('people of another company, even with Global_Admin, cannot see the requests of a company', async () => {
    const ofCompany = { managementCompanyId: 1, reason: 'New office' }
    const { contactChangeRequestId: id } = detail(
      await save('company.admin', ofCompany, [{ ...change, newValues: values }]),
    )
    for (const persona of ['other.user', 'global.admin']) {
      expect((await portal.ask(persona, 'GET', `${requestPath}/GetRequest/${id}`)).status).toBe(404)
      expect((await ask(persona, 'GetContactChangeManagementCompanyRequests/0')).body).toEqual([])
      expect((await ask(persona, 'GetChangeManagementCompanyRequestByManagementId/1')).status).toBe(404)
      expect((await save(persona, ofCompany, [])).status).toBe(404)
      expect((await portal.ask(persona, 'GET', '/api/ContactChange')).body).toEqual([])
    }
    expect((await ask('company.reader', 'GetContactChangeManagementCompanyRequests/1')).body).toMatchObject([
      { contactChangeRequestId: id, subject: 'Test Company One', changes: 1 },
    ])
  })

  test('CCR-08…CCR-10 the calls return the open request of a company or owner-managed property, or an empty one', async () => {
    const empty = detail(await ask('company.admin', 'GetChangeManagementCompanyRequestByOwnerManagedId/3'))
    expect(empty).toMatchObject({
      contactChangeRequestId: 0,
      ownerManaged: true,
      lines: [],
      canEdit: true,
      actions: [],
    })
    const saved = detail(await save('company.admin', { propertyId: 3, reason: 'Own' }, []))
    const open = await ask('company.admin', 'GetChangeManagementCompanyRequestByOwnerManagedId/3')
    expect(detail(open).contactChangeRequestId).toBe(saved.contactChangeRequestId)
    expect(
      (await ask('agency.read', `GetChangeManagementCompanyRequestById/${saved.contactChangeRequestId}`))
        .body,
    ).toMatchObject({
      canEdit: false,
    })
    // The list of management requests contains those of companies and owner-managers.
    expect((await ask('agency.read', 'GetContactChangeManagementCompanyRequests/0')).body).toHaveLength(1)
    expect((await ask('agency.read', 'GetContactChangeManagementCompanyRequests/1')).body).toEqual([])
    expect((await portal.ask('agency.read', 'GET', `${requestPath}/GetQueue`)).body).toMatchObject([
      { propertyId: 3, ownerManaged: true, companyName: 'Test Company One' },
    ])
    expect((await portal.ask('agency.read', 'GET', `${requestPath}/GetByProperty/3`)).body).toHaveLength(1)
  })

  test('CAL-04 the generic calls apply the same rules', async () => {
    const decided = { propertyId: 1, reason: 'X', statusId: 5 }
    expect((await portal.ask('company.admin', 'POST', requestPath, decided)).status).toBe(400)
    const created = await portal.ask('company.admin', 'POST', requestPath, { propertyId: 1, reason: 'X' })
    expect(created.body).toMatchObject({ statusId: 1, managementCompanyId: null })
    const contactChangeRequestId = (created.body as Detail).contactChangeRequestId
    const line = { contactChangeRequestId, ...change, newValues: null }
    const added = await portal.ask('company.admin', 'POST', '/api/ContactChange', line)
    expect(added.body).toMatchObject({ propertyId: 1, oldValues: values })
    const { contactChangeId } = added.body as Line
    expect(
      (await portal.ask('company.reader', 'PUT', '/api/ContactChange', { contactChangeId, kind: 'End' }))
        .status,
    ).toBe(403)
    expect(
      (await portal.ask('company.admin', 'PUT', '/api/ContactChange', { contactChangeId, kind: 'End' })).body,
    ).toMatchObject({
      kind: 'End',
    })
    await ask('company.admin', `Submit/${contactChangeRequestId}`)
    for (const [method, url, body] of [
      ['PUT', requestPath, { contactChangeRequestId, reason: 'Y' }],
      ['DELETE', `${requestPath}/${contactChangeRequestId}`, undefined],
      ['DELETE', `/api/ContactChange/${contactChangeId}`, undefined],
      ['POST', '/api/ContactChange', line],
    ] as const)
      expect((await portal.ask('company.admin', method, url, body)).status).toBe(409)
  })
})

describe('submitting and returning', () => {
  test('submitting reports all faults at once with their fields', async () => {
    const saved = detail(
      await save('company.admin', { propertyId: 1 }, [
        {
          kind: 'Add',
          contactTypeId: 1,
          newValues: { name: 'Partner', email: 'a@one.example; b@one.example', zip: '65201', state: 'KS' },
        },
        { ...change, effectiveDate: null, newValues: values },
      ]),
    )
    const reply = await ask('company.admin', `Submit/${saved.contactChangeRequestId}`)
    expect(reply.status).toBe(422)
    expect(faults(reply).map(([field]) => field)).toEqual([
      'reason',
      'lines.0.effectiveDate',
      'lines.0.newValues.email',
      'lines.0.newValues.zip',
      'lines.1.effectiveDate',
      'lines.1.newValues.name',
      'documents',
    ])
    expect(faults(reply)).toContainEqual(['lines.0.newValues.zip', 'ZIP code: 65201 is in MO, not in KS.'])
    expect(await mails()).toEqual([])
  })

  test('a change of a general partner can be submitted only with documents', async () => {
    const { contactChangeRequestId: id } = detail(
      await save('company.admin', ofA, [
        { kind: 'End', contactTypeId: 1, contactId: 2, effectiveDate: '2026-11-16' },
      ]),
    )
    expect(faults(await ask('company.admin', `Submit/${id}`)).map(([field]) => field)).toEqual(['documents'])
    const file = { name: 'deed.pdf', content: Buffer.from('%PDF-1.7 deed') }
    const upload = (persona: string) =>
      portal.upload(
        persona,
        '/api/Files/Upload',
        { moduleName: 'Contact_Change', moduleId: String(id), propertyId: '1' },
        [file],
      )
    expect((await upload('company.reader')).status).toBe(403)
    expect((await upload('company.admin')).status).toBe(200)
    expect((await ask('company.admin', `Submit/${id}`)).body).toMatchObject({
      statusId: 2,
      files: [{ fileName: 'deed.pdf' }],
    })
    expect((await upload('company.admin')).status).toBe(409)
  })

  test('B3 B4 B5 a request is submitted, recalled, submitted again and returned with a reason, each with a mail', async () => {
    const end = { kind: 'End', contactTypeId: 8, contactId: 1, effectiveDate: '2026-11-16' }
    const { requestId } = await submitted([end])
    expect((await ask('company.admin', `SendSubmissionEmails/${requestId}/0`)).body).toEqual({ sent: 0 })
    await portal.owner.query('delete from outbox')
    expect((await ask('company.admin', `SendSubmissionEmails/${requestId}/0`)).body).toEqual({ sent: 1 })
    expect((await ask('company.admin', `SendSubmissionEmails/${requestId}/2`)).status).toBe(404)
    expect((await ask('company.admin', `UnsubmitRequest/${requestId}`)).body).toMatchObject({
      statusId: 1,
      statusLabel: 'Unsubmitted',
    })
    expect((await ask('company.admin', `SendSubmissionEmails/${requestId}/0`)).status).toBe(409)
    await ask('company.admin', `Submit/${requestId}`)
    expect(faults(await ask('agency.write', `UnsubmitRequest/${requestId}`))).toEqual([
      ['reason', 'Reason: *Field is required'],
    ])
    const returnReply = await ask('agency.write', `UnsubmitRequest/${requestId}`, {
      reason: 'Who follows her?',
    })
    expect(returnReply.body).toMatchObject({
      statusId: 1,
      returnReason: 'Who follows her?',
      subject: 'Maple Grove Apartments',
    })
    const notices = await mails()
    expect(notices.map((mail) => mail.event)).toEqual([
      'contacts.submitted',
      'contacts.recalled',
      'contacts.submitted',
      'contacts.returned',
    ])
    expect(
      notices[0]!.recipients.map((recipient: { email: string; kind?: string }) => [
        recipient.email,
        recipient.kind,
      ]),
    ).toEqual([
      ['company.admin@one.example', undefined],
      ['contact.changes@agency.example', 'cc'],
    ])
    expect(notices[3]!.recipients.map((recipient: { email: string }) => recipient.email)).toEqual([
      'company.admin@one.example',
      'primary@one.example',
      'financial@one.example',
    ])
    expect(notices[3]!.text).toContain('Who follows her?')
  })
})

describe('SHS the status calls of both controllers', () => {
  test('a change has the status of its request, and its calls take the steps of the request', async () => {
    const saved = detail(
      await save('company.admin', ofA, [
        { kind: 'End', contactTypeId: 8, contactId: 1, effectiveDate: '2026-11-16' },
      ]),
    )
    const lineId = saved.lines[0]!.contactChangeId
    const callLine = (persona: string, call: string, body: object = {}) =>
      portal.ask(persona, 'POST', `/api/ContactChange/${call}`, body)
    expect((await callLine('company.admin', `Submit/${lineId}`)).body).toMatchObject({ statusId: 2 })
    expect((await portal.ask('agency.read', 'GET', '/api/ContactChange/GetByStatus/2')).body).toMatchObject([
      { contactChangeId: lineId, subject: 'Maple Grove Apartments', statusId: 2 },
    ])
    expect(
      (await portal.ask('agency.read', 'GET', '/api/ContactChange/GetByStatusAndProperty/2/2')).body,
    ).toEqual([])
    expect(
      (await portal.ask('agency.read', 'GET', `${requestPath}/GetByStatusAndProperty/2/1`)).body,
    ).toHaveLength(1)
    expect((await callLine('agency.write', 'Review', { id: lineId })).body).toMatchObject({ statusId: 3 })
    expect((await callLine('agency.write', 'ChangeStatus', { id: lineId, statusId: 5 })).body).toMatchObject({
      statusId: 5,
    })
    expect((await callLine('other.user', `UnSubmit/${lineId}`)).status).toBe(404)
    const lines = await portal.ask(
      'agency.read',
      'GET',
      `/api/ContactChange/GetByRequestId/${saved.contactChangeRequestId}`,
    )
    expect(lines.body).toMatchObject([{ contactChangeId: lineId, linked: false, kind: 'End' }])
    expect(
      (
        await portal.ask(
          'other.user',
          'GET',
          `/api/ContactChange/GetByRequestId/${saved.contactChangeRequestId}`,
        )
      ).status,
    ).toBe(404)
  })
})
