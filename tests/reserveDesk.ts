import { expect } from 'vitest'
import { reservePostings } from '#ground/money/reserves/server/index.ts'
import { runDue } from '#kernel/server/jobs.ts'
import type { Portal } from '#tests/portal.ts'

type Line = {
  dueOn: string
  amount: number
  received: number
  open: number
  state: string
  reserveDepositId: number
}
type Adjusted = { reserveAdjustmentId: number; state: string; canConfirm: boolean; canRefuse: boolean }

/** What the answers of reserve accounts are asked about. */
export type Detail = {
  reserveAccountId: number
  balance: number
  owed: number
  owedSince: string | null
  late: boolean
  version: number
  accountNumber: string | null
  deposits: Line[]
  entries: {
    kind: string
    amount: number
    note: string | null
    reference: string | null
    exception: string | null
  }[]
  adjustments: Adjusted[]
  schedules: { reserveDepositScheduleId: number; fromMonth: string; monthlyDeposit: number }[]
  canChange: boolean
}

const path = '/api/ReserveAccount'

/**
 * Works on the reserve account of Maple Grove: $1,000.00 since August 2026, $1,200.00 a month, 0.5 percent.
 */
export class ReserveDesk {
  readonly #portal: Portal

  constructor(portal: Portal) {
    this.#portal = portal
  }

  /** Sets everything back to the day of the account's opening balance; it is November 16, 2026. */
  async clear(): Promise<void> {
    this.#portal.setNow(new Date('2026-11-16T15:00:00Z'))
    await this.#portal.owner.query(`truncate reserve_entry, reserve_deposit, reserve_adjustment, job_run;
      insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount) values (1, 1, '2026-08-15', 'Opening balance', 1000)`)
  }

  readonly post = (tail: string, body?: object, persona = 'agency.write') =>
    this.#portal.ask(persona, 'POST', `${path}/${tail}`, body)

  readonly get = async <T>(tail: string, persona = 'agency.write') =>
    (await this.#portal.ask(persona, 'GET', `${path}/${tail}`)).body as T

  readonly detail = (persona?: string) => this.get<Detail>('GetAccount/1', persona)

  readonly receive = (amount: number, reference: string, entryDate = '2026-11-03') =>
    done(this.post('RecordDeposit', { reserveAccountId: 1, entryDate, amount, reference }))

  /** What comes with the first of each month until today. */
  readonly fallDue = () => runDue(this.#portal.pool, this.#portal.services, reservePostings)
}

type Replied = ReturnType<ReserveDesk['post']>

/** The account as it is after an action that was done. */
export async function done(reply: Replied): Promise<Detail> {
  const { status, body } = await reply
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Detail
}

/** The fields at fault. */
export const fields = async (reply: Replied) => Object.keys(((await reply).body as { fields: object }).fields)
