import { loadReviewMail, type RegisteredReview } from '#engines/review/server/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { isDecided } from '#kernel/model/status.ts'
import { lockRow, refuseStaleVersion, updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { type ExceptionCall, hasOldInvoice } from '../model/exception.ts'
import { getExceptionEvent, getNextStep } from '../model/exceptionMails.ts'

type Detail = Parameters<typeof hasOldInvoice>[0]

type ExceptionKind = Pick<RegisteredReview, 'kit'> & {
  detail: (context: AnyContext, id: number) => Promise<Detail>
}

/**
 * Serves the exception for old invoices of a kind of request. The agency grants it from the draft on, because
 * a request with an old invoice cannot be submitted before. Whoever
 * began or submitted it is mailed.
 */
export const serveException = (call: ExceptionCall, requests: ExceptionKind): Served => {
  const { detail, kit } = requests
  const { review } = kit
  const { entity } = review
  return serve(call, async (context) => {
    const { requestId, granted, reason, version } = context.body
    const row = await lockRow(context, entity, requestId)
    await refuseStaleVersion(context, entity, requestId, version, row.version as number)
    if (!reason.trim()) refuse.invalid([{ field: 'reason', message: 'Reason: *Field is required' }])
    if (isDecided(row.statusId as number)) refuse.conflict('This request is decided.')
    const present = await detail(context, requestId)
    if (granted && !hasOldInvoice(present))
      refuse.rule(
        `None of its invoices is older than ${present.rules.invoiceMaxAgeDays} days: it needs no exception.`,
      )
    await updateRow(context, entity, requestId, {
      submittedAsException: granted,
      exceptionReason: reason.trim(),
    })
    if (granted !== row.submittedAsException)
      await loadReviewMail(
        context,
        requests,
        row as Parameters<typeof loadReviewMail>[2],
        getExceptionEvent(review, granted),
        {
          days: String(present.rules.invoiceMaxAgeDays),
          reason: reason.trim(),
          next: getNextStep(row.statusId as number, granted),
          noun: review.noun,
          agency: context.services.config.agencyName,
        },
      )
    return detail(context, requestId)
  })
}
