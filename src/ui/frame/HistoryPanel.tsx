import { Button } from '@mantine/core'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { HistoryLine } from '#kernel/model/history.ts'
import { buildTimeline } from './history.ts'
import { NotOnPaper } from './PrintButton.tsx'
import { useOpenForPrint } from './printing.ts'
import { Timeline } from './Timeline.tsx'

type Props = {
  /** The query of the lines. Its key has the record's version, so that a change loads them again. */
  query: Pick<UseQueryOptions<HistoryLine[]>, 'queryKey' | 'queryFn'>
  words: Parameters<typeof buildTimeline>[1]
  /** Whether it is shown at once, because the user already requested it. */
  opened?: boolean
}

/** The history of a record, newest first. It is loaded on request, and again after each change. */
export function HistoryPanel({ query, words, opened = false }: Props) {
  const [isShown, setIsShown] = useState(opened)
  const show = useCallback(() => setIsShown(true), [])
  useOpenForPrint(isShown ? undefined : show)
  const { data } = useQuery({ ...query, enabled: isShown })
  return (
    <section aria-label="History" aria-busy={isShown && !data ? true : undefined}>
      <h2>History</h2>
      {!isShown && (
        <Button variant="default" onClick={show}>
          Show history
        </Button>
      )}
      {!(isShown && data) && <NotOnPaper what="The history" />}
      {data && <Timeline entries={buildTimeline(data, words)} />}
    </section>
  )
}
