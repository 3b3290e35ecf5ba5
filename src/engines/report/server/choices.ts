import { type RawBuilder, sql } from 'kysely'
import { propertyStatusLabels } from '#core/platform/lookups/model/index.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { ParameterOptions } from '../model/figures.ts'
import { getFilterOptionsSql } from './properties.ts'
import type { ServedReport } from './serveReport.ts'

type Choices = Readonly<Record<string, RawBuilder<unknown>>>

const statuses = Object.entries(propertyStatusLabels).map(([value, label]) => ({
  value: Number(value),
  label,
}))

type OptionLists = Record<string, { value: string | number; label: string }[]>

/** Loads the options of each filter in one statement. */
async function loadOptionLists({ db }: AnyContext, choices: Choices): Promise<OptionLists> {
  const lists = Object.entries(choices).map(
    ([name, list]) =>
      sql`select ${name}::text as name, (select coalesce(json_agg(json_build_object('value', o.value, 'label',
        o.label) order by o.label), '[]') from (${list}) o) as options`,
  )
  if (lists.length === 0) return {}
  const { rows } = await sql<{
    name: string
    options: OptionLists[string]
  }>`${sql.join(lists, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, options }) => [name, options]))
}

/** Loads the options of each parameter, for the reports with the same number. */
export async function loadReportOptions(
  context: AnyContext,
  servedReports: readonly ServedReport[],
): Promise<OptionLists> {
  const [first] = servedReports
  const choices: Choices = Object.assign(
    {},
    first && getFilterOptionsSql(first.report),
    ...servedReports.map(({ source }) => source.choices),
  )
  return { propertyStatus: statuses, ...(await loadOptionLists(context, choices)) }
}

/** Loads the options of the given parameters, to label their values. */
export async function loadOptionsOf(
  context: AnyContext,
  servedReport: ServedReport,
  query: object,
): Promise<ParameterOptions> {
  const choices: Choices = { ...getFilterOptionsSql(servedReport.report), ...servedReport.source.choices }
  const selected = Object.entries(choices).filter(([name]) => name in query)
  const projectChoice: Choices =
    'projectId' in query
      ? {
          projectId: sql`select p.property_id as value, p.name as label from property p
            where p.property_id = ${query.projectId}`,
        }
      : {}
  return {
    propertyStatus: statuses,
    ...(await loadOptionLists(context, { ...Object.fromEntries(selected), ...projectChoice })),
  }
}
