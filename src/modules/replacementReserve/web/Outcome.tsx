import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import type { Action } from '#kernel/model/workflow.ts'
import { ADVANCE_REVIEW, type Detail } from '../model/requests.ts'
import { perUnit } from '../model/rules.ts'
import styles from './request.module.css'

/** What a decision does to the reserve, who is paid, and what is not approved; as the server says it would stand. */
export function Outcome({ action, before, after }: { action: Action; before: Detail; after: Detail | null }) {
  if (action.to !== 4 && action.to !== 5 && action.to !== 6) return null
  const refused = action.to === 6
  const isAdvance = before.requestType === ADVANCE_REVIEW
  const approved = refused ? 0 : before.approved
  const cut = sumMoney([before.claimed, -approved])
  const reduced = before.items.filter((item) => refused || (item.approvedAmount ?? 0) < (item.claimedAmount ?? 0))
  return (
    <section aria-label="Figures of the decision">
      <p className={styles.decision}>
        {refused ? 'Nothing' : formatMoney(approved)} of {formatMoney(before.claimed)} claimed is{' '}
        {isAdvance && !refused ? 'pre-approved; nothing leaves the reserve before the work is completed.' : 'approved.'}
      </p>
      <Reserve before={before} after={after} approved={approved} words={wordsOfChange(action, isAdvance)} />
      <ul className={styles.list}>
        {!refused &&
          !isAdvance &&
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
function payees({ items, subject }: Detail): { name: string; amount: number }[] {
  const names = Map.groupBy(items, (item) => (item.payVendorDirectly ? (item.vendorName ?? 'the vendor') : subject))
  return [...names]
    .map(([name, own]) => ({ name, amount: sumMoney(own.map((item) => item.approvedAmount)) }))
    .filter(({ amount }) => amount > 0)
}

/** What changes the balance: a decision does at once, a review by the approval to come, an advance review by its completions. */
function wordsOfChange({ to }: Action, isAdvance: boolean): string {
  if (isAdvance && to !== 6) return 'Its completions, at most'
  return to === 4 ? 'Its approval' : DECISION
}
const DECISION = 'This decision'

type ReserveProps = { before: Detail; after: Detail | null; approved: number; words: string }

function Reserve({ before, after, approved, words }: ReserveProps) {
  const { account, rules } = before
  if (!account) return null
  const { units, balance, balanceDay } = account
  // What changes no balance yet is reckoned with, as its figures are.
  const left = (words === DECISION ? after?.account?.balance : undefined) ?? sumMoney([balance, -approved])
  const rows = [
    { label: `Now${balanceDay ? `, on ${formatDate(balanceDay, 'MM/DD/YYYY')}` : ''}`, amount: balance },
    { label: words, amount: sumMoney([left, -balance]) },
    { label: 'After', amount: left },
    { label: 'Minimum', amount: sumMoney(Array.from({ length: units }, () => rules.minimumPerUnit)) },
  ]
  return (
    <table className={styles.outcome}>
      <caption>Reserve account</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">Balance</th>
          <th scope="col">Per unit ({units})</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, amount }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{formatMoney(amount)}</td>
            <td>{formatMoney(perUnit(amount, units))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
