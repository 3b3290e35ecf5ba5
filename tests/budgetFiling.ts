import type { Portal } from '#tests/portal.ts'

export type Line = {
  code: string
  note: string | null
  origins: Record<string, Record<string, unknown>> | null
} & Record<string, unknown>
export type Detail = Record<string, unknown> & {
  budgetId: number
  version: number
  statusId: number
  lines: Line[]
}
export type RefusalBody = { message: string; fields: Record<string, string[]> }

/**
 * The budget of domain 8.4 and 9.3 to the dollar: revenue 366,404, operating expenses 243,930, debt service
 * 75,600.
 */
export const mapleGrove: Readonly<Record<string, number>> = {
  5120: 381_600,
  5220: 22_896,
  5250: 1500,
  5410: 240,
  5440: 960,
  5910: 4880,
  5920: 3120,
  6310: 20_000,
  6320: 22_464,
  6350: 9000,
  6390: 11_016,
  6450: 9860,
  6451: 6480,
  6452: 16_240,
  6453: 6320,
  6510: 41_300,
  6515: 12_000,
  6520: 25_000,
  6710: 38_000,
  6720: 26_250,
  6820: 41_040,
  6825: 7200,
  B110: 22_560,
  B120: 4800,
  B210: 14_400,
}

/**
 * SQL that gives company.writer (user 5) the right to write budgets of property 1 and company.reader (user 6)
 * the right to read them, and makes a budget required there.
 */
export const budgetPeople = `
  insert into permission (user_id, property_id, key, read, write) values (5, 1, 'Budget', true, true), (6, 1, 'Budget', true, false)
    on conflict (user_id, key, property_id) do update set read = excluded.read, write = excluded.write;
  update property set total_units = 48, fiscal_year_end_month = 12 where property_id = 1;
  insert into property_requirement (property_id, module_id, required, reason) values (1, 2, true, 'Sample') on conflict do nothing`

/**
 * Builds the budget lines of a save from dollar amounts by account code. `column` names the amount that is
 * filled in.
 */
export const getLines = (figures: Readonly<Record<string, number>>, column = 'proposed') =>
  Object.entries(figures).map(([code, amount]) => ({ code, [column]: amount }))

/**
 * Helpers that file, submit and approve budgets of property 1 over the calls. `portal` is read at each call,
 * so that it may be opened later.
 */
export function budgetFiling(portal: () => Portal) {
  const post = (persona: string, tail: string, body: object = {}) =>
    portal().ask(persona, 'POST', `/api/Budget/${tail}`, body)
  const get = (persona: string, tail: string) => portal().ask(persona, 'GET', `/api/Budget/${tail}`)
  /** Returns the budget that a call answers, or throws with the refusal. */
  const expectDetail = async (reply: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await reply
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body as Detail
  }
  const save = (request: object, lines?: object[], persona = 'company.writer') =>
    post(persona, 'SaveBudget', { request, ...(lines && { lines }) })
  const begin = (budgetYear: number, figures = mapleGrove) =>
    expectDetail(save({ propertyId: 1, budgetYear, certified: true }, getLines(figures)))
  /** Saves and submits a budget of this year. */
  const submitted = async (budgetYear: number, figures = mapleGrove) => {
    const { budgetId } = await begin(budgetYear, figures)
    return expectDetail(post('company.writer', `Submit/${budgetId}`))
  }
  /** Takes a budget of this year through every step up to its approval by the agency manager. */
  const approved = async (budgetYear: number, figures = mapleGrove) => {
    const { budgetId: id } = await submitted(budgetYear, figures)
    await expectDetail(post('agency.write', 'ChangeStatus', { id, statusId: 3 }))
    await expectDetail(post('agency.write', 'ChangeStatus', { id, statusId: 4 }))
    return expectDetail(post('agency.manager', 'ChangeStatus', { id, statusId: 5 }))
  }
  const clear = () => portal().owner.query('delete from budget')
  return { post, get, of: expectDetail, save, begin, submitted, approved, clear }
}
