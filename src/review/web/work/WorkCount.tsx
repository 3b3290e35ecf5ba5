import { useQuery } from '@tanstack/react-query'
import { plural } from '#kernel/model/formats.ts'
import { queryOf } from '#kernel/web/queries.ts'
import { getWorkCount } from '../../model/work.ts'

const MINUTE = 60_000

/** How many records wait for the person, beside the way to the work list. */
export function WorkCount() {
  const { data = 0 } = useQuery({ ...queryOf(getWorkCount, {}), refetchInterval: MINUTE })
  if (data === 0) return null
  return (
    <span className="tabular">
      <span aria-hidden>{data}</span>
      <span className="visually-hidden">, {plural(data, 'waits', 'wait')} for you</span>
    </span>
  )
}
