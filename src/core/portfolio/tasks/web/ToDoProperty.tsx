import { Suspense } from 'react'
import { useCall } from '#kernel/web/queries.ts'
import { useIsAgency, useMay, useNumericParams } from '#ui/frame/hooks.ts'
import { Screen, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { type OwnTab, tabsOn } from '#ui/frame/tabsOn.ts'
import { useAddressValue } from '#ui/frame/useAddressed.ts'
import { getToDoProperty, tasksByProperty, toDoRecords } from '../model/calls.ts'
import { NewToDo } from './NewToDo.tsx'
import { TaskHistory } from './TaskHistory.tsx'
import { TaskTable } from './TaskTable.tsx'
import { ToDoTable } from './ToDoTable.tsx'

declare module '#kernel/web/module.ts' {
  interface TabProps {
    /** Tabs that other modules add to the to-dos of a property. */
    propertyToDo: { propertyId: number }
  }
}

/** The screen with the to-dos of one property, all its tasks, and the tabs of other modules. */
export default function ToDoProperty() {
  const { propertyId } = useNumericParams('propertyId')
  const agency = useIsAgency()
  const mayWrite = useMay(toDoRecords.create)
  const toDos = useCall(getToDoProperty, { params: { propertyId } })
  const tasks = useCall(tasksByProperty, { params: { propertyId } })
  const ownTabs: OwnTab[] = [
    {
      label: 'To do',
      order: 10,
      content: (
        <ToDoTable
          rows={toDos}
          caption="To do at this property"
          of="property"
          desk={agency}
          empty="Nothing is to be done at this property."
        />
      ),
    },
    { label: 'Tasks', order: 20, content: <TaskTable rows={tasks} /> },
  ]
  if (agency) ownTabs.push({ label: 'History', order: 90, content: <TaskHistory propertyId={propertyId} /> })
  const panels = tabsOn('propertyToDo', { propertyId }, ownTabs)
  const [tab, setTab] = useAddressValue('view', 'To do', Object.keys(panels))
  const counts: Readonly<Record<string, number>> = { 'To do': toDos.length, Tasks: tasks.length }
  const tabs = Object.keys(panels).map((label) => ({
    label,
    ...(label in counts && { count: counts[label]! }),
  }))
  return (
    <Screen
      title="To do"
      breadcrumbs={[{ label: agency ? 'Dashboard' : 'Home', to: agency ? '/dashboard' : '/' }]}
      actions={mayWrite && <NewToDo propertyId={propertyId} />}
    >
      <Tabs label="Parts" tabs={tabs} value={tab} onChange={setTab}>
        <Suspense fallback={<ScreenSkeleton rows={4} />}>{panels[tab]}</Suspense>
      </Tabs>
    </Screen>
  )
}
