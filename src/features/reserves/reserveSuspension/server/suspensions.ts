import { sql } from 'kysely'
import { loadFiles } from '#core/platform/files/server/index.ts'
import type { ReviewedRow } from '#engines/review/model/index.ts'
import { buildRecordLink } from '#engines/review/model/index.ts'
import { serveReview } from '#engines/review/server/index.ts'
import { findReserveAccount } from '#features/reserves/replacementReserve/server/index.ts'
import { addMonths } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { lockRow } from '#kernel/server/rows.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import { ReplacementReserveSuspension } from '../model/entities.ts'
import type { SuspensionMailEvent } from '../model/mails.ts'
import { ACTIVE, BROKEN, REINSTATED, SIGNATURE, SIGNED_AMENDMENT } from '../model/steps.ts'
import * as model from '../model/suspensions.ts'
import { storeAmendment } from './amendment.ts'
import { mailSuspensions } from './mails.ts'

/** Loads the property’s undecided request, as a list of at most one. */
const loadOpenSuspension = (context: AnyContext, propertyId: number) =>
  suspensions.lines(context, sql`r.property_id = ${propertyId} and ${statusIs.open('r')}`, sql`limit 1`)

/** Returns a fault that names the property’s open request, because there may be only one at a time. */
async function getOpenRequestFaults(context: AnyContext, propertyId: number): Promise<Fault[]> {
  const [open] = await loadOpenSuspension(context, propertyId)
  if (!open) return []
  return [{ field: '', message: `Suspension request ${open.requestNumber} of this property is still open.` }]
}

/** Loads the property's other suspensions that stop its deposits. */
async function loadOtherSuspensions({ db }: AnyContext, propertyId: number, id: number) {
  const result = await sql<{ id: number; startMonth: string; endMonth: string }>`
    select replacement_reserve_suspension_id as id, start_month, end_month from replacement_reserve_suspension
    where property_id = ${propertyId} and replacement_reserve_suspension_id <> ${id}
    and status_id in (${ACTIVE}, ${BROKEN}, ${SIGNATURE})
      and start_month is not null and end_month is not null order by 1`.execute(db)
  return result.rows.map(({ id: other, ...months }) => ({
    requestNumber: model.suspensions.numberOf(other),
    ...months,
  }))
}

type Suspension = ReviewedRow<typeof ReplacementReserveSuspension>

const nextMonth = (context: AnyContext): string => addMonths(`${context.settings.today().slice(0, 7)}-01`, 1)
const sendMail = (event: SuspensionMailEvent) => (context: AnyContext, row: Suspension) =>
  mailSuspensions(context, event, [row.replacementReserveSuspensionId])
const reinstatement = {
  stamp: (context: AnyContext) => ({ restartMonth: nextMonth(context) }),
  after: sendMail('suspension.reinstated'),
}

/**
 * Returns a fault unless the balance per unit is below the threshold: only then can it be reported broken.
 */
async function getUnbrokenFaults(
  context: AnyContext,
  { propertyId, thresholdPerUnit }: Suspension,
): Promise<Fault[]> {
  const account = await findReserveAccount(context, propertyId)
  if (account && thresholdPerUnit !== null && account.perUnit < thresholdPerUnit) return []
  const message = `The reserve holds ${formatMoney(account?.perUnit)} per unit; ${thresholdPerUnit === null ? 'no balance must remain' : `${formatMoney(thresholdPerUnit)} must remain`}.`
  return [{ field: '', message }]
}

/** Returns a fault unless the signed amendment is on file. */
async function getUnsignedFaults(context: AnyContext, row: Suspension): Promise<Fault[]> {
  const subject = { moduleName: model.suspensions.module, moduleId: row.replacementReserveSuspensionId }
  const files = await loadFiles(context, [subject])
  if (files.some((file) => file.documentType === SIGNED_AMENDMENT)) return []
  return [{ field: '', message: 'The signed amendment is not on file yet. Attach it first.' }]
}

