import { useMemo } from 'react'
import { RequirePropertyAccess } from '#core/portfolio/properties/web/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { columns, DataTable, type TabContent } from '#ui/table/DataTable.tsx'
import { type PageCall, ServedTable } from '#ui/table/ServedTable.tsx'
import { getPropertyTimeline, type TimelineLine } from '../model/calls.ts'

const col = columns<TimelineLine>()
const timelineColumns = [
  col.date('Day', (line) => line.day, { width: 95, served: 'day', card: 'second' }),
  col.chip(
    'Subject',
    (line) => line.subject,
    () => 'gray',
    { width: 210, served: 'subject', card: 'state' },
  ),
  col.link(
    'What',
    (line) => line.words,
    (line) => line.to,
    { width: 760, served: 'words', card: 'title' },
  ),
  col.text('Who', (line) => line.userName ?? 'The portal', { width: 170, served: 'userName', card: 'fact' }),
]

/** The maximum number of year tabs, for the latest years with events. A date filter finds earlier years. */
const MAX_YEARS = 6

/** Builds the tabs for all years and for each of the latest years. */
function getPeriods({ total, years }: { total: number; years: Readonly<Record<string, number>> }) {
  const latest = Object.keys(years)
    .toSorted((year, other) => Number(other) - Number(year))
    .slice(0, MAX_YEARS)
  return [
    { label: 'All years', count: total, period: {} },
    ...latest.map((year) => ({
      label: year,
      count: years[year] ?? 0,
      period: { dayFrom: `${year}-01-01`, dayTo: `${year}-12-31` },
    })),
  ]
}

/** The screen with all events of a property, newest first. */
export default function PropertyTimeline() {
  const { propertyId } = useNumericParams('propertyId')
  return (
    <RequirePropertyAccess propertyId={propertyId}>
      <TimelineTable propertyId={propertyId} />
    </RequirePropertyAccess>
  )
}

type Subjects = { subjects: string[] }
const choices = [{ label: 'Subject', served: 'about', values: ({ subjects }: Subjects) => subjects }]

const tableProps = {
  caption: 'Timeline',
  rowKey: (line: TimelineLine) => line.key,
  csvName: 'timeline',
}

function TimelineTable({ propertyId }: { propertyId: number }) {
  const { total, years } = useCall(getPropertyTimeline, { query: { propertyId, fetchCount: 1 } })
  const tabs = useMemo(
    () =>
      getPeriods({ total, years }).map(({ label, count, period }) => {
        const source = {
          call: getPropertyTimeline as PageCall<TimelineLine, Subjects>,
          fixed: { propertyId, ...period },
          choices,
          firstSort: 'Day',
          fields: {},
        }
        const content = (list: TabContent) => (
          <ServedTable
            key={label}
            {...tableProps}
            {...list}
            columns={timelineColumns}
            source={source}
            newestFirst
          />
        )
        return { label, match: () => false, count, content }
      }),
    [propertyId, total, years],
  )
  return (
    <Screen title="Timeline" breadcrumbs={[{ label: 'Property', to: `/EditProject/${propertyId}` }]}>
      <DataTable
        {...tableProps}
        rows={[]}
        columns={timelineColumns}
        tabs={tabs}
        initialSort={{ sortBy: 'Day', descending: true }}
      />
    </Screen>
  )
}
