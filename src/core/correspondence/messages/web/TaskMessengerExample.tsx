import { useState } from 'react'
import { EmptyState, Screen } from '#ui/frame/Screen.tsx'
import { PropertyChoice } from './PropertyChoice.tsx'
import { TaskMessenger } from './TaskMessenger.tsx'

/** The screen that shows the task messenger as on the screens of tasks and records. */
export default function TaskMessengerExample() {
  const [propertyId, setPropertyId] = useState<number | null>(null)
  return (
    <Screen title="Task messenger">
      <p>
        The task messenger is on the screens of tasks and records: those who work on a property write to each
        other there, and everybody finds what is new at the bell above.
      </p>
      <PropertyChoice value={propertyId} onChange={setPropertyId} />
      {propertyId ? (
        <TaskMessenger
          key={propertyId}
          about={{ propertyId, taskName: 'Example', url: `/ReplacementReserveList/${propertyId}` }}
        />
      ) : (
        <EmptyState title="Choose a property to write about." />
      )}
    </Screen>
  )
}
