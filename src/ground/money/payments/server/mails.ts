import { ContactType } from '#ground/platform/lookups/model/index.ts'
import { loadCircle } from '#ground/portfolio/contacts/server/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { sendMail } from '#kernel/server/outbox.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { PaymentRow } from './due.ts'
import type { Payable } from './payables.ts'

/** A filed record as far as its mails look at it. */
export type Filed = {
  propertyId: number
  filedCompanyId: number | null
  submittedById: number | null
  reviewerId: number | null
}

type Check = Pick<PaymentRow, 'amount' | 'payee' | 'paidOn' | 'checkNumber' | 'requestId'>

/**
 * Mails the filer of the request that a check is on its way, and the financial contact, who keeps the books.
 */
export async function mailCheck(
  context: AnyContext,
  payable: Payable,
  filed: Filed,
  check: Check,
  replaced: PaymentRow | null = null,
): Promise<void> {
  const { subject, of: getRecipients } = await loadCircle(context, filed)
  const to = ['submitter', String(ContactType.FinancialContact), String(ContactType.GeneralPartner)].flatMap(
    getRecipients,
  )
  const number = `${payable.prefix}-${check.requestId}`
  const title = payable.entity.label
  await sendMail(context, {
    event: `${payable.name}.paid`,
    entity: payable.entity.name,
    rowId: check.requestId,
    propertyId: filed.propertyId,
    recipients: [
      ...to,
      ...getRecipients('reviewer').map((recipient) => ({ ...recipient, kind: 'cc' as const })),
    ],
    subject: `${number}, ${subject}: check mailed`,
    text: [
      `${title} ${number} for ${subject}`,
      `Check ${check.checkNumber} of ${formatDate(check.paidOn, 'MM/DD/YYYY')} for ${formatMoney(check.amount)} is in the mail to ${check.payee}.`,
      ...(replaced ? [`It takes the place of check ${replaced.checkNumber}, which is void.`] : []),
      `Open it: ${context.services.config.publicUrl}/#${payable.path(check.requestId, filed.propertyId)}`,
    ].join('\n\n'),
  })
}
