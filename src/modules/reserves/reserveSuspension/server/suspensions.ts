import { sql } from 'kysely'
import { loadFiles } from '#ground/platform/files/server/index.ts'
import { addMonths } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { lockRow } from '#kernel/server/rows.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import { accountSeen } from '#modules/reserves/replacementReserve/server/index.ts'
import type { ReviewedRow } from '#review/model/index.ts'
import { wayToRecord } from '#review/model/index.ts'
import { serveReview } from '#review/server/index.ts'
import { ReplacementReserveSuspension } from '../model/entities.ts'
import type { SuspensionEvent } from '../model/mails.ts'
import { ACTIVE, BROKEN, REINSTATED, SIGNATURE, SIGNED_AMENDMENT } from '../model/steps.ts'
import * as model from '../model/suspensions.ts'
import { storeAmendment } from './amendment.ts'
import { mailSuspensions } from './mails.ts'

/** The requests of a property that are not decided yet. */
const loadOpenSuspension = (context: AnyContext, propertyId: number) =>
  suspensions.lines(context, sql`r.property_id = ${propertyId} and ${statusIs.open('r')}`, sql`limit 1`)

/** Allows one open request per property: names the open one where another would be begun or reopened. */
async function openFaults(context: AnyContext, propertyId: number): Promise<Fault[]> {
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
const mail = (event: SuspensionEvent) => (context: AnyContext, row: Suspension) =>
  mailSuspensions(context, event, [row.replacementReserveSuspensionId])
const reinstated = {
  stamp: (context: AnyContext) => ({ restartMonth: nextMonth(context) }),
  after: mail('suspension.reinstated'),
}

/** A threshold is reported broken only where it is. */
async function unbroken(context: AnyContext, { propertyId, thresholdPerUnit }: Suspension): Promise<Fault[]> {
  const account = await accountSeen(context, propertyId)
  if (account && thresholdPerUnit !== null && account.perUnit < thresholdPerUnit) return []
  const message = `The reserve holds ${formatMoney(account?.perUnit)} per unit; ${thresholdPerUnit === null ? 'no balance must remain' : `${formatMoney(thresholdPerUnit)} must remain`}.`
  return [{ field: '', message }]
}

async function unsigned(context: AnyContext, row: Suspension): Promise<Fault[]> {
  const subject = { moduleName: model.suspensions.module, moduleId: row.replacementReserveSuspensionId }
  const files = await loadFiles(context, [subject])
  if (files.some((file) => file.documentType === SIGNED_AMENDMENT)) return []
  return [{ field: '', message: 'The signed amendment is not on file yet. Attach it first.' }]
}

/** Suspensions as the server runs them. */
export const suspensions = serveReview(model.suspensions, {
  detail: async (context, { propertyId, replacementReserveSuspensionId: id }) => {
    const account = await accountSeen(context, propertyId)
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
    const [fault] = await openFaults(context, propertyId ?? 0)
    if (open && fault) refuse.rule(fault.message, [], wayToRecord(model.suspensions, open))
    return {}
  },
  needs: {
    reportBroken: unbroken,
    reinstate: unsigned,
    reopen: (context, { propertyId }) => openFaults(context, propertyId),
  },
  effects: {
    granted: async (context, row) => {
      const months = await context.settings.get(model.suspensionReviewMonths)
      const today = context.settings.today()
      const since = row.startMonth && row.startMonth > today ? row.startMonth : today
      // Part of the step, not a change of its own.
      await sql`update replacement_reserve_suspension set next_review = ${addMonths(since, months)}
        where replacement_reserve_suspension_id = ${row.replacementReserveSuspensionId}`.execute(context.db)
    },
  },
  steps: {
    reportBroken: { after: mail('suspension.thresholdBroken') },
    askSignature: {
      after: async (context, row) => {
        await storeAmendment(context, row)
        await mail('suspension.signature')(context, row)
      },
    },
    reinstate: reinstated,
    end: reinstated,
    // Forced back among those that hold deposits, nothing starts them again before their time.
    adminChange: {
      stamp: (context, _row, _reason, to) => ({
        restartMonth: to === REINSTATED ? nextMonth(context) : null,
      }),
    },
  },
  letters: {
    approve: (_, detail) => ({
      body: [
        `The monthly deposits of {{deposit}} to the replacement reserve of {{propertyName}} are suspended from ${model.getReserveSuspensionMonths(detail)}.`,
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

/** The mail of each status that follows the decision. */
const eventByKey: Readonly<Record<number, SuspensionEvent>> = {
  [BROKEN]: 'suspension.thresholdBroken',
  [SIGNATURE]: 'suspension.signature',
  [REINSTATED]: 'suspension.reinstated',
}

/** Mails the status of a suspension again; refuses a mail that would not be true. */
const mailHandlers = [
  serve(model.sendStatusChangeEmail, async (context) => {
    const { id } = context.params
    const { statusId } = await lockSuspension(context, id)
    const event = eventByKey[statusId]
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
    if ((await unbroken(context, row)).length === 0) refuse.rule('Less remains in the reserve than must.')
    await mailSuspensions(context, 'suspension.kept', [id])
    return true
  }),
]

export const served = [
  ...mailHandlers,
  suspensions.serveStep(model.waitingOnReinstatementSignature, 'askSignature'),
  serve(model.attachSignedAmendment, async (context) => {
    const row = await lockSuspension(context, context.params.id)
    if (row.statusId !== SIGNATURE) refuse.conflict('No signature is waited for.')
    return suspensions.attachTo(context, row, SIGNED_AMENDMENT)
  }),
  serve(
    model.requestExists,
    async (context) => (await loadOpenSuspension(context, context.params.propertyId)).length > 0,
  ),
  serve(model.getActive, async (context) => {
    const active = sql`r.property_id = ${context.params.propertyId} and r.status_id = ${sqlStatus.APPROVED}
      and r.end_month >= date_trunc('month', ${context.settings.today()}::date)`
    return (await suspensions.lines(context, active, sql`limit 1`))[0] ?? null
  }),
]

/**
 * SQL, of account `a` and a month `$1`: nothing falls due to the replacement reserve in the approved months,
 * also while an amendment is waited for; once reinstated, none before the month they start again.
 */
export const depositHold = `exists (select 1 from replacement_reserve_suspension s where s.property_id = a.property_id
  and a.kind = 'Replacement reserve' and s.status_id in (${ACTIVE}, ${BROKEN}, ${SIGNATURE}, ${REINSTATED})
  and $1::date between date_trunc('month', s.start_month) and s.end_month
  and (s.status_id <> ${REINSTATED} or s.restart_month is null or $1::date < s.restart_month))`
