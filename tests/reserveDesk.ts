import { expect } from 'vitest'
import { reservePostingsJob } from '#core/money/reserves/server/index.ts'
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
type Adjustment = { reserveAdjustmentId: number; state: string; canConfirm: boolean; canRefuse: boolean }

/** The part of a reserve account's answer that the tests read. */
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
  adjustments: Adjustment[]
  schedules: { reserveDepositScheduleId: number; fromMonth: string; monthlyDeposit: number }[]
  canChange: boolean
}

const path = '/api/ReserveAccount'

/**
 * Works on the reserve account of Maple Grove: $1,000.00 opening balance in August 2026, a monthly deposit of
 * $1,200.00 and 0.5 percent interest.
 */
export class ReserveDesk {
  readonly #portal: Portal

  constructor(portal: Portal) {
    this.#portal = portal
  }

  /** Deletes everything after the account's opening balance and sets the day to November 16, 2026. */
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

  // Records a deposit and returns the account.
  readonly receive = (amount: number, reference: string, entryDate = '2026-11-03') =>
    expectSuccess(this.post('RecordDeposit', { reserveAccountId: 1, entryDate, amount, reference }))

  /** Runs the nightly job that posts the deposits and interest due by today. */
  readonly fallDue = () => runDue(this.#portal.pool, this.#portal.services, reservePostingsJob)
}

type PendingReply = ReturnType<ReserveDesk['post']>

/** Expects that a call succeeded and returns the account it answers. */
export async function expectSuccess(reply: PendingReply): Promise<Detail> {
  const { status, body } = await reply
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Detail
}

/** The names of the fields that a refusal reports. */
export const fields = async (reply: PendingReply) =>
  Object.keys(((await reply).body as { fields: object }).fields)