/** The server’s part of the review of suspensions. */
export const suspensions = serveReview(model.suspensions, {
  detail: async (context, { propertyId, replacementReserveSuspensionId: id }) => {
    const account = await findReserveAccount(context, propertyId)
    const multiple = await context.settings.get(model.suspensionMultiple)
    return {
      account,
      needed: multiple * (account?.minimumPerUnit ?? 0),
      today: context.settings.today(),
      others: await loadOtherSuspensions(context, propertyId, id),
    }
  },
  line: { select: sql`r.cause, r.start_month, r.end_month` },
  begin: async (context, { propertyId }) => {
    const [open] = await loadOpenSuspension(context, propertyId ?? 0)
    const [fault] = await getOpenRequestFaults(context, propertyId ?? 0)
    if (open && fault) refuse.rule(fault.message, [], buildRecordLink(model.suspensions, open))
    return {}
  },
  needs: {
    reportBroken: getUnbrokenFaults,
    reinstate: getUnsignedFaults,
    reopen: (context, { propertyId }) => getOpenRequestFaults(context, propertyId),
  },
  effects: {
    granted: async (context, row) => {
      const months = await context.settings.get(model.suspensionReviewMonths)
      const today = context.settings.today()
      const since = row.startMonth && row.startMonth > today ? row.startMonth : today
      // Plain SQL makes this a part of the approval, so that the history shows no change of its own.
      await sql`update replacement_reserve_suspension set next_review = ${addMonths(since, months)}
        where replacement_reserve_suspension_id = ${row.replacementReserveSuspensionId}`.execute(context.db)
    },
  },
  steps: {
    reportBroken: { after: sendMail('suspension.thresholdBroken') },
    askSignature: {
      after: async (context, row) => {
        await storeAmendment(context, row)
        await sendMail('suspension.signature')(context, row)
      },
    },
    reinstate: reinstatement,
    end: reinstatement,
    // A suspension that is forced back to a status that stops deposits loses its restart month.
    adminChange: {
      stamp: (context, _row, _reason, to) => ({
        restartMonth: to === REINSTATED ? nextMonth(context) : null,
      }),
    },
  },
  letters: {
    approve: (_, detail) => ({
      body: [
        `The monthly deposits of {{deposit}} to the replacement reserve of {{propertyName}} are suspended from ${model.describeMonths(detail)}.`,
        detail.thresholdPerUnit === null
          ? ''
          : 'A balance of {{threshold}} per unit must remain. When less does, deposits are to be reinstated.',
      ],
      values: {
        deposit: formatMoney(detail.account?.monthlyDeposit),
        threshold: formatMoney(detail.thresholdPerUnit),
      },
    }),
    deny: (_, _detail, reason) => ({
      body: ['The agency cannot suspend the deposits of {{propertyName}}.', reason ?? ''],
    }),
  },
})

const lockSuspension = (context: AnyContext, id: number) => lockRow(context, ReplacementReserveSuspension, id)

/** The mail event of each status after the decision. */
const eventByStatus: Readonly<Record<number, SuspensionMailEvent>> = {
  [BROKEN]: 'suspension.thresholdBroken',
  [SIGNATURE]: 'suspension.signature',
  [REINSTATED]: 'suspension.reinstated',
}

/**
 * The handlers that mail the status of a suspension again. They refuse a mail whose statement is not true.
 */
const mailHandlers = [
  serve(model.sendStatusChangeEmail, async (context) => {
    const { id } = context.params
    const { statusId } = await lockSuspension(context, id)
    const event = eventByStatus[statusId]
    if (event) await mailSuspensions(context, event, [id])
    else if (statusId >= ACTIVE) await suspensions.mailDecision(context, id)
    else refuse.rule('The request is not decided yet.')
    return true
  }),
  serve(model.sendThresholdBrokenEmail, async (context) => {
    const { id } = context.params
    if ((await lockSuspension(context, id)).statusId !== BROKEN) refuse.rule('The threshold is not broken.')
    await mailSuspensions(context, 'suspension.thresholdBroken', [id])
    return true
  }),
  serve(model.sendKeepSuspendedEmail, async (context) => {
    const { id } = context.params
    const row = await lockSuspension(context, id)
    if (row.statusId !== ACTIVE) refuse.rule('Only an active suspension goes on.')
    if ((await getUnbrokenFaults(context, row)).length === 0)
      refuse.rule('Less remains in the reserve than must.')
    await mailSuspensions(context, 'suspension.kept', [id])
    return true
  }),
]

/** The handlers of the calls about suspensions. */
export const served = [
  ...mailHandlers,
  suspensions.serveStep(model.waitingOnReinstatementSignature, 'askSignature'),
  serve(model.attachSignedAmendment, async (context) => {
    const row = await lockSuspension(context, context.params.id)
    if (row.statusId !== SIGNATURE) refuse.conflict('No signature is waited for.')
    return suspensions.attachTo(context, row, SIGNED_AMENDMENT)
  }),
  serve(
    model.suspensionRequestExists,
    async (context) => (await loadOpenSuspension(context, context.params.propertyId)).length > 0,
  ),
  serve(model.getActiveSuspension, async (context) => {
    const active = sql`r.property_id = ${context.params.propertyId} and r.status_id = ${sqlStatus.APPROVED}
      and r.end_month >= date_trunc('month', ${context.settings.today()}::date)`
    return (await suspensions.lines(context, active, sql`limit 1`))[0] ?? null
  }),
]

/**
 * SQL: whether a suspension stops the deposit to account `a` in the month `$1`. It does in the approved
 * months, also while the agency waits for the signed amendment. After reinstatement it does only in months
 * before the restart month.
 */
export const depositHoldSql = `exists (select 1 from replacement_reserve_suspension s where s.property_id = a.property_id
  and a.kind = 'Replacement reserve' and s.status_id in (${ACTIVE}, ${BROKEN}, ${SIGNATURE}, ${REINSTATED})
  and $1::date between date_trunc('month', s.start_month) and s.end_month
  and (s.status_id <> ${REINSTATED} or s.restart_month is null or $1::date < s.restart_month))`
