import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { snakeCase } from '#kernel/model/entity.ts'
import { metaOf } from '#kernel/model/field.ts'
import type { HistoryLine } from '#kernel/model/history.ts'
import { queryOf } from '#kernel/web/queries.ts'
import { displayValue } from '#ui/form/display.ts'
import { timelineOf } from '#ui/frame/history.ts'
import { Timeline } from '#ui/frame/Timeline.tsx'
import { getHistory } from '../model/calls.ts'
import { type ListName, listNames, lists, ManagementCompanyAssetCertification } from '../model/entities.ts'
import { flow, statusLabel } from '../model/flow.ts'

type Cells = Record<string, unknown>

const listOf = new Map(listNames.map((name) => [snakeCase(name), name]))
/** Made by the portal itself; what they hold stands in other fields. */
const silent = ['decision_document', 'score_parts', 'reminder_days', 'renewal_of_id']

/** A line of a list in words: its cells in their order. */
function wordsOf(list: ListName, line: Cells): string {
  const cells = Object.entries(lists[list].element.shape).filter(([name]) => name !== 'clientKey')
  const words = cells.map(([name, field]) => displayValue({ ...metaOf(field), rounding: false }, line[name]))
  return words.join(', ')
}

/** What a save changed in a list: the lines as they were and as they are, those that stayed left out. */
function listChange(list: ListName, pair: unknown): [string | null, string | null] {
  const [before, after] = (Array.isArray(pair) ? pair : []).map((lines: unknown) =>
    Array.isArray(lines) ? lines.map((line: Cells) => wordsOf(list, line)) : [],
  )
  const only = (some: readonly string[] = [], others: readonly string[] = []) =>
    some.filter((line) => !others.includes(line)).join('; ') || null
  return [only(before, after), only(after, before)]
}

const readable = (line: HistoryLine): HistoryLine => ({
  ...line,
  changes:
    line.changes && line.action === 'update'
      ? Object.fromEntries(
          Object.entries(line.changes)
            .filter(([column]) => !silent.includes(column))
            .map(([column, pair]) => {
              const list = listOf.get(column)
              return [column, list ? listChange(list, pair) : pair]
            }),
        )
      : line.changes,
})

/** Who did what to the application, newest first; fetched when asked for, and again after each change. */
export function HistoryPanel({ applicationId, version }: { applicationId: number; version: number }) {
  const [shown, setShown] = useState(false)
  const { data } = useQuery({
    ...queryOf(getHistory, { params: { id: applicationId } }),
    enabled: shown,
    queryKey: ['managementcompanyassetcertification', 'history', applicationId, version],
  })
  return (
    <section aria-label="History" data-noprint={shown ? undefined : true}>
      <h2>History</h2>
      {!shown && (
        <Button variant="default" onClick={() => setShown(true)}>
          Show history
        </Button>
      )}
      {data && (
        <Timeline
          entries={timelineOf(data.map(readable), {
            flow,
            entities: [ManagementCompanyAssetCertification],
            statusLabel: (status) => statusLabel(status, null),
          })}
        />
      )}
    </section>
  )
}
