import { extensions } from '#features/reserves/reserveSuspension/model/extensions.ts'
import { suspensions } from '#features/reserves/reserveSuspension/model/suspensions.ts'
import { addDays, addMonths } from '#kernel/model/dates.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { largestCompany } from '../accounts.ts'
import type { DemoContext, DemoPart } from '../demoPart.ts'
import { type FiledStep, getStepsTo, getStepTakers, loadFiledRecords } from '../filedRecords.ts'

/**
 * The statuses of the suspensions. Up to 6 they are those of every request; 7 is a broken threshold, 8 waits
 * for a signature, and 9 has ended.
 */
const statuses = [6, 5, 5, 4, 3, 2, 1, 7, 8, 9, 9]
const ACTIVE = RequestStatus.APPROVED
const ENDED = 9

/**
 * The steps after the approval, by final status. `daysAgo` is counted from the current day. The end of a term
 * (0 days ago) is the first day after its last month.
 */
const stepsAfterApproval: Readonly<
  Record<number, [action: string, to: number, daysAgo: number, bySystem: boolean][]>
> = {
  7: [['breakThreshold', 7, 12, true]],
  8: [
    ['breakThreshold', 7, 20, true],
    ['askSignature', 8, 9, false],
  ],
  9: [['endTerm', 9, 0, true]],
}

/**
 * SQL: the properties with the largest reserves per unit. Those that have enough for a suspension come
 * first, and among them those of the largest company.
 */
const largestReservesSql = `
  select property_id as id from (select a.property_id, m.name, sum(e.amount) / p.total_units as per_unit
    from reserve_account a join reserve_entry e using (reserve_account_id) join property p on p.property_id = a.property_id
    left join management_company m using (management_company_id)
    where a.kind = 'Replacement reserve' and p.total_units > 0 group by a.property_id, m.name, p.total_units) held
  order by per_unit >= 2000 desc, name = $1 desc nulls last, per_unit desc, property_id limit $2`

/** Returns the steps of a suspension: those of its request, and those after the approval. */
function getSteps(
  statusId: number,
  startDay: string,
  termEnd: string,
  { users, day }: DemoContext,
): FiledStep[] {
  const stepTakers = getStepTakers(users)
  const filedSteps = getStepsTo(
    statusId === RequestStatus.REJECTED ? statusId : Math.min(statusId, ACTIVE),
    startDay,
    stepTakers,
    statusId === RequestStatus.REJECTED ? 'A new roof is due.' : null,
  )
  const laterSteps = (stepsAfterApproval[statusId] ?? []).map(
    ([action, to, daysAgo, bySystem], index, all) => ({
      action,
      from: all[index - 1]?.[1] ?? ACTIVE,
      to,
      at: `${daysAgo === 0 ? termEnd : addDays(day, -daysAgo)}T15:00:00Z`,
      by: bySystem ? null : stepTakers.analyst,
      reason: null,
    }),
  )
  return [...filedSteps, ...laterSteps]
}

/**
 * Returns the first month of a suspension, in months from the current one. Ended suspensions began two or
 * three years ago, broken ones last year, and the others begin next month.
 */
function getFirstMonth(statusId: number, index: number): number {
  if (statusId === ENDED) return -25 - 12 * (index % 2)
  return statusId > RequestStatus.REJECTED ? -10 : 1
}

/**
 * Loads suspensions in every status for the largest reserves. For broken ones, the threshold is raised above
 * the balance of the reserve.
 */
async function load(context: DemoContext): Promise<void> {
  const { client, day } = context
  const monitoredProperties = (
    await client.query<{ id: number }>(largestReservesSql, [largestCompany, statuses.length])
  ).rows
  const getMonthStart = (ahead: number) => `${addMonths(day, ahead).slice(0, 7)}-01`
  const records = statuses.map((statusId, index) => {
    const firstMonth = getFirstMonth(statusId, index)
    return {
      id: index + 1,
      propertyId: monitoredProperties[index]!.id,
      steps: getSteps(
        statusId,
        firstMonth < 0 ? addMonths(day, firstMonth - 1) : addDays(day, -40),
        getMonthStart(firstMonth + 12),
        context,
      ),
      values: {
        reason: 'The needs of ten years are covered.',
        start_month: getMonthStart(firstMonth),
        end_month: getMonthStart(firstMonth + (statusId === ENDED ? 11 : 17)),
        threshold_per_unit: statusId >= RequestStatus.REVIEWED ? 1000 : null,
        next_review: statusId === ACTIVE ? getMonthStart(13) : null,
      },
    }
  })
  await loadFiledRecords(client, suspensions, records)
  await client.query(`update replacement_reserve_suspension r set threshold_per_unit = round(b.per_unit, -1) + 150
    from (select a.property_id, sum(e.amount) / nullif(p.total_units, 0) as per_unit
      from reserve_account a join reserve_entry e using (reserve_account_id) join property p on p.property_id = a.property_id
      where a.kind = 'Replacement reserve' group by a.property_id, p.total_units) b
    where r.status_id in (7, 8) and b.property_id = r.property_id and b.per_unit > 0`)
  await loadExtensions(context, records[1]!, getMonthStart)
}

/** Loads two extensions of an active suspension: a denied one, and a new one with a better reason. */
async function loadExtensions(
  { client, day, users }: DemoContext,
  { id, propertyId }: { id: number; propertyId: number },
  getMonthStart: (ahead: number) => string,
): Promise<void> {
  const stepTakers = getStepTakers(users)
  const createStep = (
    action: string,
    from: number | null,
    to: number,
    daysAgo: number,
    userId: number,
    reason: string | null = null,
  ) => ({
    action,
    from,
    to,
    by: userId,
    reason,
    at: `${addDays(day, -daysAgo)}T15:00:00Z`,
  })
  const createSubmission = (ago: number) => [
    createStep('create', null, 1, ago, stepTakers.company),
    createStep('submit', 1, 2, ago, stepTakers.company),
  ]
  const deniedSteps = [
    ...createSubmission(14),
    createStep('startReview', 2, 3, 12, stepTakers.analyst),
    createStep('deny', 3, 6, 11, stepTakers.analyst, 'Say what the reserve will have to pay in these years.'),
  ]
  const values = { replacement_reserve_suspension_id: id, requested_end: getMonthStart(24) }
  await loadFiledRecords(client, extensions, [
    { id: 1, propertyId, steps: deniedSteps, values: { ...values, reason: 'There is enough.' } },
    {
      id: 2,
      propertyId,
      steps: createSubmission(4),
      values: { ...values, reason: 'The new study foresees nothing before 2030.' },
    },
  ])
}

/** Loads suspensions of reserve deposits and their extensions. */
export default { after: ['replacementReserve', 'reserves'], load } satisfies DemoPart
