import { sql } from 'kysely'
import { buildRecordLink } from '#engines/review/model/index.ts'
import { serveReview } from '#engines/review/server/index.ts'
import { AFS } from '#features/statements/annualStatement/model/index.ts'
import { getAvailable } from '#features/statements/surplusCash/model/index.ts'
import {
  commitPayment,
  loadDistribution,
  reversePayment,
  writersOfRights,
} from '#features/statements/surplusCash/server/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney, sumMoney, toCents } from '#kernel/model/money.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { isFiled, RequestStatus } from '#kernel/model/status.ts'
import type { Recipient } from '#kernel/server/outbox.ts'
import { lockRow, readRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import { getRequestedBasis } from '../model/basis.ts'
import { NO_STATEMENT } from '../model/facts.ts'
import type { GuardFacts } from '../model/guardFacts.ts'
import { getGuards } from '../model/guards.ts'
import { requests as declared, type RequestRow } from '../model/requests.ts'
import { distributionSettings } from '../model/settings.ts'
import { loadDistributionRequestFacts } from './facts.ts'
import { buildApprovalLetter, buildDenialLetter } from './letters.ts'

const loadStatement = async (context: AnyContext, afsId: number) => await readRow(context, AFS, afsId)

/** Returns the id of another open request on the statement, if there is one. */
async function findOpenRequest({ db }: AnyContext, afsId: number, except = 0): Promise<number | undefined> {
  const result = await sql<{ id: number }>`select distribution_request_id as id from distribution_request
    where afs_id = ${afsId} and ${statusIs.open()} and distribution_request_id <> ${except} limit 1`.execute(
    db,
  )
  return result.rows[0]?.id
}

/** Returns the statement for a new request that names none: the newest one that was filed. */
async function findNewestStatement({ db }: AnyContext, propertyId: number): Promise<number> {
  const filed = await sql<{ afsId: number }>`select afs_id from annual_statement s
    where s.property_id = ${propertyId} and ${statusIs.filed('s')} order by s.year desc limit 1`.execute(db)
  const link = { label: 'Open its annual statements', to: `/afs/list/single/${propertyId}` }
  return filed.rows[0]?.afsId ?? refuse.rule(NO_STATEMENT, [], link)
}

/**
 * Returns the first values of a new request. Refuses unless its statement was filed, leaves surplus cash,
 * and has no open request.
 */
async function beginRequest(context: AnyContext, propertyId: number, payload: { afsId?: number | null }) {
  const statement = await loadStatement(
    context,
    payload.afsId || (await findNewestStatement(context, propertyId)),
  )
  const { afsId, year } = statement
  if (statement.propertyId !== propertyId) refuse.notFound('This statement')
  if (!isFiled(statement.statusId))
    refuse.rule(`The statement of ${year} is not submitted yet. Submit it first.`, [], {
      label: `Open the ${year} statement`,
      to: `/afs/view/${year}/${propertyId}`,
    })
  const open = await findOpenRequest(context, afsId)
  if (open)
    refuse.rule(
      `${declared.numberOf(open)} on this statement is still open; it is decided first.`,
      [],
      buildRecordLink(declared, { distributionRequestId: open }),
    )
  const { computation } = (await loadDistribution(context, afsId)) ?? refuse.notFound('This statement')
  if (!computation.required)
    refuse.rule(
      'The property is bound by tax credits alone: its distributions are not approved by the agency.',
    )
  const interim = await context.settings.get(distributionSettings.interim)
  if (computation.surplus <= 0 && !interim)
    refuse.rule(`The statement of ${year} leaves no surplus cash to distribute.`)
  const available = getAvailable(computation.b4, computation.approved)
  return {
    ...(await loadLastRequest(context, propertyId)),
    afsId,
    year,
    periodType: 'Annual' as const,
    amountRequested: available > 0 ? available : null,
  }
}

/** Returns purpose and payee of the property's last request, with which a new one begins. */
async function loadLastRequest({ db }: AnyContext, propertyId: number) {
  const result = await sql<
    Pick<RequestRow, 'purpose' | 'payee'>
  >`select purpose, payee from distribution_request
    where property_id = ${propertyId} and ${statusIs.filed()} order by distribution_request_id desc
    limit 1`.execute(db)
  return result.rows[0]
}

/** Refuses to reopen a request while another one on its statement is open. */
async function refuseSecond(context: AnyContext, row: RequestRow, to: number): Promise<Fault[]> {
  const open = to <= 4 ? await findOpenRequest(context, row.afsId, row.distributionRequestId) : undefined
  return open === undefined
    ? []
    : [{ field: '', message: `${declared.numberOf(open)} on this statement is open. It is decided first.` }]
}

/**
 * Records the approved amount as paid among the yearly rights. Locks the statement and computes the
 * available amount again, so that two concurrent decisions never approve more than is available.
 */
async function grantAmount(context: AnyContext, row: RequestRow): Promise<void> {
  const statement = await lockRow(context, AFS, row.afsId)
  const facts = await loadAgencyFacts(context, row)
  const amount = row.approvedAmount ?? 0
  if (amount <= 0 || toCents(amount) > toCents(facts.available)) {
    const message =
      amount <= 0
        ? 'Its review names no amount that is approved.'
        : `Only ${formatMoney(facts.available)} is available ${facts.asOf ? `as of ${formatDate(facts.asOf, 'MM/DD/YYYY')}` : 'on this statement'}.`
    refuse.rule(message, [{ field: 'approvedAmount', message }])
  }
  const { distributionRequestId: requestId } = row
  await commitPayment(context, { statement, requestId, number: declared.numberOf(requestId), amount })
  await storeGuards(context, row, facts)
}

/** Loads the facts of a decision; the person who decides must be able to read the statement. */
const loadAgencyFacts = async (context: AnyContext, row: RequestRow): Promise<GuardFacts> =>
  getRequestedBasis(row, await loadDistributionRequestFacts(context, row)).facts ??
  refuse.notFound('The statement of this request')

/** Stores every guard with its proof as it was at the decision. */
async function storeGuards(context: AnyContext, row: RequestRow, facts: GuardFacts): Promise<void> {
  await sql`update distribution_request set guards_seen = ${JSON.stringify(getGuards(row, facts))}::jsonb
    where distribution_request_id = ${row.distributionRequestId}`.execute(context.db)
}

/** Returns the certifiers of the statement, who are also mailed the decision. */
async function loadCertifiers({ db }: AnyContext, { afsId }: RequestRow): Promise<Recipient[]> {
  const result = await sql<Recipient>`select u.email, trim(concat(u.first_name, ' ', u.last_name)) as name
    from annual_statement a join certification c on c.certification_id in (a.owner_certification_id,
    a.agent_certification_id)
    join app_user u on u.user_id = c.user_id where a.afs_id = ${afsId} and u.active and u.email is not null
    order by u.user_id`.execute(db)
  return result.rows
}

/** The server side of distribution requests. */
export const requests = serveReview(declared, {
  detail: loadDistributionRequestFacts,
  line: {
    select: sql`r.year, r.purpose, r.amount_requested,
      case when ${statusIs.decided('r')} or (select kernel.is_agency()) then r.approved_amount
      end as approved_amount`,
  },
  amount: sql`r.amount_requested`,
  writers: writersOfRights,
  begin: (context, { propertyId }, values) =>
    beginRequest(context, propertyId ?? 0, values as { afsId?: number }),
  filed: async ({ db }, row, detail) => {
    const { computation } = getRequestedBasis(row, detail)
    await sql`update distribution_request set surplus_cash = ${computation?.surplus ?? null},
      allowable = ${computation?.b4 ?? null}
      where distribution_request_id = ${row.distributionRequestId}`.execute(db)
  },
  effects: {
    granted: grantAmount,
    withdrawn: (context, { distributionRequestId: requestId, propertyId, year }) =>
      reversePayment(context, { requestId, number: declared.numberOf(requestId), propertyId, year }),
    denied: async (context, row) => storeGuards(context, row, await loadAgencyFacts(context, row)),
  },
  steps: {
    reopen: { needs: refuseSecond },
    adminChange: { needs: refuseSecond },
  },
  concerned: loadCertifiers,
  figures: (detail) => {
    const { facts } = getRequestedBasis(detail, detail)
    if (!facts) return null
    const { year, approvedAmount, statusId } = detail
    const on = facts.asOf ? `as of ${formatDate(facts.asOf, 'MM/DD/YYYY')}` : `on the statement of ${year}`
    const available =
      statusId === RequestStatus.APPROVED
        ? sumMoney([facts.available, -(approvedAmount ?? 0)])
        : facts.available
    return `${formatMoney(facts.available)} is available ${on}, and ${formatMoney(available)} after it.`
  },
  mailLines: ({ approvedAmount, amountRequested }) => [
    `Approved: ${formatMoney(approvedAmount ?? 0)} of ${formatMoney(amountRequested ?? 0)} asked for.`,
  ],
  letters: { approve: buildApprovalLetter, deny: buildDenialLetter },
  toDo: sql`r.year || ' statement'`,
})
