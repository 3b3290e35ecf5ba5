import { expect } from 'vitest'
import type { BoardLine, InspectionDetail } from '#features/compliance/inspections/model/calls.ts'
import type { Portal } from '#tests/portal.ts'

/**
 * SQL that inserts inspectors and their leave, buildings of Maple Grove, an earlier inspection score,
 * contacts, and permissions for inspections.
 */
export const inspectionStage = `
  insert into permission (user_id, property_id, key, read, write) values
    (5, 1, 'Inspection', true, true), (6, 1, 'Inspection', true, false), (7, 4, 'Inspection', true, true);
  insert into compliance_inspector (compliance_inspector_id, user_id, home_office, visits_per_month) overriding system value values (1, 2, 'Columbia', 6), (2, 10, 'Rolla', 4);
  select setval(pg_get_serial_sequence('compliance_inspector', 'compliance_inspector_id'), 50);
  insert into absence (user_id, first_day, last_day, stand_in_id) values (10, '2026-10-05', '2026-10-16', 2);
  insert into property_building (property_id, bin, name, units) values (1, 'MO-13-01101', 'Building A', 24), (1, 'MO-13-01102', 'Building B', 24);
  insert into property_inspection (property_id, inspection_date, score, source) values (1, '2023-10-08', 88, 'Agency inspection');
  insert into contact (contact_id, name, email) overriding system value values (20, 'Compliance Contact', 'compliance@one.example'), (21, 'Limited Partner', 'limited@grove.example');
  insert into property_contact (property_id, contact_id, contact_type_id) values (1, 20, 5), (1, 21, 2)`

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const modulePath = 'ComplianceInspection'

/** Helpers of the inspection tests, over the calls of a portal. */
export function inspectionDesk(portal: () => Portal) {
  const ask = (persona: string, method: Method, path: string, body?: object) =>
    portal().ask(persona, method, `/api/${path}`, body)
  /** Expects that a call succeeded and returns its answer. */
  const expectBody = async <Body = InspectionDetail>(reply: ReturnType<typeof ask>): Promise<Body> => {
    const { status, body } = await reply
    expect(status, JSON.stringify(body)).toBe(200)
    return body as Body
  }
  const step = (persona: string, path: string, id: number, body: object = {}) =>
    ask(persona, 'POST', `${path}/${id}`, body)
  const detail = (persona: string, id: number) =>
    expectBody(ask(persona, 'GET', `${modulePath}/GetDetail/${id}`))
  const board = (year: number) =>
    expectBody<BoardLine[]>(ask('agency.read', 'GET', `${modulePath}/GetInspectionPropertiesByYear/${year}`))
  const setDay = (day: string) => portal().setNow(new Date(`${day}T15:00:00Z`))
  /** Returns the mails written since the last call and deletes them. */
  const mails = async () => {
    const result = await portal().owner.query(
      'select event, subject, recipients::text from outbox order by outbox_id',
    )
    await portal().owner.query('delete from outbox')
    return result.rows as { event: string; subject: string; recipients: string }[]
  }
  /** Plans an inspection of Maple Grove on this day with inspector 1 and returns its id. */
  const planned = async (scheduledOn: string): Promise<number> => {
    await expectBody(
      ask('agency.write', 'POST', `${modulePath}/Plan`, {
        propertyIds: [1],
        scheduledOn,
        complianceInspectorId: 1,
      }),
    )
    return (await board(2026)).find((line) => line.propertyId === 1)!.complianceInspectionId!
  }
  /** Returns the id of an inspection of Maple Grove whose notice was sent, on the day of its visit. */
  const noticed = async (): Promise<number> => {
    setDay('2026-09-21')
    await portal().owner.query('delete from compliance_inspection; delete from non_compliance')
    const id = await planned('2026-10-06')
    await expectBody(ask('agency.write', 'POST', `${modulePath}/SendNotices`, { ids: [id] }))
    setDay('2026-10-06')
    return id
  }
  /**
   * Returns the id of an inspection of Maple Grove that took place on October 6, 2026. Unless `findings` is
   * false, it has findings in both buildings, in a tenant file and on the site.
   */
  const visited = async (findings = true): Promise<number> => {
    const id = await noticed()
    await expectBody(
      step('agency.write', `${modulePath}/RecordVisit`, id, { visitedOn: '2026-10-06', score: 76 }),
    )
    for (const row of findings ? findingRows : [])
      await expectBody(
        ask('agency.write', 'POST', 'InspectionFinding', {
          complianceInspectionId: id,
          area: 'Unit',
          ...row,
        }),
      )
    return id
  }
  return { ask, of: expectBody, step, detail, board, at: setDay, mails, planned, noticed, visited }
}

const findingRows = [
  { unit: '7', bin: 'MO-13-01101', severity: 1, category8823: 'c', description: 'Smoke alarm missing' },
  { unit: '19', bin: 'MO-13-01102', severity: 3, category8823: 'c', description: 'Ceiling stained' },
  {
    unit: '26',
    bin: 'MO-13-01102',
    severity: 5,
    category8823: 'b',
    description: 'Not recertified',
    area: 'File',
  },
  { severity: 4, area: 'Site', description: 'Slab raised' },
]
