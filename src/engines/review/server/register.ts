import { sql } from 'kysely'
import { type CompanyRecords, rowsOfCompany } from '#core/people/companies/server/index.ts'
import { createNumberSearch, type Searchable } from '#core/platform/search/server/index.ts'
import type { OpenRecordsSql } from '#core/portfolio/properties/server/index.ts'
import type { FiledSubject, ToDoSource } from '#core/portfolio/tasks/server/index.ts'
import { getTimelineSteps, type TimelineSource } from '#core/portfolio/timeline/server/index.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import { declaredMails } from '../model/mails.ts'
import { getReadPermission, isFiledByAgency, openFields } from '../model/review.ts'
import { fileGuard } from './documents.ts'
import type { Kit } from './kit.ts'
import { has, reviewTableSql } from './records.ts'
import type { RegisteredReview, ServedReview } from './serve.ts'

/** SQL for the path of the screen of record `r`. */
function openPathSql({ review }: Pick<Kit, 'review'>) {
  const parts = review.routes.open.split(/(:\w+)/).map((part) => {
    if (!part.startsWith(':')) return sql`${part}::text`
    const name = part.slice(1)
    const field = name === 'id' ? review.entity.key : name === 'projectId' ? 'propertyId' : name
    return sql`coalesce(${sql.ref(`r.${snakeCase(field)}`)}::text, '0')`
  })
  return sql`concat(${sql.join(parts)})`
}

/** Declares the to-dos for open questions to the company about records that are with the agency. */
function getQuestionToDos({ review }: Kit): ToDoSource {
  const { entity, name } = review
  const key = sql.ref(`r.${snakeCase(entity.key)}`)
  const column = (field: string) =>
    has(review, field) ? sql.ref(`r.${snakeCase(field)}`) : sql`null::integer`
  const permission = getReadPermission(review)
  return {
    kind: `${name}.asked`,
    act: 'Answer',
    label: 'Question from the agency',
    waitsFor: 'company',
    rows: () => sql`
      select ${key}, ${column('propertyId')}, ${column('managementCompanyId')}, ${permission}::text,
        ${`${review.prefix}-`}::text || ${key} || ': ' || q.question, q.due_date, q.asked_at,
        ${openPathSql({ review })}
      from record_question q join ${reviewTableSql(review)} r on ${key} = q.record_id
      where q.kind = ${name} and q.closed_on is null and ${statusIs.withAgency('r')}`,
  }
}

/**
 * Declares the to-dos of a review: open questions, returned records, records to review, records to decide.
 */
function getToDos(kit: Kit): ToDoSource[] {
  const { review, server } = kit
  const { entity, flow, name } = review
  const key = sql.ref(`r.${snakeCase(entity.key)}`)
  const column = (name: string) => (has(review, name) ? sql.ref(`r.${snakeCase(name)}`) : sql`null::integer`)
  const permission = getReadPermission(review)
  const source = (
    kind: string,
    text: string,
    waitsFor: ToDoSource['waitsFor'],
    act: string,
    condition: ReturnType<typeof sql>,
  ): ToDoSource => ({
    kind: `${name}.${kind}`,
    act,
    label: `${entity.label} ${text}`,
    waitsFor,
    rows: () => sql`
      select ${key}, ${column('propertyId')}, ${column('managementCompanyId')}, ${permission}::text,
        ${`${review.prefix}-`}::text || ${key}
        ${server.toDo ? sql`|| coalesce(': ' || ${server.toDo}, '')` : sql``},
        ${server.due ?? sql`null`}::date,
        coalesce(r.re_submitted, r.submitted), ${openPathSql(kit)}
      from ${reviewTableSql(review)} r where ${condition}`,
  })
  const reviewed = flow.steps.review !== undefined
  return [
    ...(isFiledByAgency(review) ? [] : [getQuestionToDos(kit)]),
    source(
      'returned',
      'returned',
      isFiledByAgency(review) ? 'agency' : 'company',
      'Correct',
      sql`r.status_id = ${sqlStatus.NOT_SUBMITTED} and r.submitted is not null`,
    ),
    source(
      'review',
      'to review',
      'agency',
      'Review',
      sql`r.status_id in (${sqlStatus.SUBMITTED}, ${sqlStatus.UNDER_REVIEW})`,
    ),
    ...(reviewed
      ? [source('approval', 'to decide', 'manager', 'Decide', sql`r.status_id = ${sqlStatus.REVIEWED}`)]
      : []),
  ]
}

/** Declares the records that move when companies are merged: those about the company itself. */
function getMergedRecords({ review }: Kit): CompanyRecords {
  const { table, label } = review.entity
  if (has(review, 'managementCompanyId')) return rowsOfCompany(`${label}s`, table)
  // Records of properties move with the property and still name the company that filed them. They are only
  // counted.
  return {
    label: `${label}s under way`,
    count: (
      from,
    ) => sql<number>`(select count(*)::integer from ${sql.table(table)} r where ${statusIs.withAgency('r')}
      and r.property_id in (select property_id from property where management_company_id = ${from}))`,
  }
}

