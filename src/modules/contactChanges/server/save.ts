import { sql } from 'kysely'
import type { z } from 'zod'
import { type ContactValues, valuesOf } from '#ground/contacts/model/index.ts'
import { type ContactLine, contactsOf, type Owner, ownerOf } from '#ground/contacts/server/index.ts'
import { reconcile } from '#kernel/model/reconcile.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { canEdit } from '#kernel/model/workflow.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { lockRow, refuseStaleVersion, writeHistory } from '#kernel/server/workflow.ts'
import { type ContactChange, ContactChangeRequest } from '../model/entities.ts'
import { flow } from '../model/flow.ts'
import type { sentLine } from '../model/shapes.ts'
import { type RequestRow, subjectOf } from './detail.ts'

type SentLine = z.infer<typeof sentLine>
export type SentRequest = Partial<
  Pick<RequestRow, 'contactChangeRequestId' | 'propertyId' | 'managementCompanyId' | 'reason' | 'version'>
>

/** Whose contacts a request is to change: a property's or a company's, never both (400). */
export function ownerSent({ propertyId, managementCompanyId }: SentRequest): Owner {
  if (propertyId && managementCompanyId)
    refuse.invalid([{ field: 'managementCompanyId', message: 'Management company: leave it out for a property.' }])
  if (propertyId) return { propertyId, managementCompanyId: null }
  if (managementCompanyId) return { propertyId: null, managementCompanyId }
  return refuse.invalid([{ field: 'propertyId', message: 'Property or management company: *Field is required' }])
}

/** Begins a request; its owner must be in scope (404) and the caller its primary user or an agency writer (403). */
async function beginRequest(context: AnyContext, owner: Owner, reason: string | null): Promise<number> {
  const { ownerManaged } = await subjectOf(context, owner)
  const created = await context.db
    .insertInto('contactChangeRequest')
    .values({ ...owner, ownerManaged, reason, createdBy: context.actor.userId })
    .returning('contactChangeRequestId')
    .executeTakeFirstOrThrow()
  const requestId = created.contactChangeRequestId
  await writeHistory(context, flow.entity, requestId, owner.propertyId, null, 1, 'create', null)
  return requestId
}

/** Locks a request whose lines are about to change; 409 once it was submitted. */
export async function requestToEdit(context: AnyContext, requestId: number): Promise<RequestRow> {
  const row = await lockRow<RequestRow>(context, ContactChangeRequest, requestId)
  if (!canEdit(flow, row, context.actor))
    refuse.conflict('This request has been submitted and can no longer be edited here.')
  return row
}

/** Stores a request in progress with all its lines; answers its id. Shape only: what is missing is told at submission. */
export async function saveRequest(
  context: AnyContext,
  request: SentRequest,
  lines: readonly SentLine[],
): Promise<number> {
  const requestId =
    request.contactChangeRequestId || (await beginRequest(context, ownerSent(request), request.reason ?? null))
  const row = await requestToEdit(context, requestId)
  if (request.contactChangeRequestId) {
    await refuseStaleVersion(context, ContactChangeRequest, requestId, request.version, row.version)
    const reason = request.reason === undefined ? row.reason : request.reason
    await context.db
      .updateTable('contactChangeRequest')
      .set({ reason, version: row.version + 1 })
      .where('contactChangeRequestId', '=', requestId)
      .execute()
  }
  await saveLines(context, row, lines)
  return requestId
}

async function saveLines(context: AnyContext, request: RequestRow, lines: readonly SentLine[]): Promise<void> {
  const owner = ownerOf(request)
  const [present, contacts] = [await storedLines(context, request), await contactsOf(context, owner)]
  const known = new Map(present.map((line) => [line.contactChangeId, line]))
  if (lines.some((line) => line.contactChangeId && !known.has(line.contactChangeId)))
    refuse.conflict('Somebody else changed this request meanwhile. Load it again.')
  const faults: Fault[] = []
  const wanted = lines.map((line, index) => {
    const merged = mergedLine(known.get(line.contactChangeId ?? 0), line, contacts)
    for (const fault of merged.faults) faults.push({ ...fault, field: `lines.${index}.${fault.field}` })
    return { ...merged.line, position: index + 1 }
  })
  if (faults.length > 0) refuse.invalid(faults)
  const gone = reconcile(present, wanted, (line) => line.contactChangeId).delete.map((line) => line.contactChangeId)
  await sql`delete from contact_change where contact_change_id = any (${gone}::integer[])`.execute(context.db)
  if (wanted.length > 0) await upsertLines(context, request, wanted)
}

