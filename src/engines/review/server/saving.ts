import { sql } from 'kysely'
import { loadSubjectObstacles } from '#core/portfolio/tasks/server/index.ts'
import { isAgencyWriter } from '#kernel/model/access.ts'
import { emptyRecord } from '#kernel/model/controller.ts'
import { type AnyEntity, snakeCase } from '#kernel/model/entity.ts'
import { getFieldMeta } from '#kernel/model/field.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { isSame } from '#kernel/model/wire.ts'
import { canEdit } from '#kernel/model/workflow.ts'
import { forCaller } from '#kernel/server/crud.ts'
import { lockRow, refuseStaleVersion, updateRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { buildNotWrittenFault } from '#kernel/server/shape.ts'
import { writeHistory } from '#kernel/server/workflow.ts'
import { inSentence } from '../model/words.ts'
import type { AnyRow, Kit, Owner, Values } from './kit.ts'
import { getMissingFieldsAfterSave } from './omittedFields.ts'
import { has, keyColumn, loadSubject, reviewTableSql } from './records.ts'

const pickValues = (source: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.filter((name) => source[name] !== undefined).map((name) => [name, source[name]]))

/**
 * What of a record the caller may write while it is open to its company: the reviewer's part only as the
 * agency.
 */
const writtenBy = ({ actor }: AnyContext, { review }: Kit): readonly string[] => {
  const { content, review: reviewers } = review.entity
  return isAgencyWriter(actor) ? [...content, ...reviewers, 'agencyComments'] : content
}

/** Values as they go to the database: lists and records within a field as JSON. */
export const toStoredValues = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    ]),
  )

/** Whose a sent record is to be: a property's or a company's, never both (400). */
export function ownerSent({ review }: Kit, { propertyId, managementCompanyId }: Values): Owner {
  if (propertyId && managementCompanyId && has(review, 'propertyId') && has(review, 'managementCompanyId'))
    refuse.invalid([
      { field: 'managementCompanyId', message: 'Management company: leave it out for a property.' },
    ])
  if (propertyId && has(review, 'propertyId'))
    return { propertyId: propertyId as number, managementCompanyId: null }
  if (managementCompanyId && has(review, 'managementCompanyId'))
    return { propertyId: null, managementCompanyId: managementCompanyId as number }
  const owners = ['propertyId', 'managementCompanyId'].filter((name) => has(review, name))
  const label = owners.map((name) => review.entity.fields[name]?.meta()?.label ?? name).join(' or ')
  return refuse.invalid([{ field: owners[0] ?? '', message: `${label}: *Field is required` }])
}

/**
 * Begins a record and returns its id, or the id of the record that an earlier, repeated save stored under the
 * same client key. Concurrent requests for the same property or company wait, so that the checks in `begin`
 * stay true.
 */
async function begin(context: AnyContext, kit: Kit, payload: Values): Promise<number> {
  const { review } = kit
  const owner = ownerSent(kit, payload)
  await loadSubject(context, owner)
  await sql`select pg_advisory_xact_lock(hashtext(${review.entity.table}),
    ${owner.propertyId ?? owner.managementCompanyId})`.execute(context.db)
  const clientKey = (payload.clientKey as string | null | undefined) ?? null
  const earlier = await sql<{ id: number }>`
    select ${keyColumn(review)} as id from ${reviewTableSql(review)} r
    where r.client_key = ${clientKey}`.execute(context.db)
  if (earlier.rows[0]) return earlier.rows[0].id
  const initialValues = await getInitialValues(context, kit, owner, payload)
  const owned = pickValues(
    owner,
    ['propertyId', 'managementCompanyId'].filter((name) => has(review, name)),
  )
  const firstValues = pickValues(payload, review.entity.begunWith)
  const values = toStoredValues({
    ...firstValues,
    ...initialValues,
    ...owned,
    createdBy: context.actor.userId,
    clientKey,
  })
  const names = Object.keys(values)
  const inserted = await sql<{ id: number }>`
    insert into ${reviewTableSql(review)} as r (${sql.join(names.map((name) => sql.ref(snakeCase(name))))})
    values (${sql.join(names.map((name) => values[name]))}) returning ${keyColumn(review)} as id`.execute(
    context.db,
  )
  const { id } = inserted.rows[0]!
  await writeHistory(context, review.flow.entity, id, owner.propertyId, null, 1, 'create', null)
  return id
}

/**
 * The initial values of a new record; refused where none may be begun. Saving, the empty record and its offer
 * all use this.
 */
export async function getInitialValues(
  context: AnyContext,
  kit: Kit,
  owner: Owner,
  values: Values,
): Promise<Values> {
  await refuseUnlessFiled(context, kit, owner.propertyId)
  return (await kit.server.begin?.(context, owner, values)) ?? {}
}

/** Refuses where the property does not file such records, with every reason. */
export async function refuseUnlessFiled(
  context: AnyContext,
  { review }: Kit,
  propertyId: number | null,
): Promise<void> {
  const reasons = await loadSubjectObstacles(context, propertyId, review.module)
  if (reasons.length > 0) refuse.rule(reasons.join(' '))
}

