import { circleOf } from '#ground/contacts/server/index.ts'
import { sendEventMail } from '#ground/mailTemplates/server/index.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { openPath } from '#review/model/index.ts'
import type { Balance } from '../model/balance.ts'
import { type ClaimRow, claims } from '../model/claims.ts'
import type { ClaimEvent } from '../model/mails.ts'

/** Mails everyone concerned of a claim how its money stands, and of a check where one came. */
export async function mailClaim(
  context: AnyContext,
  event: ClaimEvent,
  row: ClaimRow,
  { received, paid, held }: Balance,
  check: { number: string; provider: string; amountReceived: number } | null = null,
): Promise<void> {
  const { subject: about, of: recipientsOf } = await circleOf(context, row)
  await sendEventMail(context, {
    event,
    entity: claims.flow.entity,
    rowId: row.insuranceClaimId,
    propertyId: row.propertyId,
    recipientsOf,
    values: {
      number: claims.numberOf(row.insuranceClaimId),
      about,
      status: claims.labelOf(row.statusId, row.submitted),
      check: check?.number ?? '',
      provider: check?.provider ?? '',
      amount: check ? formatMoney(check.amountReceived) : '',
      received: formatMoney(received),
      paid: formatMoney(paid),
      held: formatMoney(held),
      link: `${context.services.config.publicUrl}/#${openPath(claims, row)}`,
    },
  })
}
