import { sql } from 'kysely'
import type { z } from 'zod'
import { refuse } from '#kernel/model/refusals.ts'
import { canEdit } from '#kernel/model/workflow.ts'
import { serveController } from '#kernel/server/crud.ts'
import { lockRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { type ContactChange, ContactChangeRequest } from '../model/entities.ts'
import { requests as declared, type RequestRow } from '../model/requests.ts'
import type { changeLine } from '../model/shapes.ts'
import { prepareSingleLine } from './lines.ts'
import { requests } from './requests.ts'

/** Locks the request of a line to be changed; answers 409 if the request was submitted. */
async function lockDraft(context: AnyContext, requestId: number): Promise<RequestRow> {
  const row = await lockRow(context, ContactChangeRequest, requestId)
  if (!canEdit(declared.flow, row, context.actor))
    refuse.conflict('This request has been submitted and can no longer be edited here.')
  return row
}

/** The handlers of the generic calls for one line, with the same checks as saving a request. */
const genericHandlers = serveController(calls.contactChanges, {
  before: async (context, values, existing) => {
    const present = (existing as ContactChange | null) ?? undefined
    const row = await lockDraft(
      context,
      present?.contactChangeRequestId ?? Number(values.contactChangeRequestId ?? 0),
    )
    const line = await prepareSingleLine(context, row, present, values)
    if (present) return line
    const { contactChangeRequestId, propertyId, managementCompanyId } = row
    return { ...line, contactChangeRequestId, propertyId, managementCompanyId }
  },
  beforeRemove: async (context, present) => {
    await lockDraft(context, present.contactChangeRequestId as number)
  },
})

async function loadRequestId({ db }: AnyContext, contactChangeId: number): Promise<number> {
  const change = await db
    .selectFrom('contactChange')
    .select('contactChangeRequestId')
    .where('contactChangeId', '=', contactChangeId)
    .executeTakeFirst()
  return change?.contactChangeRequestId ?? refuse.notFound('This contact change')
}

const { submit, unSubmit, review, changeStatus } = declared.calls
const stepCalls: readonly unknown[] = [submit, unSubmit, review, changeStatus]

/** The handlers of the steps for a change: each takes the step with the request of the change. */
const stepHandlers = requests.served
  .filter(({ call }) => stepCalls.includes(call))
  .map(
    ({ call, handle }): Served => ({
      call: calls.toChangeCall(call),
      handle: async (context) => {
        const { params, body } = context as unknown as { params?: { id: number }; body: { id: number } }
        const id = await loadRequestId(context, params?.id ?? body.id)
        const requestInput = params ? { params: { ...params, id } } : { body: { ...body, id } }
        return handle({ ...context, ...requestInput } as typeof context)
      },
    }),
  )

type Line = z.infer<typeof changeLine>

/** Loads changes by the status of their requests, newest request first. One statement. */
async function loadChanges(
  context: AnyContext,
  statusId: number,
  propertyId: number | null,
): Promise<Line[]> {
  const result = await sql<Omit<Line, 'statusLabel'> & { submitted: string | null }>`
    select l.*, r.status_id, r.submitted, coalesce(p.name, kernel.filed_property_name(l.property_id),
    m.name) as subject
    from contact_change l join contact_change_request r using (contact_change_request_id)
    left join property p on p.property_id = l.property_id
    left join management_company m on m.management_company_id = l.management_company_id
    where r.status_id = ${statusId} and (${propertyId}::integer is null or l.property_id = ${propertyId})
    order by l.contact_change_request_id desc, l.position`.execute(context.db)
  return result.rows.map(({ submitted, ...row }) => ({
    ...row,
    statusLabel: declared.labelOf(row.statusId, submitted),
  }))
}

/** The handlers of the calls for single changes. */
export const changeHandlers: Served[] = [
  ...genericHandlers,
  ...stepHandlers,
  serve(calls.changesByStatus, ({ params, ...context }) => loadChanges(context, params.status, null)),
  serve(calls.changesByStatusAndProperty, ({ params, ...context }) =>
    loadChanges(context, params.status, params.propertyId),
  ),
  serve(
    calls.getByRequestId,
    async (context) => (await requests.detail(context, context.params.requestId)).lines,
  ),
]
