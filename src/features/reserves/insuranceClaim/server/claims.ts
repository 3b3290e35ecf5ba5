import { sql } from 'kysely'
import { saveLines, serveReview } from '#engines/review/server/index.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { isFiled, RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { type ClaimRow, claims as declared } from '../model/claims.ts'
import { InsuranceClaimItem } from '../model/entities.ts'
import { getClosingReasons, getUnsettledReasons, MAX_DAMAGED_ITEMS, toFaults } from '../model/rules.ts'
import { insuranceClaimSumsSql } from './balance.ts'
import { getClosingText, getDenialText } from './claimLetters.ts'
import { getNoticeLateSql, loadInsuranceClaimFacts } from './detail.ts'

const { APPROVED, REJECTED } = RequestStatus

/** Returns a fault if a claim has checks or filed requests: then it cannot go back to its company. */
async function getUsedFaults(context: AnyContext, row: ClaimRow): Promise<Fault[]> {
  const { checks, requests } = await loadInsuranceClaimFacts(context, row)
  const used = checks.length > 0 || requests.some((request) => isFiled(request.statusId))
  return used
    ? [{ field: '', message: 'This claim has checks or payment requests; it stays with the agency.' }]
    : []
}

/** Returns faults if anything of a claim was paid or is still open: then it cannot end without payment. */
async function getDenialFaults(context: AnyContext, row: ClaimRow): Promise<Fault[]> {
  const facts = await loadInsuranceClaimFacts(context, row)
  if (facts.balance.paid > 0)
    return [
      { field: '', message: `${formatMoney(facts.balance.paid)} of this claim was paid; close it instead.` },
    ]
  return toFaults(getUnsettledReasons({ ...row, ...facts }))
}

/** Returns the faults of a status that an administrator sets directly: those of the regular step to it. */
async function getForcedStatusFaults(
  context: AnyContext,
  row: ClaimRow,
  to: number | null,
): Promise<Fault[]> {
  if (to === APPROVED)
    return toFaults(getClosingReasons({ ...row, ...(await loadInsuranceClaimFacts(context, row)) }))
  if (to === REJECTED) return getDenialFaults(context, row)
  return to === RequestStatus.NOT_SUBMITTED ? getUsedFaults(context, row) : []
}

/** The server’s part of the review of insurance claims. */
export const claims = serveReview(declared, {
  detail: loadInsuranceClaimFacts,
  line: async (context) => ({
    select: sql`r.date_of_loss, case when t.name = 'Other' then coalesce(r.other_type_of_loss, t.name)
      else t.name end as type_of_loss,
      r.total_amount_claimed, s.received, s.paid, s.received - s.forwarded - s.paid as held, case
      when ${await getNoticeLateSql(context)} then 'Late' end as notice`,
    joins: sql`left join insurance_claim_type_of_loss t on t.insurance_claim_type_of_loss_id =
      r.insurance_claim_type_of_loss_id
      cross join lateral ${insuranceClaimSumsSql(sql`r.insurance_claim_id`)} s`,
  }),
  amount: sql`r.total_amount_claimed`,
  saved: async (context, row, { items }) => {
    if (items)
      await saveLines(
        context,
        InsuranceClaimItem,
        { ...row, id: row.insuranceClaimId },
        items,
        'unsent',
        MAX_DAMAGED_ITEMS,
      )
  },
  needs: { recall: getUsedFaults, return: getUsedFaults, deny: getDenialFaults },
  steps: { adminChange: { needs: getForcedStatusFaults } },
  letters: { approve: getClosingText, deny: getDenialText },
  figures: ({ balance }) =>
    `The agency holds ${formatMoney(balance.held)} of ${formatMoney(balance.received)} received.`,
  mailLines: ({ balance }) => [
    `Checks received: ${formatMoney(balance.received)}. Paid for repairs: ${formatMoney(balance.paid)}.`,
  ],
  toDo: sql`left(r.description, 80)`,
})
