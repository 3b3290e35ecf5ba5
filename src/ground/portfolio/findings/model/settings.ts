import { setting } from '#kernel/model/setting.ts'

const group = 'Non-compliance'

/** What an agency may set about findings; what each kind blocks and its days to cure stand in the list of kinds. */
export const findingSettings = {
  taskGraceDays: setting({
    group,
    key: 'finding_task_grace_days',
    label: 'A missing filing becomes a finding after',
    kind: 'days',
    unit: 'days past due',
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
