import { refuse } from '#kernel/model/refusals.ts'
import { isDecided } from '#kernel/model/status.ts'
import { lockRow, refuseStaleVersion, updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { type ExceptionCall, hasOldInvoice } from '../model/exception.ts'
import type { ItemKind } from './items.ts'

type Detail = Parameters<typeof hasOldInvoice>[0]

/**
 * Serves the exception for old invoices of a kind of request. The agency grants it from the draft on, because
 * a request with an old invoice cannot be submitted before.
 */
export const serveException = (
  call: ExceptionCall,
  { review: { entity } }: ItemKind,
  { detail }: { detail: (context: AnyContext, id: number) => Promise<Detail> },
): Served =>
  serve(call, async (context) => {
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
    return detail(context, requestId)
  })
