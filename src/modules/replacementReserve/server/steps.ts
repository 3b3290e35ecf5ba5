import { sql } from 'kysely'
import { filesOf } from '#ground/files/server/index.ts'
import { removeInvoices, storeInvoices } from '#ground/invoices/server/index.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { sendMail } from '#kernel/server/outbox.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { type Effects, transition } from '#kernel/server/workflow.ts'
import { ReplacementReserveRequest } from '../model/entities.ts'
import { flow, requestNumber } from '../model/flow.ts'
import { reviewFaults, submitFaults } from '../model/rules.ts'
import { reserveSettings } from '../model/settings.ts'
import { postRelease, reverseRelease } from './account.ts'
import { type ItemDetail, itemsOf, MODULE, type RequestRow, rulesOf } from './detail.ts'
import { draftDecisionLetter } from './letters.ts'
import { circleOf, recipientsOn } from './people.ts'

const now = (context: AnyContext): string => context.services.now().toISOString()
const approvedTotal = (items: readonly ItemDetail[]): number => sumMoney(items.map((item) => item.approvedAmount))

/** Everything that stands in the way of submission (strict), each fault linked to its field. */
async function submitNeeds(context: AnyContext, row: RequestRow): Promise<Fault[]> {
  const items = await itemsOf(context, row.replacementReserveRequestId)
  const files = await filesOf(context, [{ moduleName: MODULE, moduleId: row.replacementReserveRequestId }])
  const contents = items.map((item) => ({
    ...item,
    documents: files
      .filter((file) => file.subModuleId === item.replacementReserveRequestItemId)
      .map((file) => file.documentType ?? ''),
    isDuplicate: item.duplicates.some((match) => match.kind === 'hard'),
  }))
  return submitFaults(row, contents, { today: context.settings.today(), rules: await rulesOf(context) })
}

async function reviewNeeds(context: AnyContext, row: RequestRow): Promise<Fault[]> {
  return reviewFaults(await itemsOf(context, row.replacementReserveRequestId))
}

type Event = keyof typeof recipientsOn

/** Mails everyone concerned; nothing of households or bank data, only what happened and the way to the request. */
async function mailAbout(
  context: AnyContext,
  row: RequestRow,
  event: Event,
  subject: string,
  words: string[],
): Promise<void> {
  const property = await context.db
    .selectFrom('property')
    .select('name')
    .where('propertyId', '=', row.propertyId)
    .executeTakeFirstOrThrow()
  const number = requestNumber(row.replacementReserveRequestId)
  const link = `${context.services.config.publicUrl}/#/ReplacementReserve/${row.replacementReserveRequestId}/${row.propertyId}`
  await sendMail(context, {
    event: `reserve.${event}`,
    entity: flow.entity,
    rowId: row.replacementReserveRequestId,
    propertyId: row.propertyId,
    recipients: recipientsOn[event](await circleOf(context, row)),
    subject: `${number}, ${property.name}: ${subject}`,
    text: [`Replacement reserve request ${number} for ${property.name}`, ...words, `Open the request: ${link}`].join(
      '\n\n',
    ),
  })
}

async function approved(context: AnyContext, row: RequestRow, reason: string | null): Promise<void> {
  const items = await itemsOf(context, row.replacementReserveRequestId)
  await postRelease(context, row, approvedTotal(items))
  await draftDecisionLetter(context, row, 'approval', reason)
  await mailAbout(context, row, 'decided', 'approved', [
    `Approved: ${formatMoney(approvedTotal(items))} of ${formatMoney(sumMoney(items.map((item) => item.claimedAmount)))} claimed.`,
    ...(reason ? [reason] : []),
    'The letter is with the request.',
  ])
}

const decide = {
  needs: reviewNeeds,
  stamp: (context: AnyContext, _row: RequestRow, reason: string | null) => ({
    decidedById: context.actor.userId,
    decided: now(context),
    decisionComment: reason,
  }),
  after: approved,
}

