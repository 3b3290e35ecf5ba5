import { sql } from 'kysely'
import { refuse } from '#kernel/model/refusals.ts'
import { slot } from '#kernel/server/module.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/index.ts'
import { loadReportOptions } from './choices.ts'
import { loadFiguresBefore, loadOtherFigures } from './figures.ts'
import { createReportPdf } from './pdf.ts'
import { runReport } from './runReport.ts'
import type { ServedReport } from './serveReport.ts'
import { getDefaults } from './views.ts'

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** The reports of the module. */
    reports?: readonly ServedReport[]
  }
}

const getReports = slot('reports')

async function loadFilterBlock(context: AnyContext, reportNumber: number) {
  // A screen may have several reports; parameters with the same name are the same parameter.
  const matchingReports = getReports().filter(({ report }) => report.facts.number === reportNumber)
  if (matchingReports.length === 0) refuse.notFound('This report')
  return {
    reportNumber,
    defaults: getDefaults(matchingReports, context.settings.today()),
    options: await loadReportOptions(context, matchingReports),
  }
}

/** Loads all counties with their regions in the financial report with this number, or in all of them if 0. */
async function loadCountyRegions({ db }: AnyContext, id: number) {
  const { rows } = await sql<{
    countyId: number
    countyName: string
    regionId: number | null
    regionName: string | null
    own: boolean
  }>`
    select c.county_id, c.name as county_name, r.region_id, r.name as region_name,
    x.region_id is not null as own
    from county c left join report_county_region x on x.county_id = c.county_id and x.report_number = ${id}
    left join region r on r.region_id = coalesce(x.region_id, c.region_id) order by c.name`.execute(db)
  return rows
}

/** Replaces the regions of these counties; null removes a region. */
async function saveCountyRegions(
  { db }: AnyContext,
  id: number,
  counties: readonly { countyId: number; regionId: number | null }[],
) {
  // If a county is given twice, the last entry counts.
  const countiesJson = JSON.stringify([
    ...new Map(counties.map((county) => [county.countyId, county])).values(),
  ])
  const countySource = sql`jsonb_to_recordset(${countiesJson}::jsonb) as g("countyId" integer,
    "regionId" integer)`
  await sql`delete from report_county_region x using ${countySource} where x.report_number = ${id}
    and x.county_id = g."countyId" and g."regionId" is null`.execute(db)
  await sql`insert into report_county_region (report_number, county_id, region_id)
    select ${id}, g."countyId", g."regionId" from ${countySource} where g."regionId" is not null
    on conflict (report_number, county_id) do update set region_id = excluded.region_id
      where report_county_region.region_id <> excluded.region_id`.execute(db)
  return counties.length
}

/** The calls that all reports share. */
export const reportHandlers: Served[] = [
  serve(calls.getFilterBlockDefaults, (context) => loadFilterBlock(context, context.params.reportNumber)),
  serve(calls.getZipCodes, async ({ db }) => {
    const { rows } = await sql<{
      zip: string
    }>`select distinct p.zip from property p where p.zip is not null order by 1`.execute(db)
    return rows.map(({ zip }) => zip)
  }),
  serve(calls.getUnitOptions, async () => [...calls.unitOptions]),
  serve(calls.getCountyRegions, (context) => loadCountyRegions(context, context.params.id)),
  {
    ...serve(calls.makeReportPdf, (context) =>
      createReportPdf(context, context.body.path, context.body.asked),
    ),
    around: runReport,
  },
  serve(calls.getOtherFigures, (context) => loadOtherFigures(context)),
  serve(calls.getFiguresBefore, loadFiguresBefore),
  serve(calls.saveCountyRegions, (context) => saveCountyRegions(context, context.params.id, context.body)),
]
