import { type Setting, setting } from '#kernel/model/setting.ts'

const group = 'Tasks and due dates'

const daysSetting = (key: string, label: string, value: number, source: string): Setting<number> =>
  setting({ group, key, label, kind: 'days', unit: 'days', default: value, source })

/** A setting with a whole number. It uses the kind for days, which is read in the same way. */
const numberSetting = (
  key: string,
  label: string,
  unit: string,
  value: number,
  source: string,
): Setting<number> => setting({ group, key, label, kind: 'days', unit, default: value, source })

/** The agency's settings for tasks: which properties must file, when tasks are due, and when to remind. */
export const taskSettings = {
  unitThreshold: numberSetting(
    'unit_threshold_reporting',
    'Size from which a property files',
    'units',
    13,
    'Agency occupancy policy',
  ),
  occupancyDueDay: numberSetting(
    'occupancy_due_day',
    'Occupancy: due in the next month',
    'day of the month',
    10,
    'Agency occupancy rules',
  ),
  tcapDueDay: numberSetting(
    'tcap_due_day',
    'TCAP: due in the next month',
    'day of the month',
    25,
    'Agency TCAP rules',
  ),
  afsDueDays: daysSetting('afs_due_days', 'AFS: after the fiscal year', 90, 'Agency AFS rules'),
  budgetNovemberDay: numberSetting(
    'budget_due',
    'Budget of a calendar year: due in November before',
    'day of the month',
    15,
    'Agency budget rules',
  ),
  budgetDaysBefore: daysSetting(
    'budget_due_days_before',
    'Budget of another fiscal year: before it begins',
    45,
    'Set by the agency',
  ),
  budgetWindowDays: daysSetting(
    'budget_window_days',
    'Budget: can be filed before its due date',
    60,
    'Set by the agency',
  ),
  exhibitDueDays: daysSetting('exhibit_due_days', 'Exhibit: after its period', 30, 'Set by the agency'),
  exhibitZDueDays: daysSetting('exhibit_z_due_days', 'Exhibit Z: after the year', 31, 'Set by the agency'),
  rentWindowMonths: numberSetting(
    'rent_window_months',
    'Rent increase: can be filed before the new year',
    'months',
    3,
    'Agency rent rules',
  ),
  leadDays: daysSetting(
    'task_lead_days',
    'Tasks are listed before they can be filed',
    62,
    'Set by the agency',
  ),
  remindBefore: setting({
    group,
    key: 'task_reminder_days_before',
    label: 'Reminders before the due date, in days',
    kind: 'text',
    default: '30, 7, 1',
    source: 'Set by the agency',
  }),
  remindAfter: setting({
    group,
    key: 'task_reminder_days_after',
    label: 'Reminders after the due date, in days',
    kind: 'text',
    default: '1, 7, 30',
    source: 'Set by the agency',
  }),
} as const

/** The values of the settings that decide due dates. */
export type DueRules = {
  occupancyDueDay: number
  tcapDueDay: number
  afsDueDays: number
  budgetNovemberDay: number
  budgetDaysBefore: number
  budgetWindowDays: number
  exhibitDueDays: number
  exhibitZDueDays: number
  rentWindowMonths: number
}

const { occupancyDueDay, tcapDueDay, afsDueDays, budgetNovemberDay, budgetDaysBefore, budgetWindowDays } =
  taskSettings
const { exhibitDueDays, exhibitZDueDays, rentWindowMonths } = taskSettings

/** The settings of {@link DueRules}, by the same names. */
export const dueRuleSettings: Readonly<Record<keyof DueRules, Setting<number>>> = {
  occupancyDueDay,
  tcapDueDay,
  afsDueDays,
  budgetNovemberDay,
  budgetDaysBefore,
  budgetWindowDays,
  exhibitDueDays,
  exhibitZDueDays,
  rentWindowMonths,
}
