import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Contact, PropertyContact } from '#ground/portfolio/properties/model/index.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { buildTimeline } from '#ui/frame/history.ts'
import { Timeline } from '#ui/frame/Timeline.tsx'
import { getContactHistory } from '../model/calls.ts'

/** Who changed the contacts of a property, newest first; fetched when asked for. */
export function ContactHistory({ propertyId }: { propertyId: number }) {
  const [isShown, setIsShown] = useState(false)
  const { data } = useQuery({
    ...buildCallQuery(getContactHistory, { params: { propertyId } }),
    enabled: isShown,
  })
  return (
    <section aria-label="History" data-noprint={isShown ? undefined : true}>
      <h2>History</h2>
      {!isShown && (
        <Button variant="default" onClick={() => setIsShown(true)}>
          Show history
        </Button>
      )}
      {data && (
        <Timeline entries={buildTimeline(data, { entities: [Contact, PropertyContact], whole: true })} />
      )}
    </section>
  )
}
