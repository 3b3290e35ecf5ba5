import { useState } from 'react'
import { useHolds, useIsAgency, useNumericParams } from '#kernel/web/hooks.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { getToDoProperty, tasksByProperty } from '../model/calls.ts'
import { Extensions } from './Extensions.tsx'
import { TaskHistory } from './TaskHistory.tsx'
import { TaskTable } from './TaskTable.tsx'
import { ToDoTable } from './ToDoTable.tsx'

/** What is to be done for one property: its to-dos, all of its tasks, and requests for more time. */
export default function ToDoProperty() {
  const { propertyId } = useNumericParams('propertyId')
  const agency = useIsAgency()
  const extendable = useHolds('AFS', 'read', propertyId)
  const [tab, setTab] = useState('To do')
  const toDos = useCall(getToDoProperty, { params: { propertyId } })
  const tasks = useCall(tasksByProperty, { params: { propertyId } })
  const tabs = [
    { label: 'To do', count: toDos.length },
    { label: 'Tasks', count: tasks.length },
    ...(extendable ? [{ label: 'Extensions' }] : []),
    ...(agency ? [{ label: 'History' }] : []),
  ]
  return (
    <Screen title="To do" breadcrumbs={[{ label: agency ? 'Dashboard' : 'Home', to: agency ? '/dashboard' : '/' }]}>
      <Tabs label="Parts" tabs={tabs} value={tab} onChange={setTab}>
        {tab === 'To do' && (
          <ToDoTable
            rows={toDos}
            caption="To do at this property"
            of="property"
            desk={agency}
            empty="Nothing is to be done at this property."
          />
        )}
        {tab === 'Tasks' && <TaskTable rows={tasks} />}
        {tab === 'History' && <TaskHistory propertyId={propertyId} />}
        {tab === 'Extensions' && <Extensions propertyId={propertyId} agency={agency} />}
      </Tabs>
    </Screen>
  )
}
