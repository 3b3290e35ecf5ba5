import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dueWords } from '#core/platform/lookups/model/index.ts'
import { loadCountyOutlines } from '#core/portfolio/properties/web/index.ts'
import { CountyShades } from '#ui/map/CountyShades.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { listPath } from '#ui/table/listAddress.ts'
import type { BoardLine } from '../model/calls.ts'
import styles from './inspections.module.css'

type County = { name: string; due: number; overdue: number; to: string }
const col = columns<County>()
const countyColumns = [
  col.link(
    'County',
    (county) => county.name,
    (county) => county.to,
  ),
  col.number('To visit', (county) => county.due, { width: 80 }),
  col.number(dueWords.overdue, (county) => county.overdue, { width: 80 }),
]

/**
 * Returns the counties with their number of open visits, most first. Each links to the board filtered by that
 * county.
 */
function getCounties(lines: readonly BoardLine[], year: number, caption: string): County[] {
  const open = lines.filter((line) => line.visitedOn === null && line.countyName !== null)
  return [...Map.groupBy(open, (line) => line.countyName ?? '')]
    .map(([name, own]) => ({
      name,
      due: own.length,
      overdue: own.filter((line) => line.overdue).length,
      to: `${listPath('/inspection/multiNav', caption, { choices: { County: name } })}&year=${year}`,
    }))
    .toSorted((item, other) => other.due - item.due || item.name.localeCompare(other.name))
}

/**
 * Returns one of four shades by rank: each quarter of the counties has one, and the counties with most visits
 * have the darkest.
 */
const getShade = (index: number, total: number) => (4 - Math.floor((4 * index) / total)) as 1 | 2 | 3 | 4

/** The open visits by county, as a map and as a table; choosing a county in either filters the board. */
export function BoardMap({
  lines,
  year,
  caption,
}: {
  lines: readonly BoardLine[]
  year: number
  caption: string
}) {
  const { data: outlines } = useSuspenseQuery({ queryKey: ['county outlines'], queryFn: loadCountyOutlines })
  const counties = useMemo(() => getCounties(lines, year, caption), [lines, year, caption])
  const shades = useMemo(
    () =>
      new Map(
        counties.map(({ name, due, overdue, to }, index) => [
          name,
          {
            shade: getShade(index, counties.length),
            text: `${due} to visit${overdue > 0 ? `, ${overdue} overdue` : ''}`,
            to,
          },
        ]),
      ),
    [counties],
  )
  return (
    <div className={styles.map} data-noprint>
      <CountyShades counties={outlines as never} shades={shades} />
      <DataTable
        caption="To visit by county"
        rows={counties}
        columns={countyColumns}
        rowKey={(county) => county.name}
        height={190}
        plain
        empty="Nothing is to be visited."
      />
    </div>
  )
}
