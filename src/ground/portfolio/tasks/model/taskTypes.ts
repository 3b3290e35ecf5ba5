import { ContactType } from '#ground/platform/lookups/model/index.ts'
import type { PermissionKey } from '#kernel/model/access.ts'
import { Schedule } from './frequency.ts'

declare module '#kernel/model/access.ts' {
  /** What opens the records that a kind of task asks for. */
  interface PermissionKeys {
    AFS: true
    Budget: true
    Occupancy: true
    Utility_Allowance: true
    Compliance_Forms: true
    Rent_Increase: true
  }
}

/** The filings of a property, by number. ENT-04, ENT-05. */
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

/** The type of to-dos about the 2013 record, which is no task. ENT-06. */
const RECORD_2013 = 0

/** The facts about a kind of task. */
export type TaskTypeFacts = {
  taskTypeId: number
  label: string
  /** The permission that opens its module. */
  key: PermissionKey
  /**
   * Its yearly period is the property's fiscal year, named after the year it ends in, not the calendar year.
   */
  fiscal: boolean
  /** Small properties are exempt from it (setting unit_threshold_reporting). */
  threshold: boolean
  frequencies: readonly number[]
  /** Contact types reminded of it, and those reminded as well once it is overdue. */
  contacts: readonly number[]
  lateContacts: readonly number[]
  /** Whether its due date can be extended once on request. */
  extendable: boolean
  /** An optional filing: it is never overdue, and after its time it no longer reminds anyone. */
  optional: boolean
}

const { Monthly, Quarterly, Yearly } = Schedule
const financial = { contacts: [ContactType.FinancialContact], lateContacts: [ContactType.GeneralPartner] }
const compliance = {
  contacts: [ContactType.PrimaryContact, ContactType.ComplianceContact],
  lateContacts: [ContactType.RegionalContact],
}
const plain = { fiscal: false, threshold: true, extendable: false, optional: false }

/** Every kind of task, by number. */
export const taskTypes: readonly TaskTypeFacts[] = [
  {
    ...plain,
    ...financial,
    taskTypeId: TaskType.AFS,
    label: 'AFS',
    key: 'AFS',
    fiscal: true,
    frequencies: [Yearly],
    extendable: true,
  },
  {
    ...plain,
    ...financial,
    taskTypeId: TaskType.Budget,
    label: 'Budget',
    key: 'Budget',
    fiscal: true,
    frequencies: [Yearly],
  },
  {
    ...plain,
    taskTypeId: TaskType.Occupancy,
    label: 'Occupancy',
    key: 'Occupancy',
    frequencies: [Monthly],
    contacts: [ContactType.OccupancyContact],
    lateContacts: [ContactType.RegionalContact],
  },
  {
    ...plain,
    ...compliance,
    taskTypeId: TaskType.UtilityAllowance,
    label: 'Utility allowance',
    key: 'Utility_Allowance',
    frequencies: [Quarterly, Yearly],
  },
  { ...plain, ...financial, taskTypeId: TaskType.TCAP, label: 'TCAP', key: 'Budget', frequencies: [Monthly] },
  {
    ...plain,
    ...compliance,
    taskTypeId: TaskType.Exhibit,
    label: 'Exhibit',
    key: 'Compliance_Forms',
    threshold: false,
    frequencies: [Monthly, Quarterly, Yearly],
  },
  {
    ...plain,
    ...compliance,
    taskTypeId: TaskType.ExhibitZ,
    label: 'Exhibit Z',
    key: 'Compliance_Forms',
    threshold: false,
    frequencies: [Yearly],
  },
  {
    ...plain,
    ...compliance,
    taskTypeId: TaskType.RentIncrease,
    label: 'Rent increase',
    key: 'Rent_Increase',
    fiscal: true,
    frequencies: [Yearly],
    optional: true,
  },
]

const byId = new Map(taskTypes.map((taskType) => [taskType.taskTypeId, taskType]))

/** A kind of task by number; undefined for a number that names none. */
export const getTaskType = (taskTypeId: number): TaskTypeFacts | undefined => byId.get(taskTypeId)

/** The labels of kinds of tasks; the type of 2013 to-dos has one, too. */
export const taskTypeLabels: Readonly<Record<number, string>> = {
  [RECORD_2013]: '2013',
  ...Object.fromEntries(taskTypes.map(({ taskTypeId, label }) => [taskTypeId, label])),
}

/** The label of a kind of task; '' for an unknown number. */
export const taskTypeLabel = (taskTypeId: number): string => taskTypeLabels[taskTypeId] ?? ''
