import { Alert, Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatDate } from '#kernel/model/dates.ts'
import type { HistoryLine } from '#kernel/model/history.ts'
import { hasUnsaved } from '#ui/form/LeaveGuard.tsx'
import { useRecordChanges } from '#ui/frame/live.ts'
import type { AnyReview } from '../model/review.ts'
import { getReviewKey } from '../model/reviewed.ts'
import type { AnyDetail } from './pages.ts'
import { askRecord, recordQuery } from './useRecord.ts'

/**
 * The wait before a change is looked at, in milliseconds. The answer to a change made on this screen arrives
 * first, so it is not announced as a change by others.
 */
const OWN_ANSWER = 1500

type News = { words: string; waiting: AnyDetail | null }

/**
 * Describes the last step with its person and time: "Returned for correction by Agency Analyst at 10:44 AM".
 */
async function describeLastStep(
  { entity, flow, labelOf: getLabel }: AnyReview,
  lines: readonly HistoryLine[],
): Promise<string> {
  const { buildTimeline } = await import('#ui/frame/history.ts')
  const statusLabel = (status: number) => getLabel(status, null)
  const step = lines[0]?.toStatusId !== null
  const [last] = buildTimeline(lines.slice(0, 1), { flow, entities: [entity], statusLabel })
  const actorText = lines[0] ? ` by ${lines[0].userName ?? 'the system'}` : ''
  const timeText = lines[0] ? ` at ${formatDate(lines[0].at, 'MM/DD/YYYY h:mm A').slice(11)}` : ''
  return `${(step && last?.action) || 'Changed'}${actorText}${timeText}.`
}

/** Listens for changes of an open record. `load` shows a change that waits for the person's consent. */
function useNews(review: AnyReview, detail: AnyDetail) {
  const client = useQueryClient()
  const id = getReviewKey(review.entity, detail)
  const { queryKey } = recordQuery(review, id)
  const [news, setNews] = useState<News | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const getCurrentDetail = () => client.getQueryData<AnyDetail>(queryKey) ?? detail
  const look = async (version: number | null) => {
    if (version !== null && version <= getCurrentDetail().version) return
    const [now, lines] = await Promise.all([
      askRecord(review.calls.one, { params: { id } }),
      askRecord(review.calls.history, { params: { id } }) as Promise<unknown> as Promise<HistoryLine[]>,
    ])
    if (now.version <= getCurrentDetail().version) return
    const text = await describeLastStep(review, lines)
    const waits = hasUnsaved() && now.statusId !== getCurrentDetail().statusId
    if (!waits) client.setQueryData(queryKey, now)
    setNews({ words: text, waiting: waits ? now : null })
  }
  useRecordChanges(id > 0 ? `${review.entity.table} ${id}` : null, (version) => {
    clearTimeout(timer.current)
    // An error is ignored, because the record may no longer be on the screen.
    timer.current = setTimeout(() => void look(version).catch(() => undefined), OWN_ANSWER)
  })
  const load = () => {
    if (news?.waiting) client.setQueryData(queryKey, news.waiting)
    setNews((before) => before && { ...before, waiting: null })
  }
  return { news, load, dismiss: () => setNews(null) }
}

/**
 * Announces on an open record that it was changed elsewhere, and shows the changed record. If this would
 * remove unsaved entries from the screen, it first waits until the person presses Load.
 */
export function RecordNews({ review, detail }: { review: AnyReview; detail: AnyDetail }) {
  const { news, load, dismiss } = useNews(review, detail)
  if (!news) return null
  const closing = news.waiting ? {} : { withCloseButton: true, onClose: dismiss, closeButtonLabel: 'Dismiss' }
  return (
    <Alert color="yellow" role="status" title={news.words} {...closing}>
      {news.waiting ? (
        <Group>
          What you have typed since is saved on this computer.
          <Button size="xs" onClick={load}>
            Load
          </Button>
        </Group>
      ) : (
        'You see it as it is now.'
      )}
    </Alert>
  )
}
