import { sql } from 'kysely'
import type { z } from 'zod'
import { filesOf } from '#ground/files/server/index.ts'
import { findDuplicates } from '#ground/invoices/server/index.ts'
import { inScope, isAgency, mayAsAgency } from '#kernel/model/access.ts'
import { formatDate, today } from '#kernel/model/dates.ts'
import type { Row } from '#kernel/model/entity.ts'
import { sumMoney } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { actionsFor, canEdit } from '#kernel/model/workflow.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { ReplacementReserveRequest, ReplacementReserveRequestItem } from '../model/entities.ts'
import { flow, requestNumber, statusLabel } from '../model/flow.ts'
import { promisedBy } from '../model/rules.ts'
import { type ReserveRules, reserveSettings } from '../model/settings.ts'
import type { itemDetail, requestDetail } from '../model/shapes.ts'
import { accountOf } from './account.ts'
import { ageInDays, dayOf } from './lists.ts'

export const MODULE = 'Replacement_Reserve'

export type RequestRow = Row<typeof ReplacementReserveRequest>
export type ItemRow = Row<typeof ReplacementReserveRequestItem>
export type Detail = z.infer<typeof requestDetail>
export type ItemDetail = z.infer<typeof itemDetail>

/** The agency's rules as set today. */
export async function rulesOf(context: AnyContext): Promise<ReserveRules> {
  const { settings } = context
  return {
    invoiceMaxAgeDays: await settings.get(reserveSettings.invoiceMaxAgeDays),
    bidsRequiredFrom: await settings.get(reserveSettings.bidsRequiredFrom),
    bidsCount: await settings.get(reserveSettings.bidsCount),
    minimumPerUnit: await settings.get(reserveSettings.minimumPerUnit),
  }
}

/** One request as its screen shows it; not found when out of scope. A constant number of statements. */
export async function detailOf(context: AnyContext, requestId: number): Promise<Detail> {
  const person = (alias: string) =>
    sql<string | null>`nullif(trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}), '')`
  const found = await sql<
    RequestRow & {
      propertyName: string
      submittedByName: string | null
      reviewerName: string | null
      decidedByName: string | null
    }
  >`
    select r.*, p.name as property_name, ${person('s')} as submitted_by_name, ${person('v')} as reviewer_name, ${person('d')} as decided_by_name
    from replacement_reserve_request r join property p on p.property_id = r.property_id
    left join app_user s on s.user_id = r.submitted_by_id left join app_user v on v.user_id = r.reviewer_id left join app_user d on d.user_id = r.decided_by_id
    where r.replacement_reserve_request_id = ${requestId}`.execute(context.db)
  const row = found.rows[0] ?? refuse.notFound('This replacement reserve request')
  return compose(context, row, await itemsOf(context, requestId))
}

/** An empty request of a property, not stored. */
export async function emptyDetail(context: AnyContext, propertyId: number): Promise<Detail> {
  const property = await context.db
    .selectFrom('property')
    .select(['name', 'monitoredForReserves', 'statusId'])
    .where('propertyId', '=', propertyId)
    .executeTakeFirst()
  if (!property) return refuse.notFound('This property')
  refuseUnlessOpen(property)
  const empty: RequestRow = {
    replacementReserveRequestId: 0,
    propertyId,
    reserveAccountId: 0,
    requestType: 'Reimbursement',
    description: null,
    instructions: null,
    statusId: 1,
    version: 0,
    submittedAsException: false,
    exceptionReason: null,
    submittedById: null,
    submitted: null,
    reSubmitted: null,
    reviewerId: null,
    reviewStarted: null,
    reviewedById: null,
    decidedById: null,
    decided: null,
    returnReason: null,
    decisionComment: null,
    agencyComments: null,
    balanceAtSubmit: null,
    certified: false,
    paidDate: null,
    paymentCheckNumber: null,
    filedCompanyId: null,
    createdBy: context.actor.userId,
    createdAt: context.services.now().toISOString(),
    clientKey: null,
  }
  const detail = await compose(
    context,
    { ...empty, propertyName: property.name, submittedByName: null, reviewerName: null, decidedByName: null },
    [],
  )
  return { ...detail, actions: [] }
}

