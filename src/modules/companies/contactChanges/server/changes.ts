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
import { lineToStore } from './lines.ts'
import { requests } from './requests.ts'

/** Locks the request of a line that is about to change; 409 once it was submitted. */
async function requestToEdit(context: AnyContext, requestId: number): Promise<RequestRow> {
  const row = await lockRow(context, ContactChangeRequest, requestId)
  if (!canEdit(declared.flow, row, context.actor))
    refuse.conflict('This request has been submitted and can no longer be edited here.')
  return row
}

/** The generic calls for one line, through the same gates as saving. */
const generic = serveController(calls.changes, {
  before: async (context, values, existing) => {
    const present = (existing as ContactChange | null) ?? undefined
    const row = await requestToEdit(
      context,
      present?.contactChangeRequestId ?? Number(values.contactChangeRequestId ?? 0),
    )
    const line = await lineToStore(context, row, present, values)
    if (present) return line
    const { contactChangeRequestId, propertyId, managementCompanyId } = row
    return { ...line, contactChangeRequestId, propertyId, managementCompanyId }
  },
  beforeRemove: async (context, present) => {
    await requestToEdit(context, present.contactChangeRequestId as number)
  },
})

async function requestOfChange({ db }: AnyContext, contactChangeId: number): Promise<number> {
  const change = await db
    .selectFrom('contactChange')
    .select('contactChangeRequestId')
    .where('contactChangeId', '=', contactChangeId)
    .executeTakeFirst()
  return change?.contactChangeRequestId ?? refuse.notFound('This contact change')
}

const { submit, unSubmit, review, changeStatus } = declared.calls
const steps: readonly unknown[] = [submit, unSubmit, review, changeStatus]

/** The calls that step a request, for one of its changes: each steps the request the change belongs to. */
const stepsOfChanges = requests.served
  .filter(({ call }) => steps.includes(call))
  .map(
    ({ call, handle }): Served => ({
      call: calls.ofChange(call),
      handle: async (context) => {
        const { params, body } = context as unknown as { params?: { id: number }; body: { id: number } }
        const id = await requestOfChange(context, params?.id ?? body.id)
        const requestInput = params ? { params: { ...params, id } } : { body: { ...body, id } }
        return handle({ ...context, ...requestInput } as typeof context)
      },
    }),
  )

type Line = z.infer<typeof changeLine>

/** Changes by the status of their requests, newest request first; one statement. */
async function changesIn(context: AnyContext, statusId: number, propertyId: number | null): Promise<Line[]> {
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

/** The calls for single changes. */
export const changeHandlers: Served[] = [
  ...generic,
  ...stepsOfChanges,
  serve(calls.changesByStatus, ({ params, ...context }) => changesIn(context, params.status, null)),
  serve(calls.changesByStatusAndProperty, ({ params, ...context }) =>
    changesIn(context, params.status, params.propertyId),
  ),
  serve(
    calls.getByRequestId,
    async (context) => (await requests.detail(context, context.params.requestId)).lines,
  ),
]
