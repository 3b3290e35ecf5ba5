import { expect } from 'vitest'
import type { Fault } from '#kernel/model/refusals.ts'
import type { Portal, Reply } from '#tests/portal.ts'

export const requestPath = '/api/ContactChangeRequest'
const NOON = '2026-11-16T18:00:00Z'

/**
 * Restores the contacts of the fixture, deletes all requests and mails, and sets the clock to noon of
 * November 16, 2026.
 */
export async function resetContacts(portal: Portal): Promise<void> {
  portal.setNow(new Date(NOON))
  await portal.owner.query(`delete from outbox; delete from contact_change_request; delete from property_contact;
    delete from management_company_contact; delete from contact;
    insert into contact (contact_id, name, email, phone, title) overriding system value values
      (1, 'Financial Contact', 'financial@one.example', null, null), (2, 'General Partner', 'partner@grove.example', null, null),
      (3, 'Primary Contact', 'primary@one.example', '(573) 555-0100', 'Manager');
    insert into property_contact (property_id, contact_id, contact_type_id) values (1, 1, 8), (1, 2, 1), (1, 3, 6), (2, 3, 6), (4, 3, 6);
    insert into management_company_contact (management_company_id, contact_id, contact_type_id) values (1, 3, 6)`)
}

export type Line = {
  contactChangeId: number
  present: { name: string } | null
  linked: boolean
  otherPlaces: number
}
export type Detail = {
  contactChangeRequestId: number
  version: number
  statusId: number
  lines: Line[]
  actions: { name: string }[]
  returnReason: string | null
  missingTypes: number[]
}
export const detail = (reply: Reply): Detail => reply.body as Detail
export const faults = (reply: Reply): [string, string][] =>
  (reply.body as { faults: Fault[] }).faults.map((fault) => [fault.field, fault.message])

/** A request line that changes the primary contact of property A (1). */
export const change = { kind: 'Change', contactTypeId: 6, contactId: 3, effectiveDate: '11/16/2026' }
/** The primary contact's values before any change. */
export const values = {
  name: 'Primary Contact',
  email: 'primary@one.example',
  phone: '(573) 555-0100',
  title: 'Manager',
}
/** The head of a request about property A (1). */
export const ofA = { propertyId: 1, reason: 'She was promoted.' }

/** Helpers of the contact change request tests, over the calls of a portal. */
export function contactStage(portal: () => Portal) {
  const ask = (persona: string, call: string, body: unknown = {}): Promise<Reply> =>
    portal().ask(persona, 'POST', `${requestPath}/${call}`, body)
  const rows = async (text: string) => (await portal().owner.query(text)).rows
  const save = (persona: string, request: object, lines: object[]) =>
    ask(persona, 'UpdateContactChange', { request, lines })
  /** Saves and submits a request and returns its id and the ids of its lines. */
  async function submitted(lines: object[], request: object = ofA, persona = 'company.admin') {
    const saved = detail(await save(persona, request, lines))
    const requestId = saved.contactChangeRequestId
    const reply = await ask(persona, `Submit/${requestId}`)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return { requestId, lineIds: detail(reply).lines.map((line) => line.contactChangeId) }
  }
  /** Submits a request and starts its review. */
  async function inReview(lines: object[], request: object = ofA, persona = 'company.admin') {
    const filed = await submitted(lines, request, persona)
    expect((await ask('agency.write', 'Review', { id: filed.requestId })).status).toBe(200)
    return filed
  }
  const loadContacts = (propertyId: number) =>
    rows(`select k.contact_type_id as t, c.name, c.email, c.title from property_contact k join contact c using (contact_id)
      where property_id = ${propertyId} order by 1, 2`)
  const mails = () =>
    rows('select event, recipients, subject, body_text as text from outbox order by outbox_id')
  return { ask, rows, save, submitted, inReview, named: loadContacts, mails }
}
