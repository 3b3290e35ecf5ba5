import { Alert } from '@mantine/core'
import { Suspense, useDeferredValue } from 'react'
import { dueWords } from '#core/platform/lookups/model/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatNumber } from '#kernel/model/formats.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { Screen, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { tabsOn } from '#ui/frame/tabsOn.ts'
import { useAddressValue } from '#ui/frame/useAddressed.ts'
import { getMultipleDashboard, getPropertiesCount, getToDo, tasksByUser } from '../model/calls.ts'
import { DashboardCharts } from './DashboardCharts.tsx'
import { PropertyTable, WorkTable } from './DashboardTables.tsx'
import { ToDoTable } from './ToDoTable.tsx'
import css from './tasks.module.css'

declare module '#kernel/web/module.ts' {
  interface TabProps {
    /** Parts of the dashboard above its figures. */
    dashboard: object
  }
}

const VIEWS = ['By property', 'By task', 'Waits for you'] as const

/** The dashboard with late, due and waiting filings: as figures, charts, by property, and as a list. */
export default function Dashboard() {
  const agency = useIsAgency()
  const { byType, byProperty, byMonth, warnings, today } = useCall(getMultipleDashboard, {})
  const properties = useCall(getPropertiesCount, {})
  const [view, setView] = useAddressValue('view', VIEWS[0], VIEWS)
  const [input, setType] = useAddressValue('type', '')
  const type = input === '' ? null : Number(input)
  const toDos = useCall(getToDo, {})
  const toggleType = (selected: number) => {
    setType(type === selected ? '' : String(selected))
    setView('By task')
  }
  const tabs = [
    { label: 'By property', count: byProperty.length },
    { label: 'By task' },
    // People of the agency have a work list instead, to which the part above the figures links.
    ...(agency ? [] : [{ label: 'Waits for you', count: toDos.length }]),
  ]
  return (
    <Screen title="Dashboard">
      {warnings.map((warning) => (
        <Alert key={warning} color="yellow" title={warning} />
      ))}
      <Suspense fallback={null}>{Object.values(tabsOn('dashboard', {}))}</Suspense>
      <TaskCounts
        byType={byType}
        properties={properties}
        toDos={agency ? null : toDos.length}
        today={today}
      />
      <DashboardCharts byType={byType} byMonth={byMonth} today={today} chosen={type} onChoose={toggleType} />
      <Tabs label="Details" tabs={tabs} value={view} onChange={setView}>
        {view === 'By property' && <PropertyTable rows={byProperty} />}
        {view === 'By task' && (
          <Suspense fallback={<ScreenSkeleton rows={6} />}>
            <OpenTasks type={type} />
          </Suspense>
        )}
        {view === 'Waits for you' && !agency && (
          <ToDoTable rows={toDos} caption="Waits for you" of="everything" empty="Nothing waits for you." />
        )}
      </Tabs>
    </Screen>
  )
}

type Figures = Answer<typeof getMultipleDashboard>

/** The counts of tasks. For a company's people the first is the number of their to-dos, as on their home. */
function TaskCounts({
  byType,
  properties,
  toDos,
  today,
}: {
  byType: Figures['byType']
  properties: number
  toDos: number | null
  today: string
}) {
  const sum = (read: (row: (typeof byType)[number]) => number) =>
    byType.reduce((all, row) => all + read(row), 0)
  const numbers = [
    ...(toDos === null ? [] : [{ label: 'Waits for you', value: toDos }]),
    { label: 'Tasks overdue', value: sum((row) => row.overdue), alarm: true },
    { label: `Tasks ${dueWords.pending.toLowerCase()}`, value: sum((row) => row.pending) },
    { label: 'Submitted, not decided', value: sum((row) => row.waiting) },
    { label: 'Not due yet', value: sum((row) => row.notDue) },
    { label: 'Monitored properties', value: properties },
  ]
  return (
    <>
      <p className={css.population}>
        Of monitored properties, which are active or in decontrol, as of {formatDate(today, 'MM/DD/YYYY')}.
      </p>
      <dl className={css.numbers}>
        {numbers.map(({ label, value, alarm }) => (
          <div key={label} data-alarm={(alarm && value > 0) || undefined}>
            <dt>{label}</dt>
            <dd>{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** The table of open tasks, only of one type if one is chosen. */
function OpenTasks({ type }: { type: number | null }) {
  const agency = useIsAgency()
  const rows = useCall(tasksByUser, {})
  const deferredValue = useDeferredValue(type)
  return (
    <WorkTable
      rows={deferredValue === null ? rows : rows.filter((row) => row.taskTypeId === deferredValue)}
      agency={agency}
    />
  )
}
