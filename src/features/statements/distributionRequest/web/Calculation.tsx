import { Anchor } from '@mantine/core'
import { useContext } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import type { ReviewValues } from '#engines/review/web/index.ts'
import { columnOfReview } from '#engines/review/web/index.ts'
import { InterimSheet } from '#features/statements/surplusCash/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney, toCents } from '#kernel/model/money.ts'
import { isFiled, RequestStatus } from '#kernel/model/status.ts'
import { FormPartsContext, useFormParts } from '#ui/form/formContext.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { Section } from '#ui/frame/Section.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getInterimDay, getRemaining, getRequestedBasis } from '../model/basis.ts'
import type { DistributionRequest } from '../model/entities.ts'
import type { Detail } from '../model/requests.ts'
import styles from './distribution.module.css'

/**
 * Shows the calculation next to the amount: surplus cash, rights, approved and requested amounts, and the
 * remainder.
 */
function Calculation({ detail, amount }: { detail: Detail; amount: number | null }) {
  const { year } = detail
  const { computation, facts } = getRequestedBasis(detail, detail)
  if (!computation || !facts) return <p>The statement of {year} is not open to you.</p>
  const remaining = getRemaining(facts, amount)
  const money = (dollars: number) => formatMoney(dollars)
  return (
    <section aria-label="Calculation" className={styles.calculation}>
      <Facts
        line
        facts={[
          ...(isFiled(detail.statusId)
            ? [{ label: 'Asked for', value: money(detail.amountRequested ?? 0) }]
            : []),
          ...(detail.statusId === RequestStatus.APPROVED
            ? [{ label: 'Approved', value: money(detail.approvedAmount ?? 0) }]
            : []),
          { label: 'B1 Surplus cash', value: money(computation.b1) },
          { label: 'B3 Earned but unpaid', value: money(computation.b3) },
          {
            label: facts.asOf
              ? `B4 Available as of ${formatDay(facts.asOf)}`
              : 'B4 Available by the statement',
            value: money(facts.b4),
          },
          { label: facts.asOf ? 'Approved after that day' : 'Approved before', value: money(facts.approved) },
          { label: 'Other open requests', value: money(facts.pending) },
          { label: 'Available now', value: money(facts.available) },
          {
            label: 'Remaining',
            value: (
              <span className={toCents(remaining) < 0 ? styles.over : undefined}>{money(remaining)}</span>
            ),
          },
        ]}
      />
      <Anchor component={Link} to={`/afs/review/computationdistribution/${facts.afsId}`} data-noprint>
        {facts.asOf ? `Equity and rights through ${year}` : 'Where these figures come from'}
      </Anchor>
    </section>
  )
}

const formatDay = (day: string) => formatDate(day, 'MM/DD/YYYY')

/** The same calculation while an amount is being entered. */
export function EditedCalculation({
  detail,
  field,
}: {
  detail: Detail
  field: 'amountRequested' | 'approvedAmount'
}) {
  const { form } = useFormParts()
  const values = useWatch({ control: form.control }) as Partial<Detail>
  const amount = values[field] ?? null
  return (
    <Calculation
      detail={{ ...detail, ...values }}
      amount={field === 'approvedAmount' ? approvedOrAsked(detail, amount) : amount}
    />
  )
}

/** Shows the figures of the request's interim day for reading. */
export function InterimPart({ detail }: { detail: Detail }) {
  const { computation, interim, interimLines, submitted, submittedByName } = detail
  const day = getInterimDay(detail)
  const period = interim.find((item) => item.date === day)
  if (!computation || !period) return null
  const certifiedText = submitted
    ? `certified by ${submittedByName ?? 'somebody who has left'} with the request on ${formatDay(submitted)}`
    : null
  return (
    <section aria-label="Interim figures">
      <h2>Surplus cash as of {formatDay(period.date)}</h2>
      <InterimSheet view={computation} period={period} lines={interimLines} certified={certifiedText} />
    </section>
  )
}

/** The figures that the agency sees at all times. During the review they follow the entered amount. */
export const Figures = ({ detail }: { detail: Detail }) =>
  useContext(FormPartsContext) ? <EditedBalance detail={detail} /> : <Balance detail={detail} typed={null} />

