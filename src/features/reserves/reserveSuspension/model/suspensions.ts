import { z } from 'zod'
import {
  attachCall,
  type DetailOfReview,
  financeMails,
  type LineOfReview,
  propertyCall,
  required,
  review,
  stepCall,
} from '#engines/review/model/index.ts'
import { reserveAccount, reserveSettings } from '#features/reserves/replacementReserve/model/index.ts'
import { agency, permission } from '#kernel/model/access.ts'
import { type Call, call } from '#kernel/model/call.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { id, REQUIRED } from '#kernel/model/field.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { setting } from '#kernel/model/setting.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { causes, ReplacementReserveSuspension } from './entities.ts'
import { facts } from './facts.ts'
import { BROKEN, furtherSteps, REINSTATED, SIGNATURE } from './steps.ts'

/** Deposits may stop if the balance per unit is at least this many times the minimum (domain 12.3). */
export const suspensionMultiple = setting({
  group: 'Replacement reserve',
  key: 'reserve_suspension_multiple',
  label: 'Deposits may stop from this many times the minimum balance',
  kind: 'number',
  default: 2,
  source: 'General practice; set by the agency',
})

/**
 * A company is notified at this interval of months that its suspension continues (domain 12.3,
 * KeepSuspended).
 */
export const suspensionReviewMonths = setting({
  group: 'Replacement reserve',
  key: 'reserve_suspension_review_months',
  label: 'Months between the letters that a suspension of deposits goes on',
  kind: 'number',
  default: 12,
  source: 'General practice; set by the agency',
})

type Values = { cause: string; reason: string | null; startMonth: string | null; endMonth: string | null }
const otherSuspension = z.object({ requestNumber: z.string(), startMonth: z.string(), endMonth: z.string() })
type Facts = {
  account: z.infer<typeof reserveAccount> | null
  needed: number
  today: string
  others: readonly z.infer<typeof otherSuspension>[]
}

const toMonth = (day: string): string => day.slice(0, 7)

/** RRS-5: no month may be in two suspensions, because the end of one would not bring the deposits back. */
const checkOverlap = ({ startMonth: from, endMonth: to }: Values, { others }: Facts) => {
  const overlap =
    from &&
    to &&
    others.find(
      (other) => toMonth(other.startMonth) <= toMonth(to) && toMonth(from) <= toMonth(other.endMonth),
    )
  return (
    overlap && {
      field: 'startMonth',
      message: `Suspension request ${overlap.requestNumber} holds deposits from ${describeMonths(overlap)} already. Ask for more months there, or begin after it.`,
    }
  )
}

/** The review of suspensions: how one is filed, reviewed and ended (domain 12, 39). */
export const suspensions = review(ReplacementReserveSuspension, {
  path: '/api/ReplacementReserveSuspension',
  name: facts.name,
  prefix: 'RS',
  access: facts.permission,
  routes: { ...facts, owner: ({ propertyId }) => `/ReplacementReserveList/${propertyId}` },
  names: { list: 'GetAllSuspensions' },
  flow: {
    labels: {
      [RequestStatus.APPROVED]: 'Active',
      [RequestStatus.REJECTED]: 'Denied',
      [BROKEN]: 'Threshold broken',
      [SIGNATURE]: 'Waiting on reinstatement signature',
      [REINSTATED]: 'Reinstated',
    },
    steps: { approveDirectly: null },
    extra: furtherSteps,
  },
  detail: {
    account: reserveAccount.nullable(),
    needed: z.number(),
    today: z.string(),
    /** The property’s other suspensions that stop its deposits. */
    others: z.array(otherSuspension),
  },
  line: { cause: z.string(), startMonth: z.iso.date().nullable(), endMonth: z.iso.date().nullable() },
  rules: {
    'RRS-1': required<Values>('reason', 'startMonth', 'endMonth'),
    'RRS-2': ({ startMonth, endMonth }: Values, { today }: Facts) =>
      startMonth !== null &&
      endMonth !== null &&
      (toMonth(endMonth) < toMonth(startMonth)
        ? { field: 'endMonth', message: 'The last month is before the first.' }
        : toMonth(endMonth) < toMonth(today) && { field: 'endMonth', message: 'These months are over.' }),
    'RRS-3': ({ cause }: Values, { account, needed }: Facts) =>
      cause === causes[0] &&
      account !== null &&
      account.perUnit < needed && {
        field: 'cause',
        message: `The reserve holds ${formatMoney(account.perUnit)} per unit; ${formatMoney(needed)} are needed.`,
      },
    'RRS-5': checkOverlap,
  },
  reviewRules: {
    // For a property that is short of cash no balance must remain (domain 12.1).
    'RRS-4': ({ cause, thresholdPerUnit }: Values & { thresholdPerUnit: number | null }) =>
      cause === causes[0] && thresholdPerUnit === null && { field: 'thresholdPerUnit', message: REQUIRED },
    'RRS-5': checkOverlap,
  },
  letters: true,
  mails: financeMails,
  settings: { queue: reserveSettings.queueAddress },
})

export type SuspensionDetail = DetailOfReview<typeof suspensions>
export type SuspensionLine = LineOfReview<typeof suspensions>

/**
 * Returns the first and the last month without deposit in words, for example `October 2026 to March 2027`.
 */
export const describeMonths = ({ startMonth, endMonth }: Pick<Values, 'startMonth' | 'endMonth'>): string =>
  [startMonth, endMonth].map((month) => formatDate(month, 'MMMM DD, YYYY').replace(/ \d+,/, '')).join(' to ')

export const suspensionRequestExists = propertyCall(
  suspensions,
  'SuspensionRequestExists',
  z.boolean(),
  'whether one is open',
)
const nullableLine = suspensions.calls.list.answer.element.nullable()
export const getActiveSuspension = propertyCall(
  suspensions,
  'GetActiveSuspension',
  nullableLine,
  'the active one',
)

const _write = permission(facts.permission, 'write')
const params = z.object({ id: id() })
const mailCall = (tail: string, summary: string) =>
  call({
    method: 'POST',
    path: `${suspensions.path}/${tail}/:id`,
    access: agency('write'),
    params,
    answer: z.boolean(),
    summary: `Suspension request: ${summary}`,
  })
export const sendStatusChangeEmail = mailCall('SendStatusChangeEmail', 'mail its status since the decision')
export const sendThresholdBrokenEmail = mailCall(
  'SendThresholdBrokenEmail',
  'mail that the balance has fallen below the threshold',
)
export const sendKeepSuspendedEmail = mailCall('SendKeepSuspendedEmail', 'mail that the suspension continues')
export const waitingOnReinstatementSignature = stepCall(
  suspensions as Parameters<typeof stepCall>[0],
  'WaitingOnReinstatementSignature',
  agency('write'),
  'send the amendment that reinstates deposits for signature',
) as Call<typeof params, undefined, typeof suspensions.calls.submit.body, typeof suspensions.calls.one.answer>
export const attachSignedAmendment = attachCall(
  suspensions,
  'AttachSignedAmendment',
  {},
  'attach the signed amendment',
)
