import { z } from 'zod'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { setting } from '#kernel/model/setting.ts'
import { account, reserveSettings } from '#modules/replacementReserve/model/index.ts'
import { financeMails, type LineOfReview, propertyCall, required, review } from '#review/model/index.ts'
import { causes, ReplacementReserveSuspension } from './entities.ts'
import { facts } from './facts.ts'

/** From how many times the minimum balance per unit deposits may stop (domain 12.3). */
export const suspensionMultiple = setting({
  group: 'Replacement reserve',
  key: 'reserve_suspension_multiple',
  label: 'Deposits may stop from this many times the minimum balance',
  kind: 'number',
  default: 2,
  source: 'General practice; set by the agency',
})

type Values = { cause: string; reason: string | null; startMonth: string | null; endMonth: string | null }
type Facts = { account: z.infer<typeof account> | null; needed: number }

/** How a suspension is filed and reviewed (domain 12, 39). */
export const suspensions = review(ReplacementReserveSuspension, {
  path: '/api/ReplacementReserveSuspension',
  name: facts.name,
  prefix: 'RS',
  access: facts.permission,
  routes: { ...facts, owner: ({ propertyId }) => `/ReplacementReserveList/${propertyId}` },
  names: { list: 'GetAllSuspensions' },
  flow: { labels: { 5: 'Active', 6: 'Denied' }, steps: { approveDirectly: null } },
  detail: { account: account.nullable(), needed: z.number() },
  line: { cause: z.string(), startMonth: z.string().nullable(), endMonth: z.string().nullable() },
  rules: {
    'RRS-1': required<Values>('reason', 'startMonth', 'endMonth'),
    'RRS-2': ({ startMonth, endMonth }: Values) =>
      startMonth !== null &&
      endMonth !== null &&
      endMonth < startMonth && { at: 'endMonth', say: 'The last month lies before the first.' },
    'RRS-3': ({ cause }: Values, { account, needed }: Facts) =>
      cause === causes[0] &&
      account !== null &&
      account.perUnit < needed && {
        at: 'cause',
        say: `The reserve holds ${formatMoney(account.perUnit)} per unit; ${formatMoney(needed)} are needed.`,
      },
  },
  reviewRules: { 'RRS-4': required<{ thresholdPerUnit: number | null }>('thresholdPerUnit') },
  letters: true,
  mails: financeMails,
  settings: { queue: reserveSettings.queueAddress },
})

export type Line = LineOfReview<typeof suspensions>

/** `10/01/2026 to 03/01/2027`: the first and the last month without deposit. */
export const monthsOf = ({ startMonth, endMonth }: Pick<Values, 'startMonth' | 'endMonth'>): string =>
  [startMonth, endMonth].map((month) => formatDate(month, 'MM/DD/YYYY')).join(' to ')

export const requestExists = propertyCall(suspensions, 'SuspensionRequestExists', z.boolean(), 'whether one is open')
const active = suspensions.calls.list.answer.element.nullable()
export const getActive = propertyCall(suspensions, 'GetActiveSuspension', active, 'the one that is active')
