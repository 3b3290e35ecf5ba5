import styles from './comparables.module.css'

const getPercentAlong = (amount: number, minimum: number, greatest: number): string =>
  `${greatest === minimum ? 50 : ((amount - minimum) / (greatest - minimum)) * 100}%`

/**
 * Draws the rents of a request on a scale with the comparable rents and their average. Hidden from screen
 * readers, because the text below says the same.
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
  const getPosition = (amount: number) => ({ left: getPercentAlong(amount, minimum, greatest) })
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
