import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Contact, PropertyContact } from '#core/portfolio/properties/model/index.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { buildTimeline } from '#ui/frame/history.ts'
import { Timeline } from '#ui/frame/Timeline.tsx'
import { getContactHistory } from '../model/calls.ts'

/** The history of a property's contacts, newest first. It is loaded only when the user opens it. */
export function ContactHistory({ propertyId }: { propertyId: number }) {
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery({
    ...buildCallQuery(getContactHistory, { params: { propertyId } }),
    enabled: isOpen,
  })
  return (
    <section aria-label="History" data-noprint={isOpen ? undefined : true}>
      <h2>History</h2>
      {!isOpen && (
        <Button variant="default" onClick={() => setIsOpen(true)}>
          Show history
        </Button>
      )}
      {data && (
        <Timeline entries={buildTimeline(data, { entities: [Contact, PropertyContact], whole: true })} />
      )}
    </section>
  )
}
