import { sql } from 'kysely'
import type { z } from 'zod'
import {
  type PendingKind,
  proposeChange,
  requiresSecondPerson,
} from '#core/platform/pendingChanges/server/index.ts'
import type { StatementRow } from '#features/statements/annualStatement/model/index.ts'
import { isAgencyWriter } from '#kernel/model/access.ts'
import { addDays } from '#kernel/model/dates.ts'
import { formatMoney, fromCents, sumMoney, toCents } from '#kernel/model/money.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import type { AcceptedComputation } from '../model/accepted.ts'
import type { basisInput } from '../model/calls.ts'
import {
  computeEarned,
  computeSurplusCashRate,
  convertCostsToCents,
  convertToDollars,
  getComputation,
  getEquity,
} from '../model/computation.ts'
import { getInterimPeriods } from '../model/interim.ts'
import { findBasis, getSurplusCashRights } from '../model/rights.ts'
import { surplusSettings } from '../model/settings.ts'
import { getDelinquentAmounts, getReviewedFigures } from '../model/surplus.ts'
import type { ComputationView } from '../model/views.ts'
import { findVisibleStatement, getSurplusCashHead, loadStatementData, type StatementData } from './facts.ts'
import { computeVisibleSums, getVisibleRows } from './surplus.ts'

/** Returns the rights of the statement's property through its year. */
export const getRights = ({ bases, facts, accruals, payments, figures, statement }: StatementData) =>
  getSurplusCashRights(bases, facts, accruals, payments, statement.year, figures)

/** Returns the payments on requests of this statement, and their reversals. */
const getPayments = ({ payments, computation }: StatementData) =>
  payments.filter(
    (payment) =>
      payment.distributionRequestId !== null &&
      computation?.computationOfDistributionsId === payment.computationOfDistributionsId,
  )

/** Returns a statement's computation of distributions, for its screen and as the basis of requests. */
export async function loadComputationView(context: AnyContext, afsId: number): Promise<ComputationView> {
  const all = await loadStatementData(context, afsId)
  return getAcceptedFigures(all, await loadSurplusCashView(context, all))
}

/** Returns the computation that an accepted statement was accepted on; otherwise today's computation. */
const getAcceptedFigures = (
  { statement, computation }: StatementData,
  view: ComputationView,
): ComputationView =>
  statement.statusId === RequestStatus.APPROVED && computation?.seen
    ? {
        ...view,
        ...(computation.seen as AcceptedComputation),
        since: computation.since as ComputationView['since'],
      }
    : view

/**
 * Loads the computation of a statement as the caller may see it, the delinquent amounts of surplus cash
 * (lines A5, A6, A9), and the interim days after it, without payments on the request `except`. Dollars.
 * Null if the caller may not see it.
 */
export async function loadDistribution(context: AnyContext, afsId: number, except = 0) {
  const statementData = await findVisibleStatement(context, afsId)
  if (!statementData) return null
  return {
    computation: getAcceptedFigures(statementData, await loadSurplusCashView(context, statementData)),
    delinquent: getDelinquentAmounts(
      getReviewedFigures(getVisibleRows(context, statementData), statementData.read),
    ),
    interim: getInterimPeriods({ ...statementData, ...statementData.statement }, except),
  }
}

/** Computes the view of a loaded statement as the caller may see it. */
export async function loadSurplusCashView(
  context: AnyContext,
  statementData: StatementData,
): Promise<ComputationView> {
  const { statement, computation } = statementData
  const sums = computeVisibleSums(context, statementData)
  const years = getRights(statementData)
  const right = years.at(-1)
  const [earned = 0, paid = 0, balance = 0] = right
    ? [right.earned, right.paid, right.balance].map(toCents)
    : []
  const inputs = { surplus: sums.c, earned, paid, accrued: balance - earned + paid }
  const payments = getPayments(statementData)
  return {
    ...getSurplusCashHead(context, statementData),
    computationOfDistributionsId: computation?.computationOfDistributionsId ?? null,
    version: computation?.version ?? 0,
    principalPaid: computation?.principalPaid ?? null,
    paidDeclared: computation?.paidDeclared ?? null,
    comments: computation?.comments ?? null,
    surplus: fromCents(sums.c),
    surplusReviewed: sums.reviewed,
    basis: findBasis(statementData.bases, statement.year),
    figure: statementData.figures.find((figure) => figure.year === statement.year && !right?.typed) ?? null,
    principal: right?.principalPaid ?? 0,
    equity: right?.equity ?? null,
    rate: right?.rate ?? null,
    ...convertToDollars(getComputation(inputs)),
    years,
    payments,
    paidRows: statementData.payments.filter((payment) => payment.year <= statement.year + 1),
    lastDecidedYear: statementData.lastDecidedYear,
    approved: sumMoney(payments.map((payment) => payment.paid)),
    overpaid: fromCents(Math.max(0, -balance)),
    since: null,
    rateCap: await context.settings.get(surplusSettings.rateCap),
    residualDue: addDays(statement.periodEnd, await context.settings.get(surplusSettings.residualDays)),
    canSetBasis: isAgencyWriter(context.actor),
  }
}

