import { type Setting, setting } from '#kernel/model/setting.ts'

const group = 'Tasks and due dates'

const days = (key: string, label: string, value: number, source: string): Setting<number> =>
  setting({ group, key, label, kind: 'days', unit: 'days', default: value, source })

/** Whole numbers, like days: a kind of their own would be read the same way. */
const count = (key: string, label: string, unit: string, value: number, source: string): Setting<number> =>
  setting({ group, key, label, kind: 'days', unit, default: value, source })

/** What an agency may set about tasks: who must file, when it is due, and who is reminded when. */
export const taskSettings = {
  unitThreshold: count(
    'unit_threshold_reporting',
    'Size from which a property files',
    'units',
    13,
    'Agency occupancy policy',
  ),
  occupancyDueDay: count(
    'occupancy_due_day',
    'Occupancy: due in the next month',
    'day of the month',
    10,
    'Agency occupancy rules',
  ),
  tcapDueDay: count(
    'tcap_due_day',
    'TCAP: due in the next month',
    'day of the month',
    25,
    'Agency TCAP rules',
  ),
  afsDueDays: days('afs_due_days', 'AFS: after the fiscal year', 90, 'Agency AFS rules'),
  budgetNovemberDay: count(
    'budget_due',
    'Budget of a calendar year: due in November before',
    'day of the month',
    15,
    'Agency budget rules',
  ),
  budgetDaysBefore: days(
    'budget_due_days_before',
    'Budget of another fiscal year: before it begins',
    45,
    'Set by the agency',
  ),
  budgetWindowDays: days(
    'budget_window_days',
    'Budget: can be filed before its due date',
    60,
    'Set by the agency',
  ),
  exhibitDueDays: days('exhibit_due_days', 'Exhibit: after its period', 30, 'Set by the agency'),
  exhibitZDueDays: days('exhibit_z_due_days', 'Exhibit Z: after the year', 31, 'Set by the agency'),
  rentWindowMonths: count(
    'rent_window_months',
    'Rent increase: can be filed before the new year',
    'months',
    3,
    'Agency rent rules',
  ),
  leadDays: days('task_lead_days', 'Tasks are listed before they can be filed', 62, 'Set by the agency'),
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

/** The numbers of the due-date rules on a day. */
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

/** The settings behind {@link DueRules}, by the same names. */
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
