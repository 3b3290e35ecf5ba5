import { sql } from 'kysely'
import { getReviewKey } from '#engines/review/model/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { serveController } from '#kernel/server/crud.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import type { AllowanceDetail } from '../model/allowances.ts'
import * as calls from '../model/calls.ts'
import { type LineInput, UtilityAllowance } from '../model/entities.ts'
import { getQuarterName } from '../model/quarter.ts'
import { copyPriorLines } from '../model/rows.ts'
import { getUnchangedFault } from '../model/rules.ts'
import { allowances } from './allowances.ts'
import { loadCurrentAllowances, loadListedProperties, loadRequiredDocuments } from './due.ts'

/**
 * Loads the allowances of a property by id; for id 0, the empty ones of the next quarter. Answers 404 if they
 * belong to another property.
 */
async function loadOfProperty(context: AnyContext, propertyId: number, id: number): Promise<AllowanceDetail> {
  if (id === 0) return allowances.empty(context, { propertyId, managementCompanyId: null })
  const detail = await allowances.detail(context, id)
  return detail.propertyId === propertyId ? detail : refuse.notFound('This utility allowance')
}

/** Merges submitted lines into the present ones, matched by line id or by unit type and schedule. */
function mergeLines(present: AllowanceDetail['lines'], submittedLines: readonly LineInput[]): LineInput[] {
  const remaining = [...submittedLines]
  const getLineKey = (line: LineInput): string => `${line.projectRoomTypeId} ${line.schedule ?? ''}`
  const changed = present.map((line): LineInput => {
    const index = remaining.findIndex((item) =>
      item.utilityAllowanceLineId
        ? item.utilityAllowanceLineId === line.utilityAllowanceLineId
        : getLineKey(item) === getLineKey(line),
    )
    const [match] = index < 0 ? [] : remaining.splice(index, 1)
    return { ...line, ...match, utilityAllowanceLineId: line.utilityAllowanceLineId }
  })
  return [...changed, ...remaining]
}

/** The handlers of the calls about utility allowances beyond those of the review. */
export const served: Served[] = [
  ...serveController(calls.authorities),
  ...serveController(calls.sources),
  serve(calls.getByUserId, (context) => loadListedProperties(context, context.params.userId)),
  serve(calls.getUtilityAllowance, (context) =>
    loadOfProperty(context, context.params.projectId, context.params.utilityAllowanceId),
  ),
  serve(calls.getCurrentAllowances, (context) => loadCurrentAllowances(context, context.params.projectId)),
  serve(calls.getRequiredNonPhaUtilityAllowances, (context) =>
    loadRequiredDocuments(context, context.params.projectId),
  ),
  serve(calls.saveUtilityAllowance, async (context) => {
    const [first, ...otherRows] = context.body
    const id = first?.utilityAllowanceId ?? 0
    if (otherRows.some((row) => row.utilityAllowanceId !== id))
      refuse.invalid([
        { field: '0.utilityAllowanceId', message: 'Unit types of one quarter are stored at once.' },
      ])
    const { lines } = await allowances.detail(context, id)
    const payload = { request: { utilityAllowanceId: id }, lines: mergeLines(lines, context.body) }
    await allowances.save(context, payload)
    return allowances.detail(context, id)
  }),
  serve(calls.fileUnchanged, async (context) => {
    const { year, quarter, version } = context.body
    const propertyId = context.params.projectId
    const period = { year, quarter }
    const matches = await allowances.lines(
      context,
      sql`r.property_id = ${propertyId} and r.year = ${year} and r.quarter = ${quarter}`,
    )
    const id = matches[0]
      ? getReviewKey(UtilityAllowance, matches[0])
      : await allowances.save(context, { request: { propertyId, ...period } })
    const detail = await allowances.detail(context, id)
    const why = getUnchangedFault(detail)
    if (why) refuse.rule(`${getQuarterName(period)} cannot be filed as unchanged. ${why}`)
    const request = { utilityAllowanceId: id, noChange: true, ...(matches[0] && { version }) }
    const payload = { request, lines: copyPriorLines(detail.prior) }
    await allowances.save(context, payload)
    return allowances.takeTo(context, id, RequestStatus.SUBMITTED)
  }),
  serve(
    calls.attachDocument,
    (context) => allowances.attach(context, context.params.id, context.body.documentType ?? null),
    allowances.lead,
  ),
]
