import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { loadCountyOutlines } from '#core/portfolio/properties/web/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { CountyShades } from '#ui/map/CountyShades.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getFilterBlockDefaults } from '../model/index.ts'
import { getReportFigure, getReportLink, getTileFilters, type ReportTile } from './tiles.ts'

type County = { name: string; value: number | null; text: string; to: string | undefined }
const col = columns<County>()

/** Assigns four shades by quartile to the counties with a value other than 0. */
function getShades(counties: readonly County[]) {
  const ranked = counties
    .filter(({ value }) => value !== null && value !== 0)
    .toSorted((a, b) => a.value! - b.value!)
  return new Map(
    ranked.map((county, index) => [
      county.name,
      {
        shade: (1 + Math.floor((4 * index) / ranked.length)) as 1 | 2 | 3 | 4,
        text: county.text,
        to: county.to,
      },
    ]),
  )
}

/**
 * Shows a figure of the portfolio by county, as a map and as a table with links to the report of each
 * county.
 */
export function FigureByCounty(reportTile: ReportTile) {
  const { report, tile } = reportTile
  const { groups } = useCall(report.page, {
    query: { ...getTileFilters(reportTile), groupBy: 'county', fetchCount: 1 },
  } as never) as { groups: { name: string; rows: number; totals: Record<string, number | null> }[] }
  const { options } = useCall(getFilterBlockDefaults, { params: { reportNumber: report.facts.number } })
  const { data: outlines } = useSuspenseQuery({ queryKey: ['county outlines'], queryFn: loadCountyOutlines })
  const counties = useMemo(() => {
    const ids = new Map(options.countyId?.map(({ label, value }) => [label, value]))
    return groups
      .map(({ name, rows, totals }): County => {
        const value = tile.figure({ total: rows, properties: rows, totals })
        const countyId = ids.get(name)
        return {
          name,
          value,
          text: getReportFigure(tile, value),
          to: countyId === undefined ? undefined : getReportLink(reportTile, { countyId }),
        }
      })
      .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
  }, [groups, options, tile, reportTile])
  const columns = useMemo(
    () => [
      col.link(
        'County',
        (county) => county.name,
        (county) => county.to,
      ),
      col.number(tile.title, (county) => county.value, {
        format: (value) => getReportFigure(tile, value ?? null),
      }),
    ],
    [tile],
  )
  return (
    <>
      <CountyShades counties={outlines as never} shades={getShades(counties)} />
      <DataTable
        caption={`${tile.title} by county`}
        rows={counties}
        columns={columns}
        rowKey={(county) => county.name}
        height={220}
        plain
        empty="No counties."
      />
    </>
  )
}