function EditedBalance({ detail }: { detail: Detail }) {
  const { form } = useFormParts<ReviewValues<typeof DistributionRequest>>()
  const values = useWatch({ control: form.control, name: 'approvedAmount' })
  return <Balance detail={detail} typed={values} />
}

/** Shows the requested amount, the amount that may be approved, and the remainder after all open requests. */
function Balance({ detail, typed }: { detail: Detail; typed: number | null }) {
  const { facts } = getRequestedBasis(detail, detail)
  if (!facts) return null
  const amount = detail.statusId === RequestStatus.REJECTED ? 0 : (approvedOrAsked(detail, typed) ?? 0)
  const remaining = getRemaining(facts, amount)
  return (
    <Facts
      line
      facts={[
        { label: 'Asked for', value: formatMoney(detail.amountRequested ?? 0) },
        ...(detail.statusId === RequestStatus.APPROVED
          ? [{ label: 'Approved', value: formatMoney(detail.approvedAmount ?? 0) }]
          : []),
        { label: 'Available now', value: formatMoney(facts.available) },
        {
          label: 'Remaining',
          value: (
            <span className={toCents(remaining) < 0 ? styles.over : undefined}>{formatMoney(remaining)}</span>
          ),
        },
      ]}
    />
  )
}

/** Shows line by line how the available amount follows from the statement, and the other requests on it. */
export function AvailableDerivation({ detail }: { detail: Detail }) {
  const { computation, facts } = getRequestedBasis(detail, detail)
  if (!computation || !facts) return <p>The statement of {detail.year} is not open to you.</p>
  const { afsId, asOf } = facts
  const lines: [string, number, string?][] = [
    ['B1 Surplus cash', computation.b1, `/afs/review/surplus/${afsId}`],
    ['B3 Earned but unpaid', computation.b3, `/afs/review/computationdistribution/${afsId}`],
    [asOf ? `B4 Available as of ${formatDay(asOf)}` : 'B4 Available by the statement', facts.b4],
    [asOf ? 'Approved after that day' : 'Approved before', -facts.approved],
    ['Asked for in other open requests', -facts.pending],
  ]
  return (
    <section aria-label="Calculation">
      <h2>Available for distribution</h2>
      <table className={styles.lines}>
        <caption className="visually-hidden">Available for distribution</caption>
        <tbody>
          {lines.map(([label, amount, to]) => (
            <tr key={label}>
              <th scope="row">{to ? <Link to={to}>{label}</Link> : label}</th>
              <td>{formatMoney(amount).replace('-', '−')}</td>
            </tr>
          ))}
          <tr data-total>
            <th scope="row">Available now</th>
            <td>{formatMoney(facts.available)}</td>
          </tr>
        </tbody>
      </table>
      <p className={styles.note}>
        B4 is the lesser of B1 and B3. Every request that is open with the agency is counted.
      </p>
      <Others others={detail.others} />
    </section>
  )
}

/** Returns the approved amount, or the requested one while none is approved. */
const approvedOrAsked = (detail: Detail, inputAmount: number | null) =>
  inputAmount ?? detail.approvedAmount ?? detail.amountRequested

const otherCol = columns<Detail['others'][number]>()
const otherColumns = [
  otherCol.link(
    'Request',
    (item) => item.requestNumber,
    (item) => `/DistributionRequest/view/${item.distributionRequestId}`,
    { width: 110 },
  ),
  otherCol.text('Status', (item) => item.statusLabel, { width: 160 }),
  otherCol.money('Asked for', (item) => item.amountRequested, { width: 140 }),
  columnOfReview(otherCol.money('Approved', (item) => item.approvedAmount, { width: 140 })),
]

/** The other requests on the same statement. */
export function Others({ others }: Pick<Detail, 'others'>) {
  if (others.length === 0) return null
  return (
    <Section title="Other requests on this statement">
      <DataTable
        caption="Other requests on this statement"
        rows={others}
        columns={otherColumns}
        rowKey={(item) => item.distributionRequestId}
        height="none"
        plain
      />
    </Section>
  )
}