/** Returns the id of a statement's computation; creates it if there is none. */
export async function ensureComputation(
  { db }: AnyContext,
  { afsId, propertyId }: Pick<StatementRow, 'afsId' | 'propertyId'>,
): Promise<number> {
  const result = await sql<{ id: number }>`with begun as (
      insert into computation_of_distributions (afs_id, property_id) values (${afsId}, ${propertyId})
      on conflict (afs_id) do nothing returning computation_of_distributions_id as id)
    select id from begun union all select computation_of_distributions_id from computation_of_distributions
    where afs_id = ${afsId}`.execute(db)
  return result.rows[0]!.id
}

type SentBasis = z.infer<typeof basisInput>

/**
 * CDS-1 and CDS-2: a rate above the highest one needs the commission's approval, and rate, costs and
 * mortgages must not be negative.
 */
function checkBasis(payload: SentBasis, cap: number): Fault[] {
  const above = computeSurplusCashRate(payload) > cap && !payload.rateApproval?.trim()
  const negative = (['rate', 'developmentCost', 'mortgagePrincipal', 'improvements'] as const).filter(
    (name) => payload[name] < 0,
  )
  return [
    ...(above
      ? [
          {
            field: 'rateApproval',
            message: `${computeSurplusCashRate(payload)} percent is above the greatest rate of ${cap} percent: say which approval allows it.`,
          },
        ]
      : []),
    ...negative.map((field) => ({ field, message: 'Enter it without a minus sign.' })),
  ]
}

/** The kind of pending change for a basis that raises rights. */
const BASIS = 'basis'

/** Computes the right that a basis earns in a full year, in dollars. */
const computeYearlyRight = (basis: SentBasis): number =>
  fromCents(computeEarned(getEquity(convertCostsToCents(basis), 0), computeSurplusCashRate(basis), 12))

/**
 * Proposes a basis that earns more than the current one to a second person (domain 48.4). Returns whether
 * it must wait.
 */
async function proposeBasis(context: AnyContext, payload: SentBasis): Promise<boolean> {
  const stored = await context.db
    .selectFrom('distributionBasis')
    .selectAll()
    .where('propertyId', '=', payload.propertyId)
    .execute()
  const present = findBasis(stored as (SentBasis & { fromYear: number })[], payload.fromYear)
  if (
    !present ||
    computeYearlyRight(payload) <= computeYearlyRight(present) ||
    !(await requiresSecondPerson(context))
  )
    return false
  await proposeChange(context, {
    kind: BASIS,
    subjectId: payload.propertyId,
    part: String(payload.fromYear),
    about: `Basis of distributions from ${payload.fromYear}`,
    path: `/afs/view/${payload.fromYear}/${payload.propertyId}`,
    was: `${formatMoney(computeYearlyRight(present))} a year`,
    becomes: `${formatMoney(computeYearlyRight(payload))} a year`,
    sent: payload,
    reason: payload.source ?? payload.rateApproval ?? 'No reason given.',
  })
  return true
}

/** Applies a confirmed basis as its proposer sent it. */
export const pendingBasis: PendingKind = {
  name: BASIS,
  apply: (context, { sent, proposedById }) => storeBasis(context, sent as SentBasis, proposedById),
}

/**
 * Stores the basis of a property's rights from a year on, for each statement from then. Refuses to change
 * an accepted year.
 */
export async function storeBasis(
  context: AnyContext,
  payload: SentBasis,
  setById: number | null = null,
): Promise<void> {
  const { db, actor, services } = context
  const propertyRows = await db
    .selectFrom('property')
    .select('name')
    .where('propertyId', '=', payload.propertyId)
    .execute()
  if (propertyRows.length === 0) refuse.notFound('This property')
  const accepted = await sql<{ year: number | null }>`select max(year) as year from annual_statement
    where property_id = ${payload.propertyId} and status_id = ${sqlStatus.APPROVED}
    and year >= ${payload.fromYear}`.execute(db)
  const year = accepted.rows[0]?.year
  const faults = checkBasis(payload, await context.settings.get(surplusSettings.rateCap))
  if (year)
    faults.push({
      field: 'fromYear',
      message: `From fiscal year: the statement of ${year} was accepted on the basis as it is. Choose ${year + 1} or later, or reopen it.`,
    })
  if (faults.length > 0) refuse.rule('There is a problem', faults)
  if (setById === null && (await proposeBasis(context, payload))) return
  const { propertyId, fromYear, ...values } = payload
  const row = { ...values, setById: setById ?? actor.userId, setAt: services.now().toISOString() }
  await db
    .insertInto('distributionBasis')
    .values({ propertyId, fromYear, ...row })
    .onConflict((conflict) => conflict.columns(['propertyId', 'fromYear']).doUpdateSet(row))
    .execute()
  await sql`insert into computation_of_distributions (afs_id, property_id) select afs_id, property_id
    from annual_statement
    where property_id = ${propertyId} and year >= ${fromYear} on conflict (afs_id) do nothing`.execute(db)
}