/** What each step does beyond changing the status. */
const effects: Effects<RequestRow> = {
  submit: {
    needs: submitNeeds,
    stamp: (context, row) => ({
      submittedById: context.actor.userId,
      returnReason: null,
      ...(row.submitted ? { reSubmitted: now(context) } : { submitted: now(context) }),
    }),
    after: async (context, row) => {
      await sql`update replacement_reserve_request set balance_at_submit = (select coalesce(sum(amount), 0) from reserve_entry where reserve_account_id = ${row.reserveAccountId})
        where replacement_reserve_request_id = ${row.replacementReserveRequestId}`.execute(context.db)
      await mailAbout(context, row, 'submitted', row.reSubmitted ? 'resubmitted' : 'submitted', [
        'It was received and waits for review.',
      ])
    },
  },
  recall: {
    after: (context, row) =>
      mailAbout(context, row, 'recalled', 'recalled', ['The company has taken it back for changes.']),
  },
  return: {
    stamp: (_context, _row, reason) => ({ returnReason: reason }),
    after: (context, row, reason) =>
      mailAbout(context, row, 'returned', 'returned for correction', [
        'Please correct and submit it again. The reviewer writes:',
        reason ?? '',
      ]),
  },
  startReview: { stamp: (context) => ({ reviewerId: context.actor.userId, reviewStarted: now(context) }) },
  review: { needs: reviewNeeds, stamp: (context) => ({ reviewedById: context.actor.userId }) },
  approve: decide,
  approveDirectly: decide,
  deny: {
    stamp: decide.stamp,
    after: async (context, row, reason) => {
      // A denied invoice may be claimed again.
      await removeInvoices(context, MODULE, row.replacementReserveRequestId)
      await draftDecisionLetter(context, row, 'denial', reason)
      await mailAbout(context, row, 'decided', 'denied', [
        'The agency cannot approve it:',
        reason ?? '',
        'The letter is with the request.',
      ])
    },
  },
  reopen: {
    needs: async (_context, row) =>
      row.paidDate ? [{ field: '', message: 'This request has been paid and can no longer be reopened.' }] : [],
    stamp: () => ({ decidedById: null, decided: null, decisionComment: null, reviewedById: null }),
    after: (context, row) => undoDecision(context, row),
  },
  adminChange: {
    needs: async (_context, row) =>
      row.paidDate ? [{ field: '', message: 'This request has been paid; its status stands.' }] : [],
    after: (context, row) => forced(context, row),
  },
}

/** Money and invoices as they were before the decision. */
async function undoDecision(context: AnyContext, row: RequestRow): Promise<void> {
  await reverseRelease(context, row)
  const items = await itemsOf(context, row.replacementReserveRequestId)
  await storeInvoices(
    context,
    MODULE,
    row.replacementReserveRequestId,
    row.propertyId,
    items.map((item) => ({
      itemId: item.replacementReserveRequestItemId,
      vendorId: item.vendorId,
      invoiceNumber: item.invoiceNumber,
      invoiceDate: item.invoiceDate,
      amount: item.claimedAmount,
    })),
  )
}

/** A forced status keeps the ledger true: nothing stays released but for an approved request. */
async function forced(context: AnyContext, row: RequestRow): Promise<void> {
  await undoDecision(context, row)
  if (row.statusId === 5)
    await postRelease(context, row, approvedTotal(await itemsOf(context, row.replacementReserveRequestId)))
  if (row.statusId === 6) await removeInvoices(context, MODULE, row.replacementReserveRequestId)
  const decided =
    row.statusId >= 5
      ? { decidedById: context.actor.userId, decided: now(context) }
      : { decidedById: null, decided: null }
  await context.db
    .updateTable('replacementReserveRequest')
    .set(decided)
    .where('replacementReserveRequestId', '=', row.replacementReserveRequestId)
    .execute()
}

/** Takes a step of the request's workflow. */
export async function takeStep(
  context: AnyContext,
  requestId: number,
  step: string,
  options: { reason?: string | null; version?: number | null; to?: number } = {},
): Promise<RequestRow> {
  const twoPerson = await context.settings.get(reserveSettings.twoPerson)
  return transition<RequestRow>(context, flow, ReplacementReserveRequest, effects, {
    rowId: requestId,
    step,
    twoPerson,
    ...options,
  })
}
