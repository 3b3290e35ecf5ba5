import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Answer } from '#kernel/model/call.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { TabProps } from '#kernel/web/module.ts'
import { useCall } from '#kernel/web/queries.ts'
import { getByHeaderId } from '../model/calls.ts'
import type { Comparable } from '../model/entities.ts'
import { getAdjustedRent, getComparableRentFlag, type Statistics } from '../model/statistics.ts'
import styles from './comparables.module.css'
import { EditDialog } from './EditDialog.tsx'
import { Scale } from './Scale.tsx'

type ComparablesAnswer = Answer<typeof getByHeaderId>
type Rents = TabProps['rentIncrease']['rents']

const describeSize = (bedrooms: number): string => (bedrooms === 0 ? 'Studio' : `${bedrooms} BR`)

/** The part of a rent increase that compares its rents with market rents, one unit size at a time. */
export default function Comparables({ requestId, rents, open }: TabProps['rentIncrease']) {
  const call = useCall(getByHeaderId, { params: { headerId: requestId } })
  const [isEditing, setEditing] = useState(false)
  const [selected, setSelected] = useState<number | null>(null)
  const { comparables, statistics } = call
  const size = statistics.find(({ bedrooms }) => bedrooms === selected) ?? statistics[0]
  return (
    <section aria-label="Comparables">
      <div className={styles.head}>
        <h2>Comparables</h2>
        {size && (
          <fieldset className={styles.sizes} aria-label="Unit size">
            {statistics.map(({ bedrooms, count }) => (
              <button
                key={bedrooms}
                type="button"
                aria-pressed={bedrooms === size.bedrooms}
                onClick={() => setSelected(bedrooms)}
              >
                {`${describeSize(bedrooms)} ${count}`}
              </button>
            ))}
          </fieldset>
        )}
        {open && (
          <Button size="compact-xs" variant="default" onClick={() => setEditing(true)}>
            {comparables.length === 0 ? 'Enter comparable rents' : 'Change…'}
          </Button>
        )}
      </div>
      {size ? (
        <SizeComparison shown={call} size={size} rents={rents} />
      ) : (
        <p className={styles.quiet}>
          No comparable rents are entered, so the rents are not compared with the market.
        </p>
      )}
      {isEditing && <EditDialog shown={call} onClose={() => setEditing(false)} />}
    </section>
  )
}

function SizeComparison({
  shown: { comparables, statistics, limits },
  size,
  rents,
}: {
  shown: ComparablesAnswer
  size: Statistics
  rents: Rents
}) {
  const propertyRents = rents.flatMap(({ bedrooms, rent }) =>
    bedrooms === size.bedrooms && rent !== null ? [rent] : [],
  )
  const matchingComparables = comparables.filter(({ bedrooms }) => bedrooms === size.bedrooms)
  const getPercent = (rent: number) =>
    getComparableRentFlag(rent, size.bedrooms, statistics, limits)?.percent.toFixed(1)
  return (
    <>
      <div className={styles.scroll}>
        <table className={styles.list}>
          <caption className="visually-hidden">Comparable rents</caption>
          <thead>
            <tr>
              {['Property', 'Miles', 'Built', 'Rent', 'Conc.', 'Adj.', 'Adjusted'].map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matchingComparables.map((comparable) => (
              <ComparableRow key={comparable.comparableRentId} comparable={comparable} />
            ))}
          </tbody>
        </table>
      </div>
      <Scale rents={matchingComparables.map(getAdjustedRent)} own={propertyRents} average={size.average} />
      <p className={styles.quiet}>
        Average {formatMoney(size.average)}, median {formatMoney(size.median)}, {formatMoney(size.least)} to{' '}
        {formatMoney(size.greatest)}
        {size.perSquareFoot !== null && `, ${formatMoney(size.perSquareFoot)} a square foot`}.
        {propertyRents.length > 0 &&
          ` Rents here: ${propertyRents.map((rent) => `${formatMoney(rent)}, ${getPercent(rent)}% of the average`).join('; ')}.`}
      </p>
    </>
  )
}

/** Returns the facts of a comparable rent that are not in the table. */
const describeMore = ({
  address,
  source,
  surveyedOn,
  squareFeet,
  utilitiesIncluded,
  amenities,
  occupancyPercent,
}: Comparable) =>
  [
    address,
    `${source}, ${formatDate(surveyedOn, 'MM/DD/YYYY')}`,
    squareFeet && `${squareFeet} square feet`,
    occupancyPercent !== null && `${occupancyPercent}% occupied`,
    utilitiesIncluded && `${utilitiesIncluded} included`,
    amenities,
  ]
    .filter(Boolean)
    .join('; ')

function ComparableRow({ comparable }: { comparable: Comparable }) {
  const { name, distanceMiles, yearBuilt, rent, concession, adjustment } = comparable
  const amount = (value: number | null) =>
    value ? formatMoney(value, { whole: Number.isInteger(value) }) : '–'
  return (
    <tr>
      <th scope="row" title={describeMore(comparable)}>
        {name}
      </th>
      <td>{distanceMiles ?? '–'}</td>
      <td>{yearBuilt ?? '–'}</td>
      <td>{amount(rent)}</td>
      <td>{concession ? `−${amount(concession)}` : '–'}</td>
      <td>{adjustment ? `${adjustment > 0 ? '+' : '−'}${amount(Math.abs(adjustment))}` : '–'}</td>
      <td>
        <strong>{amount(getAdjustedRent(comparable))}</strong>
      </td>
    </tr>
  )
}
