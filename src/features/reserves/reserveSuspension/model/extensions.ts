import { z } from 'zod'
import { financeMails, type LineOfReview, required, review } from '#engines/review/model/index.ts'
import { reserveAccount, reserveSettings } from '#features/reserves/replacementReserve/model/index.ts'
import { type Call, call } from '#kernel/model/call.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { id } from '#kernel/model/field.ts'
import { isOpen, RequestStatus } from '#kernel/model/status.ts'
import { ReplacementReserveExtension } from './entities.ts'
import { extensionFacts } from './extensionFacts.ts'

type Values = { requestedEnd: string | null; reason: string | null }
const suspensionMonths = {
  startMonth: z.iso.date().nullable(),
  /** The last month of the suspension as approved so far. An approved extension replaces it by its end. */
  endMonth: z.iso.date().nullable(),
}

/**
 * RRX-2: an extension must end after the approved last month of its suspension. Compares months (YYYY-MM).
 */
const checkEndIsLater = (
  { requestedEnd }: Values,
  { endMonth, statusId }: { endMonth: string | null; statusId: number },
) =>
  isOpen(statusId) &&
  requestedEnd !== null &&
  endMonth !== null &&
  requestedEnd.slice(0, 7) <= endMonth.slice(0, 7) && {
    field: 'requestedEnd',
    message: `Deposits are suspended through ${formatDate(endMonth, 'MM/DD/YYYY')} already.`,
  }

/**
 * The review of extensions. There is no separate step Reviewed: a manager decides while the extension is
 * under review. A decision cannot be reopened (domain 39).
 */
export const extensions = review(ReplacementReserveExtension, {
  path: '/api/ReplacementReserveExtension',
  name: extensionFacts.name,
  prefix: 'RX',
  access: extensionFacts.permission,
  routes: { ...extensionFacts, owner: ({ propertyId }) => `/ReplacementReserveList/${propertyId}` },
  // There is no call for an empty extension, because an extension is created from its suspension.
  names: { fresh: null },
  flow: {
    labels: { [RequestStatus.REJECTED]: 'Denied' },
    steps: {
      return: { from: [RequestStatus.SUBMITTED] },
      review: null,
      approve: {
        from: [RequestStatus.UNDER_REVIEW],
        confirm: 'The suspension is extended, and everyone concerned gets a mail.',
      },
      approveDirectly: null,
      deny: {
        from: [RequestStatus.UNDER_REVIEW],
        confirm: 'The suspension is not extended. The decision and your reason are mailed.',
      },
      reopen: null,
      adminChange: null,
    },
  },
  detail: { suspensionNumber: z.string(), ...suspensionMonths, account: reserveAccount.nullable() },
  line: {
    ...suspensionMonths,
    replacementReserveSuspensionId: z.int(),
    requestedEnd: z.iso.date().nullable(),
  },
  rules: { 'RRX-1': required<Values>('requestedEnd', 'reason'), 'RRX-2': checkEndIsLater },
  reviewRules: { 'RRX-2': checkEndIsLater },
  mails: financeMails,
  settings: { queue: reserveSettings.queueAddress },
})

export type ExtensionLine = LineOfReview<typeof extensions>

const params = z.object({ replacementReserveSuspensionId: id('Suspension') })
const extensionLines = extensions.calls.ofProperty.answer
export const getBySuspension = call({
  method: 'GET',
  path: `${extensions.path}/GetBySuspensionId/:replacementReserveSuspensionId`,
  access: extensions.calls.ofProperty.access,
  params,
  answer: extensionLines,
  summary: 'Suspension extension: extensions of a suspension, newest first',
}) as Call<typeof params, undefined, undefined, typeof extensionLines>
