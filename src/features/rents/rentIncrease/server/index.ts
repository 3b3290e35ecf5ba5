import { sql } from 'kysely'
import { getLookupChoices } from '#core/platform/lookups/model/index.ts'
import { serveFixedList } from '#core/platform/lookups/server/index.ts'
import { getReviewKey } from '#engines/review/model/index.ts'
import { getDocumentValues, loadReviewMail, refuseUnlessUnderReview } from '#engines/review/server/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { isDecided, RequestStatus } from '#kernel/model/status.ts'
import { lockRow, refuseStaleVersion, updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { rentIncreaseTypes } from '../model/arithmetic.ts'
import * as calls from '../model/calls.ts'
import { RentIncrease } from '../model/entities.ts'
import { getExpiry } from '../model/expiry.ts'
import { ON_HOLD, RELEASED } from '../model/holdMails.ts'
import { increases as declared, type IncreaseRow } from '../model/increases.ts'
import { findRollFaults } from '../model/rentRoll.ts'
import { getRentIncreaseRow } from '../model/rows.ts'
import { SIGNED_SCHEDULE } from '../model/rules.ts'
import { increases, storeReviewedRows } from './increases.ts'
import { createEmptyRequest, getCapsOfYear, loadRentIncreaseFacts } from './inputs.ts'
import { getScheduleLines } from './letters.ts'
import { loadRentRollInputs } from './rentRoll.ts'
import { loadRentsOverYears } from './rentsOverYears.ts'

export { increases } from './increases.ts'

/** Locks the request, and refuses if it changed since the caller read the given version. */
async function lockUnchanged(
  context: AnyContext,
  id: number,
  version: number | null | undefined,
): Promise<IncreaseRow> {
  const row = await lockRow(context, RentIncrease, id)
  await refuseStaleVersion(context, RentIncrease, id, version, row.version)
  return row
}

/** Stores columns of a request and returns its new detail. */
async function updateRequest(context: AnyContext, id: number, values: Record<string, unknown>) {
  await updateRow(context, RentIncrease, id, values)
  return increases.detail(context, id)
}

/**
 * Stores the tax-credit or cash-flow page of the review: its columns, its rows, and the time in the column
 * `saved`.
 */
async function savePage(
  context: AnyContext,
  {
    id,
    version,
    lines = [],
    ...values
  }: { id: number; version?: number | null; lines?: Parameters<typeof storeReviewedRows>[2] },
  saved: 'taxCreditSaved' | 'cashFlowSaved',
) {
  const row = await lockUnchanged(context, id, version)
  refuseUnlessUnderReview({ noun: 'request' }, row)
  await storeReviewedRows(context, row, lines)
  return updateRequest(context, id, { ...values, [saved]: context.services.now().toISOString() })
}

/** Serves a page of the review: those properties of the request's detail that the call's answer declares. */
const servePage = (call: typeof calls.getWorksheet): Served =>
  serve(call, async (context) => {
    const detail = await increases.detail(context, context.params.headerId)
    return Object.fromEntries(
      Object.keys(call.answer.shape).map((name) => [name, detail[name as 'lines']]),
    ) as never
  })

const createLead = (read: (checked: { params: { headerId: number } }) => number) => (checked: object) =>
  increases.lead({ params: { id: read(checked as { params: { headerId: number } }) } })
const byHeader = createLead(({ params }) => params.headerId)

const reads: Served[] = [
  serve(calls.getHeaderListByStatus, (context) =>
    increases.lines(context, sql`r.status_id = ${context.params.status}`),
  ),
  serve(calls.getDropdowns, async ({ db }) => ({
    types: getLookupChoices(rentIncreaseTypes),
    statuses: declared.flow.statuses.map((id) => ({ id, label: declared.labelOf(id, null) })),
    rentTypes: await db.selectFrom('rentType').selectAll().orderBy('rentTypeId').execute(),
  })),
  serve(calls.getPercentageByYear, (context) => getCapsOfYear(context, context.params.year)),
  ...serveFixedList(calls.typeList),
  serve(calls.getRentsAndLimits, async (context) => {
    const facts = await loadRentIncreaseFacts(context, createEmptyRequest(context.params.propertyId))
    return facts.lines.map((line) => {
      const { label, units, current, allowance, currentGross, limit } = getRentIncreaseRow(1, line, facts)
      return {
        label,
        units,
        rent: current,
        utilityAllowance: allowance,
        gross: currentGross,
        limit: typeof limit === 'number' ? limit : null,
        incomeYear: facts.figures?.incomeYear ?? null,
      }
    })
  }),
  serve(calls.getRentsOverYears, (context) => loadRentsOverYears(context, context.params.propertyId)),
  serve(calls.getFiles, async (context) => (await increases.detail(context, context.params.headerId)).files),
  serve(calls.getScheduleIIData, async (context) => {
    const { propertyId: ofProperty } = context.params
    const approved = await increases.lines(
      context,
      sql`r.property_id = ${ofProperty} and r.status_id = ${sqlStatus.APPROVED}`,
    )
    // The latest approval is the one with the latest first day of rents. After an appeal this can be a
    // request that was filed earlier.
    const latest = approved.toSorted((item, other) =>
      (other.rentEffectiveDate ?? '').localeCompare(item.rentEffectiveDate ?? ''),
    )[0]
    if (!latest) return null
    const detail = await increases.detail(context, getReviewKey(RentIncrease, latest))
    const {
      rentIncreaseRequestHeaderId,
      requestNumber,
      propertyId,
      subject,
      conditions,
      decidedByName,
      signedFiled,
    } = detail
    return {
      rentIncreaseRequestHeaderId,
      requestNumber,
      propertyId,
      conditions,
      signedFiled,
      propertyName: subject,
      effectiveDate: detail.rentEffectiveDate ?? '',
      expiresOn: getExpiry(detail),
      approvedByName: decidedByName,
      lines: getScheduleLines(detail),
    }
  }),
  ...[calls.getWorksheet, calls.getTaxCredit, calls.getCashFlow].map(servePage),
]

const steps: Served[] = [
  increases.serveStep(calls.startReview, 'startReview'),
  increases.serveStep(calls.approveRequest, 5),
  increases.serveStep(calls.denyRequest, 6),
  serve(calls.saveTaxCredit, (context) => savePage(context, context.body, 'taxCreditSaved'), increases.lead),
  serve(calls.saveCashFlow, (context) => savePage(context, context.body, 'cashFlowSaved'), increases.lead),
  serve(
    calls.forceRequireBudget,
    async (context) => {
      const { required = true, version } = context.body
      const row = await lockUnchanged(context, context.params.headerId, version)
      if (isDecided(row.statusId)) refuse.conflict('This request is decided.')
      return updateRequest(context, context.params.headerId, { budgetRequired: required })
    },
    byHeader,
  ),
  serve(
    calls.hold,
    async (context) => {
      const { id, onHold, reason, version } = context.body
      const row = await lockUnchanged(context, id, version)
      if (row.statusId !== RequestStatus.UNDER_REVIEW && row.statusId !== RequestStatus.REVIEWED)
        refuse.conflict('Only a request under review can be put on hold.')
      if (!reason?.trim()) refuse.invalid([{ field: 'reason', message: 'Reason: *Field is required' }])
      const detail = await updateRequest(context, id, { onHold, holdReason: onHold ? reason : null })
      await loadReviewMail(context, increases, row, onHold ? ON_HOLD : RELEASED, { reason: reason ?? '' })
      return detail
    },
    increases.lead,
  ),
  serve(calls.removeRiPermissions, async ({ db, params: { projectId } }) => {
    const removed =
      await sql`delete from permission where property_id = ${projectId} and key = 'Rent_Increase'
        and write`.execute(db)
    return Number(removed.numAffectedRows)
  }),
]

/**
 * Files a document. The signed Schedule II can be filed once the request is approved, every other document
 * while the request is open.
 */
async function attach(context: AnyContext, id: number, documentType: string | null, title: string | null) {
  if (documentType !== SIGNED_SCHEDULE) return increases.attach(context, id, documentType, null, title)
  const row = await lockRow(context, RentIncrease, id)
  if (row.statusId !== RequestStatus.APPROVED)
    refuse.conflict('The signed Schedule II is filed once the request is approved.')
  const files = await increases.attachTo(context, row, documentType)
  await updateRow(context, RentIncrease, id, { signedFiled: context.services.now().toISOString() })
  return files
}

const writes: Served[] = [
  {
    ...serve(calls.upload, ({ body: { moduleId, documentType, title = null }, ...context }) =>
      attach(context, moduleId, documentType, title),
    ),
    standing: getDocumentValues(increases.kit),
  },
  serve(
    calls.checkRentRoll,
    async (context) => {
      const { headerId } = context.params
      const { propertyId } = await increases.lockForDocuments(context, headerId)
      const { rows } = context.body
      const faults = findRollFaults(rows, await loadRentRollInputs(context, propertyId))
      // The check's result does not change the version, because the company may be typing and saves on the
      // same version.
      await sql`update rent_increase_request_header set rent_roll_units = ${rows.length},
        rent_roll_checked = ${context.services.now().toISOString()},
        rent_roll_faults = ${JSON.stringify(faults.slice(0, 500))}::jsonb
        where rent_increase_request_header_id = ${headerId}`.execute(context.db)
      return { units: rows.length, faults }
    },
    byHeader,
  ),
  serve(
    calls.createNewRentRow,
    async (context) => {
      const { headerId } = context.params
      const request = { rentIncreaseRequestHeaderId: headerId, version: context.body?.version }
      const added = { request, lines: [{ roomRentIncreaseRequestId: 0 }] }
      await increases.save(context, added)
      return increases.detail(context, headerId)
    },
    byHeader,
  ),
  serve(calls.deleteRow, async (context) => {
    const { id } = context.params
    const line = await context.db
      .selectFrom('roomRentIncreaseRequest')
      .select(['rentIncreaseRequestHeaderId', 'projectRoomTypeRentId'])
      .where('roomRentIncreaseRequestId', '=', id)
      .executeTakeFirst()
    if (!line) return refuse.notFound('This row')
    if (line.projectRoomTypeRentId !== null)
      refuse.rule('A rent in force keeps its row; type its current rent to leave it as it is.')
    const removal = { request: line, lineDeleteIds: [id] }
    await increases.save(context, removal)
    return true
  }),
]

/** All calls of rent increases that this module serves in addition to those of every review. */
export const served: Served[] = [...reads, ...steps, ...writes]
