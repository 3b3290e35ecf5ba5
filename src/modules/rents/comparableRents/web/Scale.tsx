import styles from './comparables.module.css'

const share = (amount: number, minimum: number, greatest: number): string =>
  `${greatest === minimum ? 50 : ((amount - minimum) / (greatest - minimum)) * 100}%`

/**
 * Where the rents of a request lie among the comparable ones and their average; the words below it say the
 * same.
 */
export function Scale({
  rents,
  own,
  average,
}: {
  rents: readonly number[]
  own: readonly number[]
  average: number
}) {
  const [minimum, greatest] = [Math.min(...rents, ...own, average), Math.max(...rents, ...own, average)]
  const getPosition = (amount: number) => ({ left: share(amount, minimum, greatest) })
  return (
    <div className={styles.scale} aria-hidden>
      {rents.map((rent, index) => (
        <span key={index} className={styles.dot} style={getPosition(rent)} />
      ))}
      <span className={styles.average} style={getPosition(average)} />
      {own.map((rent, index) => (
        <span key={index} className={styles.own} style={getPosition(rent)} />
      ))}
    </div>
  )
}
