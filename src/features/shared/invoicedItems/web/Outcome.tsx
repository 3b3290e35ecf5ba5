import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import type { Action } from '#kernel/model/workflow.ts'
import styles from './items.module.css'
import type { InvoicedRequest } from './kind.ts'

/**
 * The account that a decision changes. `balance` is its present balance in dollars, `after` the balance after
 * the decision by the server, and `day` the day of the balance in words.
 */
export type DecisionAccount = {
  name: string
  balance: number
  after: number | null
  day: string | null
  /**
   * If set, the table also has amounts per unit, and the minimum that must remain. `of` returns an amount per
   * unit.
   */
  perUnit?: { units: number; minimum: number; of: (amount: number) => number }
}

type OutcomeProps = {
  action: Action
  before: InvoicedRequest
  account: DecisionAccount | null
  /**
   * For an approval that releases nothing yet: the end of the first sentence, and the name of the later step
   * that changes the balance.
   */
  later?: { text: string; by: string } | null
}

/**
 * Shows the effects of a review, approval or denial as the server computes them: the account, the payees, and
 * the amounts not approved.
 */
export function DecisionOutcome({ action, before, account, later = null }: OutcomeProps) {
  if (action.to !== 4 && action.to !== 5 && action.to !== 6) return null
  const isDenied = action.to === 6
  const approved = isDenied ? 0 : (before.approved ?? 0)
  const notApproved = sumMoney([before.claimed, -approved])
  const reduced = before.items.filter(
    (item) => isDenied || (item.approvedAmount ?? 0) < (item.claimedAmount ?? 0),
  )
  const laterStep = isDenied ? null : later
  return (
    <section aria-label="Figures of the decision">
      <p className={styles.decision}>
        {isDenied ? 'Nothing' : formatMoney(approved)} of {formatMoney(before.claimed)} claimed is{' '}
        {laterStep?.text ?? 'approved.'}
      </p>
      {account && (
        <Balance
          {...account}
          approved={approved}
          by={laterStep?.by ?? (action.to === 4 ? 'This approval' : DECISION)}
        />
      )}
      <ul className={styles.list}>
        {!isDenied &&
          !later &&
          getPayees(before).map(({ name, amount }) => (
            <li key={name}>
              {formatMoney(amount)} to {name}
            </li>
          ))}
        {notApproved > 0 && (
          <li>
            {formatMoney(notApproved)} on {reduced.length} {reduced.length === 1 ? 'item' : 'items'} is not
            approved.
          </li>
        )}
      </ul>
    </section>
  )
}

/**
 * Returns the payees and their amounts: each vendor that is paid directly, and the property for the invoices
 * it has paid itself.
 */
function getPayees({ items, subject }: InvoicedRequest): { name: string; amount: number }[] {
  const itemsByPayee = Map.groupBy(items, (item) =>
    item.payVendorDirectly ? (item.vendorName ?? 'the vendor') : subject,
  )
  return [...itemsByPayee]
    .map(([name, own]) => ({ name, amount: sumMoney(own.map((item) => item.approvedAmount)) }))
    .filter(({ amount }) => amount > 0)
}

const DECISION = 'This decision'

/** Shows the account's balance now, the change, and the balance after it. */
function Balance({
  name,
  balance,
  after,
  day,
  perUnit,
  approved,
  by,
}: DecisionAccount & { approved: number; by: string }) {
  // A step that changes no balance yet has no balance from the server, so its effect is computed here.
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
