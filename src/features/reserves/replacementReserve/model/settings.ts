import { beyondDocuments, reviewSettings } from '#engines/review/model/index.ts'
import { setting } from '#kernel/model/setting.ts'

const group = 'Replacement reserve'

/** The number of replacement reserve requests in the list of modules (`/api/Module`). */
export const RESERVE_MODULE = 9

/** The settings of an agency for replacement reserves. */
export const reserveSettings = {
  invoiceMaxAgeDays: setting({
    group,
    key: 'r4r_invoice_max_age_days',
    label: 'Oldest invoice that is paid back',
    kind: 'days',
    unit: 'days',
    default: 365,
    source: 'Agency R4R questions and answers',
  }),
  bidsRequiredFrom: setting({
    group,
    key: 'r4r_bids_required_from',
    label: 'Bids are needed from this amount',
    kind: 'money',
    default: 1000,
    source: 'Agency rule on advance review',
    control: true,
  }),
  bidsCount: setting({
    group,
    key: 'r4r_bids_count',
    label: 'Number of bids',
    kind: 'number',
    default: 3,
    source: 'Agency rule on advance review',
    control: true,
  }),
  beyondDocuments: beyondDocuments(group, 'r4r'),
  ...reviewSettings({
    group,
    key: 'r4r',
    twoPerson: true,
    because: 'money leaving a reserve',
    queue: 'replacement.reserves@agency.example',
  }),
  turnaroundDays: setting({
    group,
    key: 'reserve_turnaround_days',
    label: 'Promised time to decide',
    kind: 'days',
    unit: 'days',
    default: 30,
    source: 'Agency operating-reserve questions and answers',
  }),
}

/** The agency’s rules as set for a day: a number of days, amounts in dollars, and a number of bids. */
export type ReserveRules = {
  invoiceMaxAgeDays: number
  bidsRequiredFrom: number
  bidsCount: number
  minimumPerUnit: number
}