/** SQL that finds a record with the agency, which is a reason why a property cannot be given up yet. */
const getHold =
  ({ review }: Kit): OpenRecordsSql =>
  (propertyId) =>
    sql`select concat(${`${review.entity.label} ${review.prefix}-`}::text,
      ${sql.ref(snakeCase(review.entity.key))})
      from ${reviewTableSql(review)} where property_id = ${propertyId} and ${statusIs.withAgency()} limit 1`

/** Quotes a text for SQL. */
const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** SQL text for the path of record `r`, for statements that are built only once. */
function getPathText({ review }: Kit): string {
  const parts = review.routes.open.split(/(:\w+)/).filter(Boolean)
  const fields = openFields(review)
  return `concat(${parts
    .map((part) =>
      part.startsWith(':') ? `coalesce(r.${snakeCase(fields.shift()!)}::text, '0')` : quoteText(part),
    )
    .join(', ')})`
}

/** SQL text for the label of the status of record `r`. */
const getStatusText = ({ review }: Kit): string =>
  `case ${review.flow.statuses
    .map(
      (
        status,
      ) => `when r.status_id = ${status} and r.submitted is null then ${quoteText(review.labelOf(status, null))}
      when r.status_id = ${status} then ${quoteText(review.labelOf(status, ''))}`,
    )
    .join(' ')} else '' end`

/** Declares the search of records by number (R-12 or 12), for people who may read them. */
const getSearchable = (kit: Kit, order: number): Searchable => {
  const { review } = kit
  return createNumberSearch({
    path: getPathText(kit),
    state: getStatusText(kit),
    kind: review.name,
    order,
    entity: review.entity,
    prefix: review.prefix,
    also: review.alsoNumbered ?? [],
    permission: getReadPermission(review),
  })
}

/** Declares the timeline entries for the steps of a property's records, for people who may read them. */
const getTimeline = (kit: Kit): TimelineSource => {
  const { entity, flow, prefix } = kit.review
  const stepLabels = Object.entries(flow.steps).map(([name, step]) => [name, step.done])
  return {
    subject: entity.label,
    permission: getReadPermission(kit.review),
    rows: ({ propertyId }) =>
      getTimelineSteps(
        {
          entity: flow.entity,
          table: entity.table,
          key: snakeCase(entity.key),
          name: sql`concat(${sql.lit(`${prefix}-`)}, ${sql.ref(`r.${snakeCase(entity.key)}`)})`,
          path: sql.raw(getPathText(kit)),
          done: Object.fromEntries(stepLabels),
        },
        propertyId,
      ),
  }
}

/** The conditions under which a property files such records. */
type FilingConditions = Pick<FiledSubject, 'threshold' | 'active' | 'reserves' | 'elsewhere' | 'notNow'>

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** The kinds of filed records it reviews. */
    reviews?: readonly RegisteredReview[]
  }
}

/**
 * Builds the manifest of a review for the portal. `filesId` is its number in the list of /api/Module and in
 * the requirements of properties. `filing` selects the properties that file it; all if omitted.
 */
export function getManifest(
  { served, kit, take }: Pick<ServedReview<unknown, unknown, unknown>, 'served' | 'kit' | 'take'>,
  { filesId, searchOrder, filing }: { filesId: number; searchOrder: number; filing?: FilingConditions },
) {
  const { review } = kit
  const key = typeof review.access === 'string' ? review.access : null
  const getTableAndKey = ({ table, key }: { table: string; key: string }) => ({ table, key: snakeCase(key) })
  const lines = Object.values(review.lines ?? {}).map((line) => ({
    ...getTableAndKey(line),
    parent: snakeCase(line.parent),
  }))
  const record = { ...getTableAndKey(review.entity), lines }
  return {
    entities: [review.entity],
    served,
    flows: [review.flow],
    reviews: [{ kit, take }],
    begunKinds: [kit],
    eventMails: declaredMails(review),
    toDos: getToDos(kit),
    companyRecords: [getMergedRecords(kit)],
    searchable: [getSearchable(kit, searchOrder)],
    files: [
      {
        id: filesId,
        name: review.module,
        key,
        ofCompany: !has(review, 'propertyId'),
        guard: fileGuard(kit),
        numberOf: review.numberOf,
        record,
      },
    ],
    timeline: has(review, 'propertyId') ? [getTimeline(kit)] : [],
    propertyHolds: has(review, 'propertyId') ? [getHold(kit)] : [],
    ...(has(review, 'propertyId') && key
      ? {
          filedSubjects: [
            {
              moduleId: filesId,
              name: review.module,
              label: review.entity.label,
              key,
              active: false,
              ...filing,
            },
          ],
        }
      : {}),
    ...(review.letters && key ? { letters: { [review.flow.entity]: key } } : {}),
  } satisfies ServerModule
}

/** Combines the manifests of one module: concatenates lists, and merges the rest by name. */
export function combineManifests(...parts: readonly ServerModule[]): ServerModule {
  const combined: Record<string, unknown> = {}
  for (const [name, value] of parts.flatMap((part) => Object.entries(part))) {
    const before = combined[name]
    if (Array.isArray(before)) combined[name] = [...before, ...value]
    else combined[name] = before === undefined ? value : { ...before, ...value }
  }
  return combined
}
