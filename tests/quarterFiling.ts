import type { MonthDetail } from '#features/statements/quarterlyProgram/model/months.ts'
import type { QuarterDetail } from '#features/statements/quarterlyProgram/model/quarters.ts'
import type { RefusalBody } from '#tests/budgetFiling.ts'
import type { Portal } from '#tests/portal.ts'

/** SQL that leaves Maple Grove in the program from November 2025 on, without any month, quarter or budget. */
export const freshProgram = `delete from tcap; delete from tcap_quarter; delete from tcap_fee_release; delete from tcap_program; delete from budget;
  update property set fiscal_year_end_month = 12 where property_id = 1;
  insert into tcap_program (property_id, begins_on, fee_total, first_release_year) values (1, '2025-11-01', 45000, 2025)`

type Figures = Readonly<Record<string, number>>
type Reply = { status: number; body: unknown }

/**
 * A month's income and expenses of Maple Grove in dollars: revenue 30,000, operating expenses 20,000, reserve
 * deposits 1,200, debt service 6,300.
 */
export const income: Figures = {
  5120: 31_800,
  5220: 1800,
  6320: 1872,
  6510: 10_128,
  6720: 8000,
  6820: 3500,
  B110: 2800,
  B210: 1200,
}
/** The balance sheet of the month, in dollars. */
export const balance: Figures = {
  1120: 9000,
  1191: 14_400,
  1320: 57_600,
  2110: 3000,
  2191: 14_400,
  3130: 63_600,
}
/** The other figures that a month reports. */
export const activity = {
  payables30: 2000,
  payables60: 700,
  payables90: 300,
  payablesOver: 0,
  moveIns: 1,
  moveOuts: 1,
  evictions: 0,
  policeCalls: 2,
  claimsFiled: 0,
  vacantUnits: 3,
  waitingList: 11,
  moveOutReasons: [{ clientKey: 'a', reason: 'Bought a home', households: 1 }],
}

const getLines = (figures: Figures) => Object.entries(figures).map(([code, amount]) => ({ code, amount }))
/** The messages of a refusal. */
export const faults = (reply: Reply) => Object.values((reply.body as RefusalBody).fields).flat()

/**
 * Helpers that file months and quarters of the program through the calls. `portal` is read at each call, so
 * that it may be opened later.
 */
export function quarterFiling(portal: () => Portal) {
  const ask = (
    persona: string,
    method: 'GET' | 'POST' | 'PUT',
    tail: string,
    body?: object,
  ): Promise<Reply> => portal().ask(persona, method, `/api/${tail}`, body)
  /** Returns the answer of a call, or throws with the refusal. */
  const expectBody = async <T>(reply: Promise<Reply>): Promise<T> => {
    const { status, body } = await reply
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body as T
  }
  /** Saves a month as a draft. */
  const saved = (periodDate: string, changes: object = {}, incomeFigures = income, sheet = balance) =>
    expectBody<MonthDetail>(
      ask('company.writer', 'POST', 'TCAP/Save', {
        request: { propertyId: 1, periodDate, ...activity, ...changes },
        balance: getLines(sheet),
        income: getLines(incomeFigures),
      }),
    )
  const submit = (id: number) =>
    expectBody<MonthDetail>(ask('company.writer', 'POST', `TCAP/Submit/${id}`, {}))
  /** Saves and submits a month. */
  const filed = async (periodDate: string) => submit((await saved(periodDate)).tcapId)
  const monthAt = (periodDate: string) =>
    expectBody<MonthDetail>(ask('company.writer', 'GET', `TCAP/GetByPeriod/1/${periodDate}`))
  const quarterAt = (quarter = 1, year = 2026, persona = 'agency.write') =>
    expectBody<QuarterDetail>(ask(persona, 'GET', `TCAP/GetByQuarter/1/${year}/${quarter}`))
  /** Moves the first quarter of 2026 to this status. */
  const quarterTo = (status: number, reason?: string, persona = 'agency.write') =>
    ask(persona, 'POST', `TCAP/UpdateQuarterStatus/1/2026/1/${status}`, { reason })
  /** Files the three months of the first quarter of 2026. */
  const firstQuarter = async () => {
    for (const month of ['2026-01-01', '2026-02-01', '2026-03-01']) await filed(month)
  }
  return { ask, of: expectBody, saved, submit, filed, monthAt, quarterAt, quarterTo, firstQuarter }
}