/** Draws are taken only from properties whose reserve the agency holds, and that are active or being released. */
export function refuseUnlessOpen(property: { monitoredForReserves: boolean; statusId: number }): void {
  if (!property.monitoredForReserves)
    refuse.rule('The agency does not hold this property’s replacement reserve; its draws are approved elsewhere.')
  if (property.statusId !== 0 && property.statusId !== 5)
    refuse.rule('Requests can be made for active properties only.')
}

/** A denied request grants nothing, whatever the reviewer had noted; until a decision that is the agency's alone. */
function shownAmount(
  { approvedAmount, denialReason }: ItemDetail,
  statusId: number,
  forAgency: boolean,
): Pick<ItemDetail, 'approvedAmount' | 'denialReason'> {
  if (statusId === RequestStatus.REJECTED) return { approvedAmount: 0, denialReason }
  if (statusId === RequestStatus.APPROVED || forAgency) return { approvedAmount, denialReason }
  return { approvedAmount: null, denialReason: null }
}

/** The items of a request with vendor and duplicate claims, in their order. */
export async function itemsOf(context: AnyContext, requestId: number): Promise<ItemDetail[]> {
  const found = await sql<Omit<ItemDetail, 'duplicates'>>`
    select i.*, v.name as vendor_name, coalesce(v.w9_date is not null or v.w9_file_id is not null, false) as vendor_has_w9
    from replacement_reserve_request_item i left join vendor v on v.vendor_id = i.vendor_id
    where i.replacement_reserve_request_id = ${requestId} order by i.position, i.replacement_reserve_request_item_id`.execute(
    context.db,
  )
  const matches = await findDuplicates(
    context,
    MODULE,
    requestId,
    found.rows.map((item) => ({
      itemId: item.replacementReserveRequestItemId,
      vendorId: item.vendorId,
      invoiceNumber: item.invoiceNumber,
      invoiceDate: item.invoiceDate,
      amount: item.claimedAmount,
    })),
  )
  return found.rows.map((item) => ({ ...item, duplicates: matches.get(item.replacementReserveRequestItemId) ?? [] }))
}

async function compose(
  context: AnyContext,
  row: RequestRow & Pick<Detail, 'propertyName' | 'submittedByName' | 'reviewerName' | 'decidedByName'>,
  items: ItemDetail[],
): Promise<Detail> {
  const { actor, settings } = context
  const files =
    row.replacementReserveRequestId === 0
      ? []
      : await filesOf(context, [{ moduleName: MODULE, moduleId: row.replacementReserveRequestId }])
  const turnaround = await settings.get(reserveSettings.turnaroundDays)
  const forAgency = isAgency(actor)
  const shown = items.map((item) => ({ ...item, ...shownAmount(item, row.statusId, forAgency) }))
  return {
    ...row,
    // What the agency notes for itself stays with the agency.
    agencyComments: forAgency ? row.agencyComments : null,
    requestNumber: requestNumber(row.replacementReserveRequestId),
    statusLabel: statusLabel(row.statusId, row.submitted),
    ageDays: ageInDays(context, row.submitted, row.decided),
    promisedBy: row.submitted && promisedBy(dayOf(context, row.submitted), turnaround),
    items: shown,
    files: files.map((file) => ({
      fileId: file.fileId,
      itemId: file.subModuleId,
      documentType: file.documentType,
      fileName: file.fileName,
      contentType: file.contentType,
      sizeBytes: file.sizeBytes,
      createdAt: file.createdAt,
    })),
    account: await accountOf(context, row.propertyId),
    rules: await rulesOf(context),
    today: settings.today(),
    claimed: sumMoney(items.map((item) => item.claimedAmount)),
    approved: sumMoney(shown.map((item) => item.approvedAmount)),
    actions:
      row.replacementReserveRequestId === 0
        ? []
        : actionsFor(flow, row, actor, { twoPerson: await settings.get(reserveSettings.twoPerson) }),
    canEdit: canEdit(flow, row, actor),
    canReview:
      (row.statusId === 3 || row.statusId === 4) &&
      mayAsAgency(actor, 'write') &&
      inScope(actor.scope.write, row.propertyId),
    canRecordPayment: row.statusId === 5 && row.paidDate === null && mayAsAgency(actor, 'write'),
  }
}

/** A moment as the agency writes it in letters and mails. */
export const longDate = (context: AnyContext): string =>
  formatDate(today(context.services.config.agencyZone, context.services.now()), 'MMMM DD, YYYY')
