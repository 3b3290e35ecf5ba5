import { beyondDocuments, reviewSettings } from '#engines/review/model/index.ts'
import { setting } from '#kernel/model/setting.ts'

const group = 'Insurance claims'

/** The settings of an agency for insurance claims and their payment requests. */
export const insuranceSettings = {
  notifyHours: setting({
    group,
    key: 'insurance_notify_hours',
    label: 'A loss is to be reported within',
    kind: 'number',
    unit: 'hours',
    least: 0,
    default: 24,
    source: 'Domain 40: notice within 24 hours of the loss',
  }),
  inspectionFrom: setting({
    group,
    key: 'insurance_inspection_from',
    label: 'A final inspection is required from this amount claimed',
    kind: 'money',
    default: 10_000,
    source: 'Agency decision',
    control: true,
  }),
  beyondDocuments: beyondDocuments(group, 'insurance', 'payment requests'),
  ...reviewSettings({
    group,
    key: 'insurance',
    twoPerson: true,
    because: 'money leaving what is held',
    of: 'payment requests',
    queue: 'insurance.claims@agency.example',
  }),
  turnaroundDays: setting({
    group,
    key: 'insurance_turnaround_days',
    label: 'Days in which the agency promises to decide on a payment request',
    kind: 'days',
    unit: 'days',
    default: 30,
    source: 'Agency decision: as for reserves',
  }),
}
