import { beyondDocuments } from '#engines/review/model/index.ts'
import { setting } from '#kernel/model/setting.ts'

const group = 'Occupancy'

/**
 * The agency's settings for occupancy; the due day of a month and the unit threshold are settings of the
 * tasks.
 */
export const occupancySettings = {
  beyondDocuments: beyondDocuments(group, 'occupancy'),
  explainBelow: setting({
    group,
    key: 'occupancy_explain_below',
    label: 'An explanation is asked below',
    kind: 'percent',
    unit: 'percent points',
    default: 85,
    source: 'Agency occupancy policy',
  }),
  leaseUpMonths: setting({
    group,
    key: 'occupancy_lease_up_months',
    label: 'Months after placement in service without an explanation',
    kind: 'number',
    default: 12,
    source: 'Set by the agency',
  }),
  explainUnits: setting({
    group,
    key: 'occupancy_explain_units',
    label: 'Size from which a property explains',
    kind: 'number',
    unit: 'units',
    default: 13,
    source: 'Agency occupancy policy',
  }),
  acceptDays: setting({
    group,
    key: 'occupancy_accept_days',
    label: 'A month can be taken back, and is accepted after',
    kind: 'days',
    unit: 'days',
    default: 5,
    source: 'Set by the agency',
  }),
  lateDays: setting({
    group,
    key: 'occupancy_late_days',
    label: 'A month that is missing is a finding after its due day',
    kind: 'days',
    unit: 'days',
    default: 30,
    source: 'Set by the agency',
  }),
  queueAddress: setting({
    group,
    key: 'occupancy_queue_address',
    label: 'Mail address of the analysts of occupancy',
    kind: 'text',
    default: 'occupancy@agency.example',
    source: 'Agency decision',
  }),
}
