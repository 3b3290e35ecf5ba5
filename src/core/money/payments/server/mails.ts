import { ContactType } from '#core/platform/lookups/model/index.ts'
import { loadRecordPeople } from '#core/portfolio/contacts/server/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { sendMail } from '#kernel/server/outbox.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { PaymentRow } from './due.ts'
import type { Payable } from './payables.ts'

/** The fields of a filed request that its mails need. */
export type FiledRequest = {
  propertyId: number
  filedCompanyId: number | null
  submittedById: number | null
  reviewerId: number | null
}

type Check = Pick<PaymentRow, 'amount' | 'payee' | 'paidOn' | 'checkNumber' | 'requestId'>

/**
 * Mails the person who filed the request that a check is on its way. The financial contact, who does the
 * bookkeeping, and the general partner get it, too. `replaced` is the void check that it replaces.
 */
export async function mailCheck(
  context: AnyContext,
  payable: Payable,
  filed: FiledRequest,
  check: Check,
  replaced: PaymentRow | null = null,
): Promise<void> {
  const { subject, of: getRecipients } = await loadRecordPeople(context, filed)
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
