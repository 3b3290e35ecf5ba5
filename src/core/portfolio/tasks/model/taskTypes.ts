import { ContactType } from '#core/platform/lookups/model/index.ts'
import type { PermissionKey } from '#kernel/model/access.ts'
import { Schedule } from './frequency.ts'

declare module '#kernel/model/access.ts' {
  /** The permissions for the records that tasks require. */
  interface PermissionKeys {
    AFS: true
    Budget: true
    Occupancy: true
    Utility_Allowance: true
    Compliance_Forms: true
    Rent_Increase: true
  }
}

/** The numbers of the kinds of filings. ENT-04, ENT-05. */
export const TaskType = {
  AFS: 1,
  Budget: 2,
  Occupancy: 3,
  UtilityAllowance: 4,
  TCAP: 5,
  Exhibit: 6,
  ExhibitZ: 7,
  RentIncrease: 8,
} as const

/** The type of to-dos about the 2013 record, which is not a kind of task. ENT-06. */
const RECORD_2013 = 0

/** The facts about a kind of task. */
export type TaskTypeFacts = {
  taskTypeId: number
  label: string
  /** The permission that opens its module. */
  key: PermissionKey
  /**
   * Whether its yearly period is the property's fiscal year instead of the calendar year. The fiscal year has
   * the number of the year in which it ends.
   */
  fiscal: boolean
  /** Whether small properties are exempt (setting unit_threshold_reporting). */
  threshold: boolean
  frequencies: readonly number[]
  /** The contact types that are reminded, and those that are reminded too once it is overdue. */
  contacts: readonly number[]
  lateContacts: readonly number[]
  /** Whether its due date can be extended once on request. */
  extendable: boolean
  /** Whether the filing is optional: it is never overdue, and there are no reminders after its due date. */
  optional: boolean
}

const { Monthly, Quarterly, Yearly } = Schedule
const financialContacts = {
  contacts: [ContactType.FinancialContact],
  lateContacts: [ContactType.GeneralPartner],
}
const complianceContacts = {
  contacts: [ContactType.PrimaryContact, ContactType.ComplianceContact],
  lateContacts: [ContactType.RegionalContact],
}
const defaults = { fiscal: false, threshold: true, extendable: false, optional: false }

/** Every kind of task, by number. */
export const taskTypes: readonly TaskTypeFacts[] = [
  {
    ...defaults,
    ...financialContacts,
    taskTypeId: TaskType.AFS,
    label: 'AFS',
    key: 'AFS',
    fiscal: true,
    frequencies: [Yearly],
    extendable: true,
  },
  {
    ...defaults,
    ...financialContacts,
    taskTypeId: TaskType.Budget,
    label: 'Budget',
    key: 'Budget',
    fiscal: true,
    frequencies: [Yearly],
  },
  {
    ...defaults,
    taskTypeId: TaskType.Occupancy,
    label: 'Occupancy',
    key: 'Occupancy',
    frequencies: [Monthly],
    contacts: [ContactType.OccupancyContact],
    lateContacts: [ContactType.RegionalContact],
  },
  {
    ...defaults,
    ...complianceContacts,
    taskTypeId: TaskType.UtilityAllowance,
    label: 'Utility allowance',
    key: 'Utility_Allowance',
    frequencies: [Quarterly, Yearly],
  },
  {
    ...defaults,
    ...financialContacts,
    taskTypeId: TaskType.TCAP,
    label: 'TCAP',
    key: 'Budget',
    frequencies: [Monthly],
  },
  {
    ...defaults,
    ...complianceContacts,
    taskTypeId: TaskType.Exhibit,
    label: 'Exhibit',
    key: 'Compliance_Forms',
    threshold: false,
    frequencies: [Monthly, Quarterly, Yearly],
  },
  {
    ...defaults,
    ...complianceContacts,
    taskTypeId: TaskType.ExhibitZ,
    label: 'Exhibit Z',
    key: 'Compliance_Forms',
    threshold: false,
    frequencies: [Yearly],
  },
  {
    ...defaults,
    ...complianceContacts,
    taskTypeId: TaskType.RentIncrease,
    label: 'Rent increase',
    key: 'Rent_Increase',
    fiscal: true,
    frequencies: [Yearly],
    optional: true,
  },
]

const byId = new Map(taskTypes.map((taskType) => [taskType.taskTypeId, taskType]))

/** Returns the kind of task with this number; undefined if there is none. */
export const getTaskType = (taskTypeId: number): TaskTypeFacts | undefined => byId.get(taskTypeId)

/** The labels of the kinds of tasks and of the type for 2013 to-dos, by number. */
export const taskTypeLabels: Readonly<Record<number, string>> = {
  [RECORD_2013]: '2013',
  ...Object.fromEntries(taskTypes.map(({ taskTypeId, label }) => [taskTypeId, label])),
}

/** Returns the label of a kind of task; '' for an unknown number. */
export const getTaskTypeLabel = (taskTypeId: number): string => taskTypeLabels[taskTypeId] ?? ''