/** Locks a record that is about to be edited; 409 once it was submitted. */
export async function lockToEdit(context: AnyContext, { review }: Kit, id: number): Promise<AnyRow> {
  const row = (await lockRow(context, review.entity, id)) as AnyRow
  if (!canEdit(review.flow, row, context.actor))
    refuse.conflict(`This ${review.noun} has been submitted and can no longer be edited here.`)
  return row
}

/**
 * Stores a record in progress; returns its id. Checks only the shape: missing or wrong values are reported at
 * submission.
 */
export async function save(
  context: AnyContext,
  kit: Kit,
  body: Values & { request: Values },
): Promise<number> {
  const { review, server } = kit
  const { request, ...lines } = body
  const existingId = request[review.entity.key] as number | undefined
  const id = existingId || (await begin(context, kit, request))
  const row = await lockToEdit(context, kit, id)
  refuseForeignOwner(kit, row, request)
  if (existingId) await refuseStaleVersion(context, review.entity, id, request.version as number, row.version)
  refuseUntaken(context, kit, request, row, !existingId)
  const written = pickValues(request, writtenBy(context, kit))
  await updateRow(
    context,
    review.entity,
    id,
    toStoredValues({ ...written, ...getMissingFieldsAfterSave(kit, row, !existingId, body) }),
  )
  await server.saved?.(context, row, lines, request)
  return id
}

/**
 * Refuses fields that a save would not store, such as the status or the day of the submission, unless they
 * are already stored, name the caller or are today's: the portal itself notes the actor and the time.
 */
function refuseUntaken(context: AnyContext, kit: Kit, request: Values, row: AnyRow, isNew = false): void {
  const { entity } = kit.review
  const stands = forCaller(context.actor, entity, row)
  const begunWith = entity.begunWith.filter((name) => isNew || stands[name] == null)
  const acceptedNames = [...writtenBy(context, kit), ...begunWith, entity.key, 'version', 'clientKey']
  const untaken = Object.entries(request).filter(
    ([name, value]) =>
      value !== undefined &&
      !acceptedNames.includes(name) &&
      !isSame(value, stands[name]) &&
      !isOfNow(context, entity, name, value),
  )
  if (untaken.length > 0) refuse.invalid(untaken.map(([field]) => buildNotWrittenFault(field)))
}

const isOfNow = (
  { actor, settings }: AnyContext,
  { fields }: AnyEntity,
  name: string,
  value: unknown,
): boolean => {
  const { refersTo, kind } = getFieldMeta(fields[name]!) ?? {}
  return (
    (refersTo === 'User' && value === actor.userId) || (kind === 'moment' && isSame(value, settings.today()))
  )
}

/** A record with another owner than stated is not found. */
function refuseForeignOwner({ review: { entity } }: Kit, row: AnyRow, values: Values): void {
  for (const owner of ['propertyId', 'managementCompanyId'] as const)
    if (values[owner] && row[owner] && values[owner] !== row[owner])
      refuse.notFound(`This ${inSentence(entity.label)}`)
}

/**
 * Stores the reviewer's part. A review that is marked as reviewed keeps its values: to change them, it goes
 * back to review.
 */
export async function saveReview(
  context: AnyContext,
  kit: Kit,
  body: Values & { id: number },
): Promise<void> {
  const { entity } = kit.review
  const { id, version, ...payload } = body
  const row = (await lockRow(context, entity, id)) as AnyRow
  await refuseStaleVersion(context, entity, id, version as number | null | undefined, row.version)
  refuseUnlessUnderReview(kit.review, row)
  refuseUntaken(context, kit, pickValues(payload, Object.keys(entity.fields)), row)
  await updateRow(
    context,
    entity,
    id,
    toStoredValues(pickValues(payload, [...entity.review, 'agencyComments'])),
  )
  await kit.server.reviewSaved?.(context, row, payload)
}

/** Refuses a change of the reviewer's part outside of the review. */
export function refuseUnlessUnderReview(
  { noun }: { noun: string },
  { statusId }: { statusId: number },
): void {
  if (statusId === RequestStatus.REVIEWED)
    refuse.conflict(
      `The review of this ${noun} is finished. Send it back to review to change what it approved.`,
    )
  if (statusId !== RequestStatus.UNDER_REVIEW) refuse.conflict(`This ${noun} is not under review.`)
}

/** What `saveLines` must know of a kind of line. */
export type LineEntity = AnyEntity & { parent: string; content: readonly string[] }

/**
 * Adds, changes and removes lines of a locked record in three statements, regardless of their number. A line
 * is identified by its id or by the browser's key; a foreign id is not found (404). `gone` are the ids to
 * remove; 'unsent' removes all lines that were not sent. Lines keep the order in which they came.
 */
