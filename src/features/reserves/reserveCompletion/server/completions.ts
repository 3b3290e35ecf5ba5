import { sql } from 'kysely'
import { markInvoicesClaimed, removeInvoices, storeInvoices } from '#core/money/invoices/server/index.ts'
import { isPaid, loadPayments, paidOnSql } from '#core/money/payments/server/index.ts'
import { releaseMoney, reverse } from '#core/money/reserves/server/index.ts'
import { vendorWriterIdsSql } from '#core/money/vendors/server/index.ts'
import { buildRecordLink } from '#engines/review/model/index.ts'
import { serveReview } from '#engines/review/server/index.ts'
import {
  type DrawHold,
  findReserveAccount,
  loadReplacementReserveRules,
  lockRequest,
} from '#features/reserves/replacementReserve/server/index.ts'
import { getVisibleTotal, serveException } from '#features/shared/invoicedItems/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { isFiled } from '#kernel/model/status.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import * as model from '../model/completions.ts'
import { getApprovalText, getDenialText } from './letters.ts'
import {
  loadLinesWithState,
  loadReserveCompletionLines,
  MODULE,
  saveCompletionLines,
  storeReleasedAmounts,
  toClaimedInvoice,
} from './lines.ts'

type Row = model.CompletionRow

/** Stores the invoices of a completion’s lines, as claimed once the completion is filed. */
async function storeLineInvoices(context: AnyContext, row: Row): Promise<void> {
  const lines = (await loadReserveCompletionLines(context, row)).filter(
    (line) => line.invoicedAmount !== null,
  )
  const { replacementReserveCompletionId: requestId, propertyId, filedCompanyId, statusId } = row
  await storeInvoices(
    context,
    MODULE,
    { requestId, propertyId, filedCompanyId, claimed: isFiled(statusId) },
    lines.map(toClaimedInvoice),
  )
}

const loadReleasedAmount = async (context: AnyContext, row: Row): Promise<number> =>
  sumMoney((await loadReserveCompletionLines(context, row)).map((line) => line.approvedAmount))

/** Returns the record under which the releases of a completion are entered in the reserve ledger. */
const getRecord = (row: Row) => ({
  entity: model.completions.entity.name,
  rowId: row.replacementReserveCompletionId,
})

/** Loads the id of an undecided completion of a request, or null if there is none. */
async function loadOpenCompletionId({ db }: AnyContext, requestId: number): Promise<number | null> {
  const result = await sql<{
    id: number
  }>`select replacement_reserve_completion_id as id from replacement_reserve_completion
    where replacement_reserve_request_id = ${requestId} and ${statusIs.open()} limit 1`.execute(db)
  return result.rows[0]?.id ?? null
}

/**
 * Checks that a completion can be begun: the request is pre-approved, and no other completion of it is open.
 */
async function checkBegin(
  context: AnyContext,
  propertyId: number | null,
  requestId: unknown,
): Promise<Partial<Row>> {
  if (typeof requestId !== 'number')
    return refuse.invalid([
      { field: 'replacementReserveRequestId', message: 'Advance review: *Field is required' },
    ])
  const request = await lockRequest(context, requestId)
  if (request.propertyId !== propertyId) refuse.notFound('This advance review')
  if (!request.preApproved) refuse.rule('Only an advance review that is pre-approved can be completed.')
  const open = await loadOpenCompletionId(context, requestId)
  if (open !== null)
    refuse.conflict(
      `Completion ${model.completions.numberOf(open)} of this advance review is still open.`,
      buildRecordLink(model.completions, { replacementReserveCompletionId: open }),
    )
  return {}
}

