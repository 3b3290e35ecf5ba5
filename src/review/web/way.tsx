import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type AnyReview, openPath } from '../model/review.ts'

/** One record of a list that was shown: where it opens, and its number. */
export type Station = { to: string; number: string }

/** The lists as they were last shown, by their names, the one shown last at the end. */
const lists = new Map<string, readonly Station[]>()

/** Keeps what a list shows, in its order, as the way from one of its records to the next. */
export function keepWay(list: string, stations: readonly Station[]): void {
  lists.delete(list)
  lists.set(list, stations)
}

/** The first record of a list as it was last shown. */
export const firstOf = (list: string): Station | undefined => lists.get(list)?.[0]

/** Where a record stands in the list that showed it last, and its neighbors there; null when none did. */
function wayFrom(to: string): { at: number; of: number; before?: Station; next?: Station } | null {
  const list = [...lists.values()].findLast((stations) => stations.some((one) => one.to === to)) ?? []
  const at = list.findIndex((one) => one.to === to)
  if (at < 0 || list.length < 2) return null
  const [before, next] = [list[at - 1], list[at + 1]]
  return { at: at + 1, of: list.length, ...(before && { before }), ...(next && { next }) }
}

/** The way through the list from one record to the next, in the order in which it was last shown. */
export function QueueSteps({ review, row }: { review: AnyReview; row: object }): ReactNode {
  const way = wayFrom(openPath(review, row))
  if (!way) return null
  const step = (station: Station | undefined, words: string) =>
    station && (
      <Button component={Link} to={station.to} variant="default" size="xs">
        {words} {station.number}
      </Button>
    )
  return (
    <nav aria-label="Queue" data-noprint>
      <Group gap="sm">
        {step(way.before, 'Previous:')}
        <span>
          {way.at} of {way.of} in the list
        </span>
        {step(way.next, 'Next:')}
      </Group>
    </nav>
  )
}
