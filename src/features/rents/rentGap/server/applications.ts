import { sql } from 'kysely'
import { openHouseholds, sealHouseholds } from '#core/portfolio/households/server/index.ts'
import { buildRecordLink } from '#engines/review/model/index.ts'
import { saveLines, serveReview } from '#engines/review/server/index.ts'
import { getReviewType } from '#features/shared/invoicedItems/model/index.ts'
import {
  getVisibleAmount,
  getVisibleTotal,
  storeAmounts,
} from '#features/shared/invoicedItems/server/index.ts'
import { inScope, isAgency, isAgencyWriter } from '#kernel/model/access.ts'
import { addBusinessDays, formatDate } from '#kernel/model/dates.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { decidedAmount, sqlStatus } from '#kernel/server/statusSql.ts'
import { type ApplicationRow, applications as declared, WAITING } from '../model/applications.ts'
import { householdFields, RentGapItem } from '../model/entities.ts'
import { getReasons } from '../model/qualification.ts'
import { computeHousehold, type Household, MAX_HOUSEHOLDS } from '../model/rules.ts'
import { rentGapSettings as settings } from '../model/settings.ts'
import { refuseOverspent, waitingSql } from './funds.ts'
import { loadPropertyInputs, loadRentGapInputs, loadRentsOn } from './inputs.ts'
import { buildApprovalLetter, buildDenialLetter } from './letters.ts'

const kind = { review: declared, entity: RentGapItem }
type StoredItem = Household & { rentGapItemId: number; claimedAmount: number | null }

/**
 * Whether the caller may see who the households are: the people who fill in such applications for the
 * property or for the agency.
 */
const canSeeHouseholds = ({ actor }: AnyContext, propertyId: number): boolean =>
  isAgency(actor) ? isAgencyWriter(actor) : inScope(actor.scope.write, propertyId)

/** Loads the households as they are stored, encrypted. */
const loadItems = ({ db }: AnyContext, id: number) =>
  db
    .selectFrom('rentGapItem')
    .selectAll()
    .where('rentGapApplicationId', '=', id)
    .orderBy('position')
    .orderBy('rentGapItemId')
    .execute()

/**
 * Loads the data that an application's screen and rules also need. Runs a constant number of SQL
 * statements.
 */
async function loadFacts(context: AnyContext, row: ApplicationRow) {
  const id = row.rentGapApplicationId
  const forAgency = isAgency(context.actor)
  const [items, rents, { qualification, taken: claimedUnits, waiting, funds }] = await Promise.all([
    id === 0 ? [] : loadItems(context, id),
    loadRentsOn(context, row.propertyId, row.periodStart ?? context.settings.today()),
    loadRentGapInputs(context, row),
  ])
  const showsHouseholds = canSeeHouseholds(context, row.propertyId)
  const visibleItems = openHouseholds(items, householdFields, showsHouseholds).map((item) => {
    const decided = getVisibleAmount(item, row.statusId, forAgency)
    const { months } = computeHousehold(item, row, rents)
    return {
      ...item,
      ...decided,
      months,
      reviewType: getReviewType(item.claimedAmount, decided.approvedAmount),
    }
  })
  const resubmitBy = row.adjustedResubmitDate
  return {
    ...qualification,
    items: visibleItems,
    taken: claimedUnits,
    rents,
    byException: row.submittedAsException || (forAgency && row.statusId === RequestStatus.NOT_SUBMITTED),
    movedInBy: `${await context.settings.get(settings.cutOffYear)}-${await context.settings.get(settings.cutOffDay)}`,
    resubmitOver: !forAgency && resubmitBy !== null && resubmitBy < context.settings.today(),
    claimed: sumMoney(items.map((item) => item.claimedAmount)),
    approved: getVisibleTotal(visibleItems, row.statusId, forAgency),
    funds: forAgency ? funds : null,
    showsHouseholds,
    ...(waiting && { statusLabel: WAITING }),
  }
}

/**
 * Returns the first values of a new application for the current year. Refuses if another one of the
 * property is open, or if the property does not qualify; the agency may begin one as an exception.
 */
async function beginApplication(context: AnyContext, propertyId: number) {
  const year = Number(context.settings.today().slice(0, 4))
  const { open, qualification } = await loadPropertyInputs(context, propertyId)
  if (open !== null)
    refuse.rule(
      `Rent gap application ${declared.numberOf(open)} of this property is still open.`,
      [],
      buildRecordLink(declared, { propertyId, rentGapApplicationId: open }),
    )
  const reasons = getReasons(qualification)
  if (reasons.length > 0 && !isAgencyWriter(context.actor)) refuse.rule(reasons.join(' '))
  return {
    assistanceYear: year,
    periodStart: `${year}-01-01`,
    periodEnd: `${year}-12-31`,
    submittedAsException: reasons.length > 0,
  }
}

/**
 * Computes the households again with the rents of the first day. The requested amount always follows from
 * the entered values.
 */