/** The server’s part of the review of completions. */
export const completions = serveReview(model.completions, {
  detail: async (context, row) => {
    const id = row.replacementReserveCompletionId
    const [{ lines: items, open }, account, rules, payments] = await Promise.all([
      loadLinesWithState(context, row),
      findReserveAccount(context, row.propertyId),
      loadReplacementReserveRules(context),
      loadPayments(context, MODULE, id, row.statusId),
    ])
    const invoiced = sumMoney(items.map((line) => line.invoicedAmount))
    const released = getVisibleTotal(items, row.statusId, isAgency(context.actor))
    return { items, account, rules, open, invoiced, released, ...payments }
  },
  line: {
    select: sql`r.replacement_reserve_request_id, coalesce(i.invoiced, 0) as invoiced, case
      when r.status_id = ${sqlStatus.APPROVED} then i.released end as released,
      ${paidOnSql(MODULE, sql`r.replacement_reserve_completion_id`, sql`i.released`)} as paid_date`,
    joins: sql`left join lateral (select sum(invoiced_amount) as invoiced, sum(approved_amount) as released
      from replacement_reserve_completion_item i
      where i.replacement_reserve_completion_id = r.replacement_reserve_completion_id) i on true`,
  },
  writers: vendorWriterIdsSql(sql`replacement_reserve_completion_item c
    join replacement_reserve_request_item i using (replacement_reserve_request_item_id)
    where c.replacement_reserve_completion_id = r.replacement_reserve_completion_id`),
  amount: sql`(select coalesce(sum(i.invoiced_amount), 0) from replacement_reserve_completion_item i
    where i.replacement_reserve_completion_id = r.replacement_reserve_completion_id)`,
  begin: (context, { propertyId }, { replacementReserveRequestId }) =>
    checkBegin(context, propertyId, replacementReserveRequestId),
  saved: async (context, row, { items = [] }) => {
    await saveCompletionLines(context, row, items)
    await storeLineInvoices(context, row)
  },
  reviewSaved: (context, row, { releasedAmounts }) => storeReleasedAmounts(context, row, releasedAmounts),
  needs: Object.fromEntries(
    ['reopen', 'adminChange'].map((step) => [
      step,
      async (context: AnyContext, row: Row) =>
        (await isPaid(context, MODULE, row.replacementReserveCompletionId))
          ? [
              {
                field: '',
                message: 'This completion has been paid; void its payments before changing its status.',
              },
            ]
          : [],
    ]),
  ),
  effects: {
    granted: async (context, row) => {
      const request = await lockRequest(context, row.replacementReserveRequestId)
      if (!request.preApproved) refuse.rule('The advance review is not approved any more.')
      await releaseMoney(context, request, getRecord(row), await loadReleasedAmount(context, row), 'items')
    },
    withdrawn: async (context, row) => {
      await reverse(context, await lockRequest(context, row.replacementReserveRequestId), getRecord(row))
      await storeLineInvoices(context, row)
    },
    denied: (context, row) => removeInvoices(context, MODULE, row.replacementReserveCompletionId),
  },
  steps: {
    submit: {
      after: (context, row) => markInvoicesClaimed(context, MODULE, row.replacementReserveCompletionId),
    },
  },
  mailLines: ({ released, invoiced }) => [
    `Released: ${formatMoney(released)} of ${formatMoney(invoiced)} invoiced.`,
  ],
  letters: { approve: getApprovalText, deny: getDenialText },
})

/**
 * Returns why the approval of a request cannot be undone: a completion of it is with the agency or released.
 */
export const findDrawHold: DrawHold = async ({ db }, requestId) => {
  const result = await sql<{
    id: number
  }>`select replacement_reserve_completion_id as id from replacement_reserve_completion
    where replacement_reserve_request_id = ${requestId} and status_id in (${sqlStatus.SUBMITTED},
    ${sqlStatus.UNDER_REVIEW}, ${sqlStatus.REVIEWED}, ${sqlStatus.APPROVED}) limit 1`.execute(db)
  const id = result.rows[0]?.id
  return id === undefined ? null : `Completion RC-${id} draws on this request; reopen and return it first.`
}

/** The handlers of the calls that begin a completion, grant its exception and change its documents. */
export const served = [
  serveException(model.grantException, completions),
  serve(model.beginCompletion, async (context) => {
    const { requestId } = context.params
    const request = await lockRequest(context, requestId)
    const id =
      (await loadOpenCompletionId(context, requestId)) ??
      (await completions.save(context, {
        request: { propertyId: request.propertyId, replacementReserveRequestId: requestId },
      }))
    return completions.detail(context, id)
  }),
  serve(model.addDocument, (context) =>
    completions.attach(context, context.params.id, context.body.documentType),
  ),
  serve(model.removeDocument, (context) => completions.removeDocument(context, context.params.id)),
]
