import { Anchor } from '@mantine/core'
import { useContext } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney, sumMoney, toCents } from '#kernel/model/money.ts'
import { InterimSheet } from '#modules/surplusCash/web/index.ts'
import { FormPartsContext, useFormParts } from '#ui/form/formContext.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { Section } from '#ui/frame/Section.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import type { Detail } from '../model/requests.ts'
import { asAsked, interimDayOf } from '../model/standing.ts'
import styles from './distribution.module.css'

/** The calculation beside the amount: surplus cash, rights, what was approved and is asked for, and what would be left. */
function Calculation({ detail, amount }: { detail: Detail; amount: number | null }) {
  const { year } = detail
  const { computation, facts } = asAsked(detail, detail)
  if (!computation || !facts) return <p>The statement of {year} is not open to you.</p>
  const left = sumMoney([facts.available, -(amount ?? 0)])
  const money = (dollars: number) => formatMoney(dollars)
  return (
    <section aria-label="Calculation" className={styles.calculation}>
      <Facts
        line
        facts={[
          ...(detail.statusId >= 2 ? [{ label: 'Asked for', value: money(detail.amountRequested ?? 0) }] : []),
          ...(detail.statusId === 5 ? [{ label: 'Approved', value: money(detail.approvedAmount ?? 0) }] : []),
          { label: 'B1 Surplus cash', value: money(computation.b1) },
          { label: 'B3 Earned but unpaid', value: money(computation.b3) },
          {
            label: facts.asOf ? `B4 Available as of ${shownDay(facts.asOf)}` : 'B4 Available by the statement',
            value: money(facts.b4),
          },
          { label: facts.asOf ? 'Approved after that day' : 'Approved before', value: money(facts.approved) },
          { label: 'Asked for in other requests', value: money(facts.pending) },
          { label: 'Available now', value: money(facts.available) },
          {
            label: 'Left after it',
            value: <span className={toCents(left) < 0 ? styles.over : undefined}>{money(left)}</span>,
          },
        ]}
      />
      <Anchor component={Link} to={`/afs/review/computationdistribution/${facts.afsId}`} data-noprint>
        {facts.asOf ? `Equity and rights through ${year}` : 'Where these figures come from'}
      </Anchor>
    </section>
  )
}

const shownDay = (day: string) => formatDate(day, 'MM/DD/YYYY')

/** The same beside a field that is typed. */
export function LiveCalculation({ detail, field }: { detail: Detail; field: 'amountRequested' | 'approvedAmount' }) {
  const { form } = useFormParts()
  const typed = useWatch({ control: form.control }) as Partial<Detail>
  const amount = typed[field] ?? null
  return (
    <Calculation
      detail={{ ...detail, ...typed }}
      amount={field === 'approvedAmount' ? approvedOrAsked(detail, amount) : amount}
    />
  )
}

/** The figures of the interim day that was asked as of, for whoever reads them. */
export function InterimPart({ detail }: { detail: Detail }) {
  const { computation, interim, interimLines, submitted, submittedByName } = detail
  const day = interimDayOf(detail)
  const period = interim.find((one) => one.date === day)
  if (!computation || !period) return null
  const certified = submitted
    ? `certified by ${submittedByName ?? 'somebody who has left'} with the request on ${shownDay(submitted)}`
    : null
  return (
    <section aria-label="Interim figures">
      <h2>Surplus cash as of {shownDay(period.date)}</h2>
      <InterimSheet view={computation} period={period} lines={interimLines} certified={certified} />
    </section>
  )
}

/** The figures that stay in sight at the agency; within the review they follow what is typed. */
export const Figures = ({ detail }: { detail: Detail }) =>
  useContext(FormPartsContext) ? (
    <LiveCalculation detail={detail} field="approvedAmount" />
  ) : (
    <Calculation detail={detail} amount={detail.statusId === 6 ? null : approvedOrAsked(detail, null)} />
  )

/** What is approved, as long as nothing is, what is asked for. */
const approvedOrAsked = (detail: Detail, typed: number | null) =>
  typed ?? detail.approvedAmount ?? detail.amountRequested

const col = columns<Detail['guards'][number]>()
const words = (passes: boolean | null) => (passes === null ? 'Not answered' : passes ? 'Holds' : 'Fails')
const tone = (passes: boolean | null) => (passes === null ? 'gray' : passes ? 'green' : 'red')
const guardColumns = [
  col.text('Guard', (one) => one.title, { width: 240, wrap: true }),
  col.chip(
    'State',
    (one) => words(one.passes),
    (one) => tone(one.passes),
    { width: 120 },
  ),
  col.text('Answered by', (one) => (one.field === null ? 'The portal' : 'The reviewer'), { width: 110 }),
  col.text('Proof', (one) => one.proof, { width: 290, wrap: true }),
  col.node('Where', (one) => (one.to ? <Link to={one.to}>Look at it</Link> : '–'), { width: 95 }),
  col.text('Rule', (one) => one.id, { width: 90 }),
]

/** Every condition of an approval with its proof and the way to it. */
export const Guards = ({ guards }: Pick<Detail, 'guards'>) => (
  <section aria-label="Guards">
    <h2>What an approval needs</h2>
    <DataTable
      caption="What an approval needs"
      rows={guards}
      columns={guardColumns}
      rowKey={(one) => one.id}
      height="none"
      plain
    />
  </section>
)

const other = columns<Detail['others'][number]>()
const otherColumns = [
  other.link(
    'Request',
    (one) => one.requestNumber,
    (one) => `/DistributionRequest/view/${one.distributionRequestId}`,
    { width: 110 },
  ),
  other.text('Status', (one) => one.statusLabel, { width: 160 }),
  other.money('Asked for', (one) => one.amountRequested, { width: 140 }),
  other.money('Approved', (one) => one.approvedAmount, { width: 140 }),
]

/** The other requests on the same statement. */
export const Others = ({ others }: Pick<Detail, 'others'>) =>
  others.length === 0 ? null : (
    <Section title="Other requests on this statement">
      <DataTable
        caption="Other requests on this statement"
        rows={others}
        columns={otherColumns}
        rowKey={(one) => one.distributionRequestId}
        height="none"
        plain
      />
    </Section>
  )
