import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { plural } from '#kernel/model/formats.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { getWorkCount } from '../../model/work.ts'
import css from './work.module.css'

/** One line with the numbers of records that wait for the person, with links to the work list. */
export default function WaitsLine() {
  return useIsAgency() ? <AgencyLine /> : null
}

function AgencyLine() {
  const { data } = useQuery({ ...buildCallQuery(getWorkCount, {}), staleTime: 0 })
  // While it loads, an empty line takes the space, so that the list below does not move.
  if (!data) return <p className={css.waits} aria-hidden />
  const { mine, late, toApprove, amount } = data
  if (mine === 0)
    return (
      <p className={css.waits}>
        Nothing waits for you. <Link to="/Work?view=Team">Work of the team</Link>
      </p>
    )
  return (
    <p className={css.waits}>
      <Link to="/Work?view=Mine">{plural(mine, 'record waits', 'records wait')} for you</Link>
      {late > 0 && (
        <Link to="/Work?view=Mine&day=late" className={css.waitsLate}>
          {late} overdue
        </Link>
      )}
      {toApprove > 0 && (
        <Link to="/Work?view=To+approve">
          {toApprove} to approve{amount > 0 && `, ${formatMoney(amount)}`}
        </Link>
      )}
    </p>
  )
}
