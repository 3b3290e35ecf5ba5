import { type RawBuilder, sql } from 'kysely'
import { snakeCase } from '#kernel/model/entity.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { type PeopleFilters, peopleGroups } from '../model/calls.ts'
import type { UserLine } from '../model/entities.ts'
import { roleLabels, standings } from '../model/rules.ts'
import { loadPeopleLines, peopleTablesSql, userStatusSql } from './find.ts'

type Sql = RawBuilder<unknown>

const name = sql`trim(u.first_name || ' ' || u.last_name)`
const flags = Object.entries(standings).map(
  ([flag, label]) => sql`case when ${sql.ref(`u.${snakeCase(flag)}`)} then ${label}::text end`,
)
const ofRole = Object.entries(roleLabels).map(
  ([role, label]) => sql`when ${sql.lit(Number(role))} then ${label}::text`,
)
/** SQL: the rank above the role, otherwise the role. */
const standingSql = sql`coalesce(nullif(concat_ws(', ', ${sql.join(flags)}), ''),
  case r.role_id ${sql.join(ofRole, sql` `)} else 'No role' end)`
const filterColumns = {
  name,
  userName: sql`u.user_name`,
  standing: standingSql,
  managementCompanyName: sql`m.name`,
  email: sql`u.email`,
  phone: sql`u.phone`,
}
const ofAgency = sql`coalesce(r.role_id, 0) in (1, 2)`
const groups: Record<(typeof peopleGroups)[number], Sql> = {
  companies: sql`u.active and not ${ofAgency}`,
  agency: sql`u.active and ${ofAgency}`,
  invited: sql`${userStatusSql} = 2`,
  inactive: sql`not u.active`,
}

/** SQL condition: the person passes every filter except that of the group. */
function matchesFilters({ search = '', letter, company, ...typed }: PeopleFilters): Sql {
  const has = (text: Sql, word: string) => sql`strpos(lower(${text}), ${word.toLowerCase()}) > 0`
  const allColumns = sql`concat_ws(' ', ${sql.join(Object.values(filterColumns))})`
  const conditions = [
    sql`u.removed_at is null`,
    ...search
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => has(allColumns, word)),
  ]
  for (const key of Object.keys(filterColumns) as (keyof typeof filterColumns)[]) {
    const word = typed[key]?.trim()
    if (word) conditions.push(has(filterColumns[key], word))
  }
  if (letter)
    conditions.push(
      letter === '#' ? sql`u.last_name ~ '^[0-9]'` : sql`upper(left(u.last_name, 1)) = upper(${letter})`,
    )
  if (company) conditions.push(sql`m.name = ${company}`)
  return sql`(${sql.join(conditions, sql` and `)})`
}

type Counts = Record<string, number>

/** Loads a page of the people with an account and the size of each group, in three statements. */
export async function loadPeoplePage(
  context: AnyContext,
  filters: PeopleFilters,
): Promise<{ rows: UserLine[]; total: number; counts: Counts; companies: string[] }> {
  const { group, sortBy, descending, startRow = 0, fetchCount = 0 } = filters
  const matching = matchesFilters(filters)
  const each = peopleGroups.map(
    (peopleGroup) => sql`count(*) filter (where ${groups[peopleGroup]})::integer as ${sql.ref(peopleGroup)}`,
  )
  const result = await sql<Counts>`
    select count(*)::integer as all, ${sql.join(each)} from ${peopleTablesSql} where ${matching}`.execute(
    context.db,
  )
  const companyResult = await sql<{ name: string }>`
    select distinct m.name from app_user u join management_company m using (management_company_id)
    where u.removed_at is null order by 1`.execute(context.db)
  const counts = result.rows[0]!
  const order =
    sortBy &&
    sql`${sortBy === 'standing' ? standingSql : sql.ref(snakeCase(sortBy))}
      ${descending ? sql`desc` : sql`asc`}
      nulls last,`
  const limit = sql`${fetchCount > 0 ? sql`limit ${fetchCount}` : sql``} offset ${startRow}`
  return {
    rows: await loadPeopleLines(
      context,
      group ? sql`${matching} and ${groups[group]}` : matching,
      order || undefined,
      limit,
    ),
    total: counts[group ?? 'all'] ?? 0,
    counts,
    companies: companyResult.rows.map((row) => row.name),
  }
}
