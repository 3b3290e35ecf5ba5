import { Link } from 'react-router'
import type { FormValues } from '#engines/review/web/index.ts'
import { columnsWith, getReviewQueue, type ListingOf, type PagesOf } from '#engines/review/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { getField } from '#ui/form/Field.tsx'
import { columns } from '#ui/table/DataTable.tsx'
import type { ReplacementReserveExtension } from '../model/entities.ts'
import { type ExtensionLine, extensions } from '../model/extensions.ts'
import { facts } from '../model/facts.ts'
import { suspensions } from '../model/suspensions.ts'
import { Balance, TypedExtensionBalance } from './Balance.tsx'

const Field = getField<FormValues<typeof ReplacementReserveExtension>>()

const col = columns<ExtensionLine>()
const formatDay = (value: string | null): string => formatDate(value, 'MM/DD/YYYY')

export { extensions as review }

/** The screens of an extension: the form, the filed extension and the list. */
export const pages: PagesOf<typeof extensions> & ListingOf<typeof extensions> = {
  Form: ({ detail }) => (
    <>
      <Field name="requestedEnd" width={220} />
      <Field name="reason" rows={4} />
      <TypedExtensionBalance account={detail.account} startMonth={detail.startMonth} />
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
    { label: 'Suspended from', value: formatDay(detail.startMonth) },
    { label: 'Through, currently', value: formatDay(detail.endMonth) },
    { label: 'Asked for through', value: formatDay(detail.requestedEnd) },
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

/** The queue of extensions, a tab of the replacement reserve screen. */
export const Extensions = getReviewQueue({ review: extensions, pages })
