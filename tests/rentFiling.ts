import { expect } from 'vitest'
import type { Portal } from '#tests/portal.ts'

/**
 * SQL that inserts HUD's income limits and fair market rents of the sample county, gives company users the
 * right to file rent increases, and makes statements and budgets not required.
 */
export const rentFigures = `
  insert into income_limit (county_id, fiscal_year, percent, persons, amount, effective_date)
    select 1, 2026, 50, n, (array[30800, 35200, 39600, 44000, 47520, 51040, 54560, 58080])[n], '2026-01-01' from generate_series(1, 8) n;
  insert into fair_market_rent (county_id, fiscal_year, bedrooms, amount)
    select 1, 2026, n, (array[700, 800, 950, 1200, 1400])[n + 1] from generate_series(0, 4) n;
  insert into permission (user_id, property_id, key, read, write) values (5, 1, 'Rent_Increase', true, true), (6, 1, 'Rent_Increase', true, false)
    on conflict (user_id, key, property_id) do update set read = excluded.read, write = excluded.write;
  insert into property_requirement (property_id, module_id, required) values (1, 1, false), (1, 2, false)
    on conflict (property_id, module_id) do update set required = excluded.required`

export type Line = Record<string, unknown> & {
  roomRentIncreaseRequestId: number
  currentRent: number
  units: number
}
export type Detail = Record<string, unknown> & {
  rentIncreaseRequestHeaderId: number
  version: number
  lines: Line[]
  known: { tick: string; value: boolean; fact: string }[]
}
export type RefusalBody = { message: string; fields: Record<string, string[]> }

const path = '/api/RentIncrease'

/**
 * Helpers that file and review rent increases through the calls. `portal` is read at each call, so that it
 * may be opened later.
 */
export function rentFiling(portal: () => Portal) {
  const post = (persona: string, tail: string, body: object = {}) =>
    portal().ask(persona, 'POST', `${path}/${tail}`, body)
  const get = (persona: string, tail: string) => portal().ask(persona, 'GET', `${path}/${tail}`)
  const loadDetail = async (id: number, persona = 'agency.write') =>
    (await get(persona, `GetRentIncrease/${id}`)).body as Detail
  const getFields = (reply: { body: unknown }) => (reply.body as RefusalBody).fields
  const begin = async () => {
    const reply = await post('company.writer', 'saveRentIncreaseProgress', { request: { propertyId: 1 } })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return reply.body as Detail
  }

  /**
   * The requested and the confirmed rent by current rent, as in the specification's picture of the worksheet.
   */
  const draft: Record<number, [number, number]> = {
    560: [577, 579],
    612: [631, 633],
    600: [621, 621],
    665: [690, 691],
    760: [790, 790],
  }
  const content = {
    tenantsNotified: true,
    tenantsNotifiedOn: '2026-11-01',
    certified: true,
    managementCompanyComments: 'Insurance has doubled.',
  }
  /**
   * Builds a save that enters the requested rents of all lines, and the confirmed ones unless `confirm` is
   * false.
   */
  const fill = (detail: Detail, confirm = true) => ({
    request: {
      rentIncreaseRequestHeaderId: detail.rentIncreaseRequestHeaderId,
      version: detail.version,
      ...content,
    },
    lines: detail.lines.map((line) => ({
      roomRentIncreaseRequestId: line.roomRentIncreaseRequestId,
      requestedRent: draft[line.currentRent]?.[0],
      confirmedRent: confirm ? draft[line.currentRent]?.[1] : null,
    })),
  })
  /** Inserts documents of these kinds for a request. */
  const documents = (id: number, kinds = ['Current rent roll', 'Tenant notice, Exhibit A-21']) =>
    portal().owner.query(
      `insert into file (property_id, module_name, module_id, document_type, file_name, content_type, size_bytes, content_hash, created_at)
        select 1, 'Rent_Increase', $1, kind, 'a.pdf', 'application/pdf', 1, 'x', '2026-11-05' from unnest($2::text[]) kind`,
      [id, kinds],
    )
  /** Saves a rent increase that is complete and could be submitted. */
  const filled = async () => {
    const detail = await begin()
    await documents(detail.rentIncreaseRequestHeaderId)
    const saved = await post('company.writer', 'saveRentIncreaseProgress', fill(detail))
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    return saved.body as Detail
  }
  const submitted = async () => {
    const { rentIncreaseRequestHeaderId: id } = await filled()
    const reply = await post('company.writer', `Submit/${id}`)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return id
  }
  const answers = {
    budgetApproved: true,
    openInspection: false,
    aodNonComplianceIssues: false,
    mitasOpenIssues: false,
    findingsInNonComplianceLog: false,
    afsReviewed: true,
    rentRollRevied: true,
    sec42Requirements: true,
  }
  /** Takes a rent increase up to the end of its review and returns its id. */
  const reviewed = async () => {
    const id = await submitted()
    expect((await post('agency.write', `StartReview/${id}`)).status).toBe(200)
    await post('agency.write', 'SaveWorksheet', { id, ...answers, conditions: 'Post the new rents.' })
    const credit = await post('agency.write', 'SaveTaxCredit', { id, lines: [] })
    expect(credit.status, JSON.stringify(credit.body)).toBe(200)
    const reply = await post('agency.write', 'Review', { id })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return id
  }

  /**
   * Deletes all requests, sets the rents of the specification's worksheet and a day within the filing window.
   */
  const clear = async () => {
    portal().setNow(new Date('2026-11-10T15:00:00Z'))
    await portal().owner.query(`truncate rent_increase_request_header, room_rent_increase_request, outbox cascade;
      update property_requirement set required = false where property_id = 1 and module_id in (1, 2);
      delete from property_rent where property_id = 1;
      insert into property_rent (property_id, project_room_type_id, rent_type_id, units, rent, utility_allowance, effective_date) values
        (1, 1, 8, 7, 560, 71, '2025-01-01'), (1, 1, 5, null, 612, 71, '2025-01-01'), (1, 2, 8, 4, 600, 92, '2025-01-01'),
        (1, 2, 5, null, 665, 92, '2025-01-01'), (1, 3, 5, null, 760, 118, '2025-01-01')`)
  }
  return {
    path,
    post,
    get,
    detailOf: loadDetail,
    fieldsOf: getFields,
    begin,
    fill,
    documents,
    filled,
    submitted,
    reviewed,
    answers,
    clear,
  }
}
