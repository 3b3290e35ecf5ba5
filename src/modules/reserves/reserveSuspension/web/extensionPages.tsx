import { Link } from 'react-router'
import { formatDate } from '#kernel/model/dates.ts'
import { columnsWith, getReviewQueue, type ListingOf, type PagesOf } from '#review/web/index.ts'
import { Field } from '#ui/form/Field.tsx'
import { columns } from '#ui/table/DataTable.tsx'
import { type ExtensionLine, extensions } from '../model/extensions.ts'
import { facts } from '../model/facts.ts'
import { suspensions } from '../model/suspensions.ts'
import { Balance, ExtendedBalance } from './Balance.tsx'

const col = columns<ExtensionLine>()
const day = (value: string | null): string => formatDate(value, 'MM/DD/YYYY')

export { extensions as review }

/** How the extension of a suspension is seen. */
export const pages: PagesOf<typeof extensions> & ListingOf<typeof extensions> = {
  Form: ({ detail }) => (
    <>
      <Field name="requestedEnd" width={220} />
      <Field name="reason" rows={4} />
      <ExtendedBalance account={detail.account} startMonth={detail.startMonth} />
    </>
  ),
  facts: (detail) => [
    {
      label: 'Suspension',
      value: (
        <Link to={facts.open.replace(/:\w+/, String(detail.replacementReserveSuspensionId))}>
          {detail.suspensionNumber}
        </Link>
      ),
    },
    { label: 'Suspended from', value: day(detail.startMonth) },
    { label: 'Through, currently', value: day(detail.endMonth) },
    { label: 'Asked for through', value: day(detail.requestedEnd) },
    { label: 'Reason', value: detail.reason, wide: true },
  ],
  Filed: ({ detail }) => (
    <Balance account={detail.account} startMonth={detail.startMonth} endMonth={detail.requestedEnd} />
  ),
  columns: columnsWith(extensions, [
    col.text('Suspension', (line) => line.replacementReserveSuspensionId, {
      width: 110,
      served: 'replacementReserveSuspensionId',
      prefix: suspensions.prefix,
    }),
    col.date('Through', (line) => line.endMonth, { width: 105, lesser: true, served: 'endMonth' }),
    col.date('Asked for', (line) => line.requestedEnd, { width: 105, served: 'requestedEnd' }),
  ]),
}

export const Extensions = getReviewQueue({ review: extensions, pages })