async function storedLines({ db }: AnyContext, request: RequestRow): Promise<ContactChange[]> {
  return db
    .selectFrom('contactChange')
    .selectAll()
    .where('contactChangeRequestId', '=', request.contactChangeRequestId)
    .execute()
}

type Drafted = Pick<
  ContactChange,
  | 'contactChangeId'
  | 'kind'
  | 'contactTypeId'
  | 'contactId'
  | 'oldValues'
  | 'newValues'
  | 'everywhere'
  | 'effectiveDate'
  | 'reason'
>

/**
 * A line as it will stand. What its contact was is noted when the contact is chosen, and stays: later changes by others
 * are seen against it.
 */
function mergedLine(
  present: ContactChange | undefined,
  sent: SentLine,
  contacts: readonly ContactLine[],
): { line: Drafted; faults: Fault[] } {
  const { kind = present?.kind, contactTypeId = present?.contactTypeId } = sent
  if (!kind || !contactTypeId) {
    const field = kind ? 'contactTypeId' : 'kind'
    const label = kind ? 'Contact type' : 'Change'
    return { line: {} as Drafted, faults: [{ field, message: `${label}: *Field is required` }] }
  }
  const told = sent.contactId === undefined ? (present?.contactId ?? null) : sent.contactId
  const contactId = kind === 'Add' || !told ? null : told
  const newValues = sent.newValues === undefined ? (present?.newValues ?? null) : sent.newValues
  const same = present && present.contactId === contactId && present.contactTypeId === contactTypeId
  const chosen = contacts.find((one) => one.contactId === contactId && one.contactTypeId === contactTypeId)
  const faults: Fault[] =
    contactId === null || same || chosen
      ? []
      : [{ field: 'contactId', message: 'Contact: choose one that has this type here.' }]
  const line: Drafted = {
    contactChangeId: present?.contactChangeId ?? 0,
    kind,
    contactTypeId,
    contactId,
    oldValues: oldValuesOf(same ? present : undefined, contactId === null ? undefined : chosen),
    newValues: kind === 'End' || newValues === null ? null : valuesOf(newValues),
    everywhere: sent.everywhere ?? present?.everywhere ?? false,
    effectiveDate: sent.effectiveDate === undefined ? (present?.effectiveDate ?? null) : sent.effectiveDate,
    reason: sent.reason === undefined ? (present?.reason ?? null) : sent.reason,
  }
  return { line, faults }
}

const oldValuesOf = (present: ContactChange | undefined, chosen: ContactLine | undefined): ContactValues | null =>
  present?.oldValues ?? (chosen ? valuesOf(chosen) : null)

/** The line that a single-row call stores; 400 when its contact is not one of the owner's. */
export async function lineToStore(
  context: AnyContext,
  request: RequestRow,
  present: ContactChange | undefined,
  sent: SentLine,
): Promise<Omit<Drafted, 'contactChangeId'>> {
  const merged = mergedLine(present, sent, await contactsOf(context, ownerOf(request)))
  if (merged.faults.length > 0) refuse.invalid(merged.faults)
  const { contactChangeId: _, ...line } = merged.line
  return line
}

/** How lines travel to the database. */
const recordShape = sql`contact_change_id integer, position integer, kind text, contact_type_id integer, contact_id integer,
  old_values jsonb, new_values jsonb, everywhere boolean, effective_date date, reason text`

async function upsertLines(
  { db }: AnyContext,
  request: RequestRow,
  lines: readonly (Drafted & { position: number })[],
): Promise<void> {
  const records = lines.map((line) => ({
    contact_change_id: line.contactChangeId,
    position: line.position,
    kind: line.kind,
    contact_type_id: line.contactTypeId,
    contact_id: line.contactId,
    old_values: line.oldValues,
    new_values: line.newValues,
    everywhere: line.everywhere,
    effective_date: line.effectiveDate,
    reason: line.reason,
  }))
  const columns = Object.keys(records[0]!).filter((name) => name !== 'contact_change_id')
  const listed = (prefix: string) => sql.join(columns.map((name) => sql.ref(`${prefix}${name}`)))
  const key = sql`pg_get_serial_sequence('contact_change', 'contact_change_id')`
  await sql`
    insert into contact_change as line
      (contact_change_id, contact_change_request_id, property_id, management_company_id, ${listed('')})
    select coalesce(nullif(d.contact_change_id, 0), nextval(${key})), ${request.contactChangeRequestId}::integer,
      ${request.propertyId}::integer, ${request.managementCompanyId}::integer, ${listed('d.')}
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as d(${recordShape}) order by d.position
    on conflict (contact_change_id) do update
      set ${sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
      where (${listed('line.')}) is distinct from (${listed('excluded.')})`.execute(db)
}
