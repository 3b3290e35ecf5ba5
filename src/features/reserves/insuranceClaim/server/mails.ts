import { loadReviewMail } from '#engines/review/server/index.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { ClaimBalance } from '../model/balance.ts'
import { type ClaimRow, claims as declared } from '../model/claims.ts'
import type { ClaimMailEvent } from '../model/mails.ts'
import { claims } from './claims.ts'

/** Mails the people concerned with a claim its status and balance, and the check if one arrived. */
export async function mailClaim(
  context: AnyContext,
  event: ClaimMailEvent,
  row: ClaimRow,
  { received, paid, held }: ClaimBalance,
  check: { number: string; provider: string; amountReceived: number } | null = null,
): Promise<void> {
  await loadReviewMail(context, claims, row, event, {
    status: declared.labelOf(row.statusId, row.submitted),
    check: check?.number ?? '',
    provider: check?.provider ?? '',
    amount: check ? formatMoney(check.amountReceived) : '',
    received: formatMoney(received),
    paid: formatMoney(paid),
    held: formatMoney(held),
  })
}
