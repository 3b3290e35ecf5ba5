import { sql } from 'kysely'
import type { z } from 'zod'
import { contactFieldLabels, valuesOf } from '#ground/contacts/model/index.ts'
import { contactsOf, ownerOf, zipStatesOf } from '#ground/contacts/server/index.ts'
import { filesOf } from '#ground/files/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { type ServedFlow, takeStep } from '#kernel/server/statusCalls.ts'
import { lockRow } from '#kernel/server/workflow.ts'
import type { approve } from '../model/calls.ts'
import { ContactChangeRequest } from '../model/entities.ts'
import { flow } from '../model/flow.ts'
import { submitFaults } from '../model/rules.ts'
import { openConflicts } from '../model/threeWay.ts'
import { applyLines } from './apply.ts'
import { linesOf, MODULE, type RequestRow, subjectOf } from './detail.ts'
import { mailAbout } from './mails.ts'

const now = (context: AnyContext): string => context.services.now().toISOString()

/** Everything in the way of submission, each fault at its field. */
async function submitNeeds(context: AnyContext, row: RequestRow): Promise<Fault[]> {
  const requestId = row.contactChangeRequestId
  const lines = await linesOf(context, requestId)
  const contacts = await contactsOf(context, ownerOf(row))
  return submitFaults(row, lines, {
    standing: contacts.map((one) => ({ ...valuesOf(one), contactId: one.contactId, contactTypeId: one.contactTypeId })),
    documents: (await filesOf(context, [{ moduleName: MODULE, moduleId: requestId }])).length,
    zipStates: await zipStatesOf(
      context,
      lines.map((line) => line.newValues?.zip),
    ),
  })
}

/** Conflicts without a decision. The contacts stay locked, so that what was judged is what is changed. */
async function approveNeeds(context: AnyContext, row: RequestRow): Promise<Fault[]> {
  if (row.submittedById === context.actor.userId)
    return [{ field: '', message: 'You submitted this request; another analyst decides on it.' }]
  await sql`select 1 from contact where contact_id in (select contact_id from contact_change
    where contact_change_request_id = ${row.contactChangeRequestId}) order by contact_id for update`.execute(context.db)
  const lines = await linesOf(context, row.contactChangeRequestId)
  return lines.flatMap((line, index) =>
    openConflicts(line).map((field) => ({
      field: `lines.${index}.${field}`,
      message:
        field === 'contact'
          ? `Change ${index + 1}: the contact no longer has this type here; decide what to do.`
          : `Change ${index + 1}: ${contactFieldLabels[field]} was changed meanwhile; decide which holds.`,
    })),
  )
}

const decided = (context: AnyContext, _row: RequestRow, reason: string | null) => ({
  decidedById: context.actor.userId,
  decided: now(context),
  decisionComment: reason,
})

/** The workflow as served, with what each step does beyond changing the status. */
export const served: ServedFlow<RequestRow> = {
  flow,
  entity: ContactChangeRequest,
  effects: {
    submit: {
      needs: submitNeeds,
      stamp: (context, row) => ({
        submittedById: context.actor.userId,
        returnReason: null,
        ...(row.submitted ? { reSubmitted: now(context) } : { submitted: now(context) }),
      }),
      after: async (context, row) => {
        const { name } = await subjectOf(context, ownerOf(row))
        await context.db
          .updateTable('contactChangeRequest')
          .set({ filedFor: name })
          .where('contactChangeRequestId', '=', row.contactChangeRequestId)
          .execute()
        await mailAbout(context, row, 'submitted')
      },
    },
    recall: { after: (context, row) => mailAbout(context, row, 'recalled') },
    return: {
      stamp: (_context, _row, reason) => ({ returnReason: reason }),
      after: (context, row, reason) => mailAbout(context, row, 'returned', reason),
    },
    startReview: { stamp: (context) => ({ reviewerId: context.actor.userId, reviewStarted: now(context) }) },
    approve: {
      needs: approveNeeds,
      stamp: decided,
      after: async (context, row, reason) => {
        await applyLines(context, row.contactChangeRequestId, context.settings.today())
        await mailAbout(context, row, 'approved', reason)
      },
    },
    deny: { stamp: decided, after: (context, row, reason) => mailAbout(context, row, 'rejected', reason) },
  },
}

type Wanted = { reason?: string | null; version?: number | null }

/** Takes a step of a request's workflow. */
export const step = (context: AnyContext, requestId: number, name: string, wanted: Wanted): Promise<RequestRow> =>
  takeStep(context, served, requestId, name, wanted)

/** Recall by the company, return by the agency. */
export const unsubmitStep = (context: AnyContext, requestId: number, wanted: Wanted): Promise<RequestRow> =>
  step(context, requestId, isAgency(context.actor) ? 'return' : 'recall', wanted)

type Sent = Pick<z.infer<NonNullable<typeof approve.body>>, 'decisions' | 'reason' | 'version'>

/** Approves with the reviewer's choices; both or neither. Of choices for a request in any other status nothing is kept. */
export async function approveWith(context: AnyContext, requestId: number, sent: Sent): Promise<void> {
  const row = await lockRow<RequestRow>(context, ContactChangeRequest, requestId)
  if (row.statusId === 3 && sent.decisions?.length) await keepDecisions(context, requestId, sent.decisions)
  await step(context, requestId, 'approve', sent)
}

async function keepDecisions(
  { db }: AnyContext,
  requestId: number,
  decisions: NonNullable<Sent['decisions']>,
): Promise<void> {
  const kept = await sql`update contact_change l set decisions = d.choices
    from jsonb_to_recordset(${JSON.stringify(decisions.map((one) => ({ id: one.contactChangeId, choices: one.choices })))}::jsonb)
      as d(id integer, choices jsonb)
    where l.contact_change_id = d.id and l.contact_change_request_id = ${requestId}`.execute(db)
  const wanted = new Set(decisions.map((one) => one.contactChangeId)).size
  if (Number(kept.numAffectedRows) < wanted) refuse.notFound('A change to decide on')
}
