import { expect } from 'vitest'
import type { Detail } from '#features/statements/distributionRequest/model/requests.ts'
import type { Method } from '#kernel/model/call.ts'
import type { Portal, Reply } from '#tests/portal.ts'
import { delinquentDeposits, insertStatement, statementPeople } from '#tests/surplusFiling.ts'

/** SQL that lets company users file statements and gives Maple Grove a replacement reserve of $62,400. */
export const distributionStage = `${statementPeople};
    with account as (insert into reserve_account (property_id, name, kind, opened_on) values (1, 'Replacement reserve', 'Replacement reserve', '2020-01-01')
      on conflict (property_id, name) do update set kind = excluded.kind returning *)
    insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount) select 1, reserve_account_id, '2020-01-01', 'Opening balance', 62400 from account
      where not exists (select from reserve_entry e where e.reserve_account_id = account.reserve_account_id)`

/** The text fields of a distribution request. */
export const content = {
  purpose: 'Owner distribution',
  payee: 'Maple Grove Partners LP',
  ownerComments: 'As every year',
}
/** The reviewer's answers that a review of a distribution request needs. */
export const answers = {
  freeOfNonCompliance: true,
  freeOfDeficiencies: true,
  offWatchList: true,
  waiver: 'The deposit was made in January.',
}

/** Helpers that file and review distribution requests through their calls. */
export const distributionDesk = (portal: () => Portal) => {
  const path = '/api/DistributionRequest'
  const ask = (persona: string, method: Method, tail: string, body?: unknown) =>
    portal().ask(persona, method, `${path}/${tail}`, body)
  /** Expects that a call succeeded and returns the request it answers. */
  const expectDetail = async (reply: Promise<Reply>): Promise<Detail> => {
    const { status, body } = await reply
    expect(status, JSON.stringify(body)).toBe(200)
    return body as Detail
  }
  /** Returns the status and the body of a refused call as one text. */
  const refusal = async (reply: Promise<Reply>) => {
    const { status, body } = await reply
    return `${status} ${JSON.stringify(body)}`
  }

  /**
   * Inserts Maple Grove's reviewed statement of a year, with its delinquent reserve deposit, and returns its
   * id.
   */
  async function reviewedStatement(year = 2025): Promise<number> {
    const id = await insertStatement(portal().owner, { year, statusId: 4 })
    await portal().owner.query(
      `insert into surplus_cash (afs_id, property_id, line_code, submitted_amount, description) values ($1, 1, $2, $3, $4)`,
      [id, delinquentDeposits.lineCode, delinquentDeposits.submittedAmount, delinquentDeposits.description],
    )
    return id
  }
  /** Saves a distribution request for this amount, without submitting it. */
  async function fileRequest(afsId: number, amountRequested: number): Promise<Detail> {
    const draft = await expectDetail(ask('company.writer', 'GET', `CreateByAfsId/${afsId}`))
    const { distributionRequestId, version } = draft
    const saved = await expectDetail(
      ask('company.writer', 'POST', 'SaveProgress', {
        request: { distributionRequestId, version, ...content, amountRequested },
      }),
    )
    return saved
  }
  /** Submits a distribution request and takes it through the agency's review. */
  async function reviewed(afsId: number, amount: number, approvedAmount = amount): Promise<Detail> {
    const { distributionRequestId: id } = await fileRequest(afsId, amount)
    await expectDetail(ask('company.writer', 'POST', `Submit/${id}`))
    await expectDetail(ask('agency.write', 'PUT', `StartReview/${id}`))
    await expectDetail(ask('agency.write', 'POST', 'SaveReview', { id, approvedAmount, ...answers }))
    return expectDetail(ask('agency.write', 'POST', 'Review', { id }))
  }
  const approve = (id: number, body = {}) => ask('agency.manager', 'PUT', `Approve/${id}`, body)
  return { ask, of: expectDetail, refusal, reviewedStatement, asked: fileRequest, reviewed, approve }
}
