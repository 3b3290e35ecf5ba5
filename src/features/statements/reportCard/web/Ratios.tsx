import { formatNumber } from '#kernel/model/formats.ts'
import { Chip } from '#ui/frame/StatusChip.tsx'
import type { RatedRatio } from '../model/metrics.ts'
import type { CardView } from '../model/view.ts'
import { Formula, type StatementPlace } from './Formula.tsx'
import styles from './reportCard.module.css'
import { Trend } from './Trend.tsx'

const tones = { good: 'green', fair: 'yellow', watch: 'yellow', fail: 'red', none: 'gray' } as const
const levelTexts = {
  good: 'good',
  fair: 'fair',
  watch: 'to watch',
  fail: 'fails',
  none: 'not rated',
} as const

/** The table of all ratios: three prior years, the year with its formula, trend, threshold and rating. */
export function Ratios({ view: { card, metrics } }: { view: CardView }) {
  const years = [...new Set(metrics.flatMap((metric) => metric.prior.map((prior) => prior.year)))].sort(
    (a, b) => a - b,
  )
  return (
    <div className={styles.wide}>
      <table className={styles.table} data-ratios>
        <caption className="visually-hidden">Ratios, by the thresholds of the agency</caption>
        <thead>
          <tr>
            <th scope="col">Ratios</th>
            {years.map((year) => (
              <th key={year} scope="col" className={styles.number}>
                {year}
              </th>
            ))}
            <th scope="col" className={styles.number}>
              {card.year}
            </th>
            <th scope="col">Trend</th>
            <th scope="col">
              Threshold <span className={styles.dashes} aria-hidden />
            </th>
            <th scope="col">Rating</th>
          </tr>
        </thead>
        <tbody>
          {metrics.map((metric) => (
            <Ratio key={metric.id} of={metric} years={years} place={card} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Shortens a figure to fit its column, for example to whole dollars. The formula shows the cents. */
const shortenForColumn = (text: string): string =>
  text
    .replace(
      /^(−?\$)([\d,]+\.\d\d)$/,
      (_, sign, amount) => sign + formatNumber(Math.round(Number(amount.replaceAll(',', '')))),
    )
    .replace(/ months$/, ' mo.')
    .replace(/^not entered$/, '–')

function Ratio({ of, years, place }: { of: RatedRatio; years: readonly number[]; place: StatementPlace }) {
  const priorValues = years.map((year) => of.prior.find((item) => item.year === year))
  const thresholdText = of.measured.join('; ')
  return (
    <tr id={of.id} tabIndex={-1}>
      <th scope="row" title={of.words}>
        {of.name}
      </th>
      {priorValues.map((item, index) => (
        <td key={years[index]} className={styles.before} data-label={years[index]}>
          {item ? shortenForColumn(item.text) : '–'}
        </td>
      ))}
      <td className={styles.now} data-label={place.year}>
        <Formula of={of} place={place}>
          {shortenForColumn(of.text) || '–'}
        </Formula>
      </td>
      <td className={styles.drawn}>
        <Trend values={[...priorValues.map((item) => item?.value ?? null), of.value]} line={of.line} />
      </td>
      <td className={styles.measured} title={thresholdText}>
        {thresholdText}
      </td>
      <td>
        {of.level === 'none' ? (
          <span className={styles.words}>not rated</span>
        ) : (
          <Chip color={tones[of.level]}>
            {of.label}
            <span className="visually-hidden">, {levelTexts[of.level]}</span>
          </Chip>
        )}
      </td>
    </tr>
  )
}
