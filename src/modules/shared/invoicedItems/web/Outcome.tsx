import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import type { Action } from '#kernel/model/workflow.ts'
import styles from './items.module.css'
import type { RequestOfItems } from './kind.ts'

/**
 * The account that a decision changes: its balance now, what it holds after it, and the day the balance is
 * known of.
 */
export type Account = {
  name: string
  balance: number
  after: number | null
  day: string | null
  /** Amounts are shown per unit, too, and against the least that is to stay. */
  perUnit?: { units: number; minimum: number; of: (amount: number) => number }
}

type OutcomeProps = {
  action: Action
  before: RequestOfItems
  account: Account | null
  /**
   * What a review shows of an approval that moves nothing yet: the sentence's end, and what moves the balance
   * later.
   */
  later?: { text: string; by: string } | null
}

/**
 * What a decision does to its account, who is paid, and what is not approved; as the server says it would
 * stand.
 */
export function Outcome({ action, before, account, later = null }: OutcomeProps) {
  if (action.to !== 4 && action.to !== 5 && action.to !== 6) return null
  const refused = action.to === 6
  const approved = refused ? 0 : (before.approved ?? 0)
  const cut = sumMoney([before.claimed, -approved])
  const reduced = before.items.filter(
    (item) => refused || (item.approvedAmount ?? 0) < (item.claimedAmount ?? 0),
  )
  const waits = refused ? null : later
  return (
    <section aria-label="Figures of the decision">
      <p className={styles.decision}>
        {refused ? 'Nothing' : formatMoney(approved)} of {formatMoney(before.claimed)} claimed is{' '}
        {waits?.text ?? 'approved.'}
      </p>
      {account && (
        <Balance
          {...account}
          approved={approved}
          by={waits?.by ?? (action.to === 4 ? 'This approval' : DECISION)}
        />
      )}
      <ul className={styles.list}>
        {!refused &&
          !later &&
          payees(before).map(({ name, amount }) => (
            <li key={name}>
              {formatMoney(amount)} to {name}
            </li>
          ))}
        {cut > 0 && (
          <li>
            {formatMoney(cut)} on {reduced.length} {reduced.length === 1 ? 'item' : 'items'} is not approved.
          </li>
        )}
      </ul>
    </section>
  )
}

/** Who gets how much: each vendor that is paid directly, and the property for what it has paid itself. */
function payees({ items, subject }: RequestOfItems): { name: string; amount: number }[] {
  const names = Map.groupBy(items, (item) =>
    item.payVendorDirectly ? (item.vendorName ?? 'the vendor') : subject,
  )
  return [...names]
    .map(([name, own]) => ({ name, amount: sumMoney(own.map((item) => item.approvedAmount)) }))
    .filter(({ amount }) => amount > 0)
}

const DECISION = 'This decision'

/** The account now, by what it changes, and after it. */
function Balance({
  name,
  balance,
  after,
  day,
  perUnit,
  approved,
  by,
}: Account & { approved: number; by: string }) {
  // What changes no balance yet is reckoned with, as its figures are.
  const remaining = (by === DECISION ? after : null) ?? sumMoney([balance, -approved])
  const rows = [
    { label: `Now${day ? `, on ${day}` : ''}`, amount: balance },
    { label: by, amount: sumMoney([remaining, -balance]) },
    { label: 'After', amount: remaining },
    ...(perUnit
      ? [{ label: 'Minimum', amount: sumMoney(Array.from({ length: perUnit.units }, () => perUnit.minimum)) }]
      : []),
  ]
  return (
    <table className={styles.outcome}>
      <caption>{name}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">Balance</th>
          {perUnit && <th scope="col">Per unit ({perUnit.units})</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, amount }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{formatMoney(amount)}</td>
            {perUnit && <td>{formatMoney(perUnit.of(amount))}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
