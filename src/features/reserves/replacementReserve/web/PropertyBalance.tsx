import { Link } from 'react-router'
import {
  type AccountAtProperty,
  type AccountLine,
  computePerUnit,
  getAccountsOfProperty,
} from '#core/money/reserves/model/index.ts'
import { addDays, formatDate, today } from '#kernel/model/dates.ts'
import { formatMoney, fromCents, toCents } from '#kernel/model/money.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Trend } from '#ui/chart/Trend.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { useHolds } from '#ui/frame/hooks.ts'
import { Chip } from '#ui/frame/StatusChip.tsx'
import { getLedger } from '../model/calls.ts'
import styles from './PropertyBalance.module.css'

/** A balance older than this many days shows its day as a warning, so that it does not look like today’s. */
const STALE_DAYS = 45

/**
 * The reserve accounts on a property’s overview: each balance with its day and its months, and the balance
 * that open requests would leave.
 */
export default function PropertyBalance({ propertyId }: { propertyId: number }) {
  return useHolds('Replacement_Reserve', 'read', propertyId) ? <Balances propertyId={propertyId} /> : null
}

function Balances({ propertyId }: { propertyId: number }) {
  const accounts = useCall(getAccountsOfProperty, { params: { propertyId } }).filter(
    (item) => item.closedOn === null,
  )
  return (
    <Card
      title="Reserves"
      all={{ label: 'Reserve and requests', to: `/ReplacementReserveList/${propertyId}` }}
      empty={accounts.length === 0 && 'No reserve account yet.'}
    >
      <div className={styles.accounts}>
        {accounts.map((account) => (
          <Balance key={account.reserveAccountId} account={account} />
        ))}
      </div>
    </Card>
  )
}

function Balance({ account }: { account: AccountAtProperty }) {
  const { reserveAccountId, name, balance, balanceDay, units, minimum, belowMinimum, owed } = account
  const isStale = balanceDay !== null && balanceDay < addDays(today(), -STALE_DAYS)
  const day = balanceDay && `on ${formatDate(balanceDay, 'MM/DD/YYYY')}`
  return (
    <Trend
      caption="Balance of the last months"
      points={account.monthly.map((item) => ({
        label: formatMonth(item.month),
        value: item.balance,
        text: formatMoney(item.balance),
      }))}
      limit={minimum > 0 && units > 0 ? getMinimumBalance(minimum, units) : null}
    >
      <Link to={`/ReserveAccount/${reserveAccountId}`}>{name}</Link>
      <p className={styles.amount}>
        {formatMoney(balance)} {day && (isStale ? <Chip color="yellow">{day}</Chip> : <span>{day}</span>)}
      </p>
      <p className={styles.note}>
        {units > 0 && `${formatMoney(account.perUnit)} per unit`}
        {minimum > 0 && `, minimum ${formatMoney(minimum)} `}
        {belowMinimum && <Chip color="red">Below the minimum</Chip>}
      </p>
      {owed > 0 && <p className={styles.note}>Deposits owed: {formatMoney(owed)}</p>}
      {account.kind === 'Replacement reserve' && <AfterRequests account={account} />}
    </Trend>
  )
}

const formatMonth = (month: string): string => `${month.slice(5)}/${month.slice(0, 4)}`

/** Returns the minimum balance of all units together. */
function getMinimumBalance(minimum: number, units: number) {
  const value = fromCents(toCents(minimum) * units)
  return { value, text: `minimum ${formatMoney(value)}` }
}

/** Shows the balance if all open requests were paid in their current amounts. */
function AfterRequests({ account }: { account: AccountLine }) {
  const { pending } = useCall(getLedger, { params: { propertyId: account.propertyId } }).account
  if (pending === 0) return null
  const after = fromCents(toCents(account.balance) - toCents(pending))
  const isBelow = account.units > 0 && computePerUnit(after, account.units) < account.minimum
  return (
    <p className={styles.note}>
      {formatMoney(after)} after all open requests, {formatMoney(pending)}{' '}
      {isBelow && !account.belowMinimum && <Chip color="red">Below the minimum</Chip>}
    </p>
  )
}
