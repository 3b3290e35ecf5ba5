import { setting } from '#kernel/model/setting.ts'

const group = 'Non-compliance'

/** The agency's settings for findings; blocking and cure days of each kind are in the list of kinds. */
export const findingSettings = {
  twoPerson: setting({
    group,
    key: 'finding_two_person',
    label: 'Whoever opened a finding does not close, waive, accept or remove it',
    kind: 'flag',
    default: true,
    source: 'Agency decision: a second person looks at what one has found',
    control: true,
  }),
  extensionMonths: setting({
    group,
    key: 'inspection_extension_months',
    label: 'The time to cure is extended for cause by at most',
    kind: 'days',
    unit: 'months',
    default: 6,
    source: 'Reg. 1.42-5(c)(4)',
  }),
  managerExtensionMonths: setting({
    group,
    key: 'finding_manager_extension_months',
    label: 'A manager extends it, where no correction period is set by law, by at most',
    kind: 'days',
    unit: 'months',
    default: 24,
    source: 'Set by the agency',
  }),
  taskGraceDays: setting({
    group,
    key: 'finding_task_grace_days',
    label: 'A missing filing becomes a finding after',
    kind: 'days',
    unit: 'days overdue',
    default: 30,
    source: 'Set by the agency',
  }),
  remindFirstDays: setting({
    group,
    key: 'finding_first_reminder_days',
    label: 'First reminder before the cure day',
    kind: 'days',
    unit: 'days',
    default: 30,
    source: 'Set by the agency',
  }),
  remindAgainDays: setting({
    group,
    key: 'finding_second_reminder_days',
    label: 'Second reminder before the cure day',
    kind: 'days',
    unit: 'days',
    default: 10,
    source: 'Set by the agency',
  }),
  horizonDays: setting({
    group,
    key: 'future_non_compliance_days',
    label: 'Future non-compliance looks ahead',
    kind: 'days',
    unit: 'days',
    default: 60,
    source: 'Set by the agency',
  }),
} as const