async function storeComputedItems(
  context: AnyContext,
  { rentGapApplicationId: id, propertyId }: ApplicationRow,
) {
  const result = await sql<ApplicationRow & { items: StoredItem[] }>`
    select r.period_start, r.period_end, (select coalesce(jsonb_agg(jsonb_build_object('rentGapItemId',
    i.rent_gap_item_id,
        'projectRoomTypeId', i.project_room_type_id, 'rentTypeId', i.rent_type_id, 'moveInDate',
        i.move_in_date,
        'moveOutDate', i.move_out_date, 'tenantRent', i.tenant_rent, 'hasVoucher', i.has_voucher)), '[]')
      from rent_gap_item i where i.rent_gap_application_id = r.rent_gap_application_id) as items
    from rent_gap_application r where r.rent_gap_application_id = ${id}`.execute(context.db)
  const row = result.rows[0]!
  if (row.items.length === 0) return
  const rents = await loadRentsOn(context, propertyId, row.periodStart ?? context.settings.today())
  const values = row.items.map((item) => {
    const { rent, gap, amount } = computeHousehold(item, row, rents)
    const { approvedRent = null, utilityAllowance = null, programMax = null } = rent ?? {}
    return { id: item.rentGapItemId, approvedRent, utilityAllowance, programMax, gap, amount }
  })
  await sql`update rent_gap_item i set approved_rent = d."approvedRent",
    utility_allowance = d."utilityAllowance",
      program_max = d."programMax", monthly_gap = d.gap, claimed_amount = d.amount
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as d (id integer, "approvedRent" numeric,
    "utilityAllowance" numeric,
      "programMax" numeric, gap numeric, amount numeric)
    where i.rent_gap_item_id = d.id and (i.approved_rent, i.utility_allowance, i.program_max, i.monthly_gap,
    i.claimed_amount)
      is distinct from (d."approvedRent", d."utilityAllowance", d."programMax", d.gap, d.amount)`.execute(
    context.db,
  )
}

/** Returns the sentence `Please submit it again by 05/04/2026.`, or nothing without a day. */
export const getResubmitSentence = (day: string | null): string[] =>
  day === null ? [] : [`Please submit it again by ${formatDate(day, 'MM/DD/YYYY')}.`]

/** Returns the agency's holidays from today on. */
export const loadHolidaysFrom = async ({ db }: AnyContext, today: string): Promise<string[]> =>
  (await db.selectFrom('holiday').select('holidayDate').where('holidayDate', '>=', today).execute()).map(
    (item) => item.holidayDate,
  )

/**
 * Sets the day by which a returned application must be submitted again, some business days from now.
 * Returns the sentence for the email.
 */
async function setResubmitDate(context: AnyContext, row: ApplicationRow): Promise<string[]> {
  const today = context.settings.today()
  const days = await context.settings.get(settings.resubmitDays)
  const day = addBusinessDays(today, days, await loadHolidaysFrom(context, today))
  await sql`update rent_gap_application set adjusted_resubmit_date = ${day}
    where rent_gap_application_id = ${row.rentGapApplicationId}`.execute(context.db)
  return getResubmitSentence(day)
}

/** The server side of rent gap applications. */
export const applications = serveReview(declared, {
  detail: loadFacts,
  line: async (context) => ({
    select: sql`r.assistance_year, r.adjusted_resubmit_date, i.households, i.claimed,
      ${decidedAmount(sql`i.approved`)} as approved,
      case when r.status_id = ${sqlStatus.REVIEWED} and ${waitingSql(context)} then ${WAITING}
      end as status_label`,
    joins: sql`left join lateral (select count(*)::integer as households, coalesce(sum(claimed_amount),
      0) as claimed,
        sum(approved_amount) as approved from rent_gap_item i
      where i.rent_gap_application_id = r.rent_gap_application_id) i on true`,
  }),
  amount: sql`(select coalesce(sum(i.claimed_amount), 0) from rent_gap_item i
    where i.rent_gap_application_id = r.rent_gap_application_id)`,
  begin: (context, { propertyId }) => beginApplication(context, propertyId ?? 0),
  saved: async (context, row, { items }) => {
    const id = row.rentGapApplicationId
    if (items) {
      const sealed = sealHouseholds(items, householdFields)
      await saveLines(context, RentGapItem, { ...row, id }, sealed, 'unsent', MAX_HOUSEHOLDS * 2)
    }
    await storeComputedItems(context, row)
  },
  reviewSaved: async (context, row, { approvedAmounts }) => {
    if (approvedAmounts) await storeAmounts(context, kind, row.rentGapApplicationId, approvedAmounts)
  },
  returned: setResubmitDate,
  effects: { granted: refuseOverspent },
  // The property's conditions are stored as of the submission; an application accepted despite unmet
  // conditions is an exception.
  filed: async ({ db }, row, { conditions, nonCompliance }) => {
    await sql`update rent_gap_application
      set qualification_at_submit = ${JSON.stringify({ conditions, nonCompliance })}::jsonb,
      submitted_as_exception = ${getReasons({ conditions }).length > 0}
      where rent_gap_application_id = ${row.rentGapApplicationId}`.execute(db)
  },
  steps: { submit: { stamp: () => ({ adjustedResubmitDate: null }) } },
  figures: ({ funds, approved, statusId }) => {
    if (!funds) return null
    const before = statusId === RequestStatus.APPROVED ? sumMoney([funds.left, approved]) : funds.left
    return `The funds of ${funds.year} have ${formatMoney(before)} left now, and ${formatMoney(funds.left)} after it.`
  },
  mailLines: ({ approved, claimed }) => [
    `Approved: ${formatMoney(approved)} of ${formatMoney(claimed)} asked for.`,
  ],
  letters: { approve: buildApprovalLetter, deny: buildDenialLetter },
  toDo: sql`r.assistance_year::text`,
  due: sql`case when r.status_id = ${sqlStatus.NOT_SUBMITTED} then r.adjusted_resubmit_date end`,
})