export async function saveLines(
  context: AnyContext,
  entity: LineEntity,
  row: AnyRow & { id: number },
  valueses: readonly Values[],
  removedIds: readonly number[] | 'unsent',
  maximum: number,
): Promise<void> {
  const table = sql.table(entity.table)
  const key = sql.ref(snakeCase(entity.key))
  const parent = sql.ref(snakeCase(entity.parent))
  if (removedIds !== 'unsent')
    await sql`delete from ${table} where ${parent} = ${row.id}
      and ${key} = any (${removedIds}::integer[])`.execute(context.db)
  const present = (await sql<Values>`select * from ${table} where ${parent} = ${row.id}`.execute(context.db))
    .rows
  const merged: Values[] = valueses.map((line, index) => ({
    ...mergeLine(entity, present, line, index + 1),
    position: index + 1,
  }))
  if (present.length + merged.filter((line) => line[entity.key] === 0).length > maximum)
    refuse.invalid([{ field: 'items', message: `At most ${maximum} lines can be saved.` }])
  if (removedIds === 'unsent') {
    const ids = merged.map((line) => line[entity.key])
    await sql`delete from ${table} where ${parent} = ${row.id}
      and not ${key} = any (${ids}::integer[])`.execute(context.db)
  }
  const owners = ['propertyId', 'managementCompanyId'].filter((name) => name in entity.fields)
  const fixed = { [entity.parent]: row.id, ...Object.fromEntries(owners.map((name) => [name, row[name]])) }
  const names = [...entity.content, 'position', ...('clientKey' in entity.fields ? ['clientKey'] : [])]
  await storeRows(context, entity, names, fixed as Owned, merged)
}

/** Merges the line sent at `position` with its stored data; a foreign id is not found (404). */
export function mergeLine(
  entity: AnyEntity & { content: readonly string[] },
  present: readonly Values[],
  line: Values,
  position: number,
): Values {
  const id = (line[entity.key] as number | undefined) ?? 0
  const values = present.find((item) =>
    id > 0 ? item[entity.key] === id : line.clientKey && item.clientKey === line.clientKey,
  )
  if (id > 0 && !values) return refuse.notFound(`${entity.label} ${position}`)
  refuseUntakenOfLine(entity, values, line, position)
  const written = pickValues(line, [...entity.content, 'clientKey'])
  return { ...emptyRecord(entity), ...values, ...written, [entity.key]: values?.[entity.key] ?? 0 }
}

/**
 * Refuses fields of a line that are not written, unless they are already stored. Its order is that of the
 * list.
 */
function refuseUntakenOfLine(
  entity: AnyEntity & { content: readonly string[]; parent?: string },
  stands: Values | undefined,
  line: Values,
  position: number,
): void {
  const besides = [...entity.content, entity.key, entity.parent, 'clientKey', 'position', 'version']
  const untaken = Object.entries(line).filter(
    ([name, value]) =>
      name in entity.fields &&
      !besides.includes(name) &&
      !isSame(value, null) &&
      !isSame(value, stands?.[name]),
  )
  const owners = stands ? [] : ['propertyId', 'managementCompanyId', 'filedCompanyId']
  const faults = untaken.filter(([name]) => !owners.includes(name))
  if (faults.length > 0)
    refuse.invalid(
      faults.map(([name]) => ({
        field: `items.${position - 1}.${name}`,
        message: `${entity.label} ${position}: ${buildNotWrittenFault(name).message}`,
      })),
    )
}

type Owned = Readonly<Record<string, number | null>>

/**
 * Adds rows (id 0) and changes others in one statement, regardless of their number: `names` are the fields to
 * write, `owned` the references that every row is stored under. A row that would not change is skipped.
 */
export async function storeRows(
  { db }: AnyContext,
  entity: AnyEntity,
  names: readonly string[],
  owned: Owned,
  rows: readonly Values[],
): Promise<void> {
  if (rows.length === 0) return
  const [table, key] = [sql.table(entity.table), sql.ref(snakeCase(entity.key))]
  const columns = names.map((name) => sql.ref(snakeCase(name)))
  const under = Object.keys(owned).map((name) => sql.ref(snakeCase(name)))
  const listColumns = (alias: string) => sql.join(names.map((name) => sql.ref(`${alias}.${snakeCase(name)}`)))
  const records = rows.map((row) =>
    Object.fromEntries([...names, entity.key].map((name) => [snakeCase(name), row[name] ?? null])),
  )
  await sql`
    insert into ${table} as line (${key}, ${sql.join([...under, ...columns])})
    select coalesce(nullif(d.${key}, 0), nextval(pg_get_serial_sequence(${entity.table},
    ${snakeCase(entity.key)}))),
      ${sql.join([...Object.values(owned).map((id) => sql`${id}::integer`), listColumns('d')])}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(records)}::jsonb) as d
    ${names.includes('position') ? sql`order by d.position` : sql``}
    on conflict (${key}) do update set ${sql.join(columns.map((name) => sql`${name} = excluded.${name}`))}
      where (${listColumns('line')}) is distinct from (${listColumns('excluded')})`.execute(db)
}
