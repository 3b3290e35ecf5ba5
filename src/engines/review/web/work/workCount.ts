import { useQuery } from '@tanstack/react-query'
import { createElement } from 'react'
import { formatNumber, plural } from '#kernel/model/formats.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { getWorkCount } from '../../model/work.ts'

const MINUTE = 60_000

/**
 * The number of records that wait for the person, next to the link to the work list. It has no JSX, because
 * Node reads the manifest of this module, too.
 */
export function WorkCount() {
  const { data } = useQuery({ ...buildCallQuery(getWorkCount, {}), refetchInterval: MINUTE })
  const mine = data?.mine ?? 0
  if (mine === 0) return null
  const labels = createElement(
    'span',
    { className: 'visually-hidden' },
    `, ${plural(mine, 'waits', 'wait')} for you`,
  )
  return createElement(
    'span',
    { className: 'tabular' },
    createElement('span', { 'aria-hidden': true }, formatNumber(mine)),
    labels,
  )
}
