import { RequestStatus, requestStatusLabel, type StatusContext } from '#kernel/model/status.ts'

/** An entry of a dropdown. */
type Choice = { id: number; label: string }

/** Returns the options of a label map, in the order of their ids. */
export const getLookupChoices = (labels: Readonly<Record<number, string>>): Choice[] =>
  Object.entries(labels).map(([id, label]) => ({ id: Number(id), label }))

type Labels = Readonly<Record<number, string>>

/** The value of a declared set of constants. */
type ValueOf<Constants> = Constants[keyof Constants]

/** The status of a property. ST-10 to ST-16. */
export const PropertyStatus = {
  Active: 0,
  Inactive: 1,
  UnderConstruction: 2,
  Conditional: 3,
  Firm: 4,
  Decontrol: 5,
  Deleted: 6,
} as const
export type PropertyStatus = ValueOf<typeof PropertyStatus>

/** The labels of {@link PropertyStatus}. ST-10 to ST-16. */
export const propertyStatusLabels: Labels = {
  [PropertyStatus.Active]: 'Active',
  [PropertyStatus.Inactive]: 'Inactive',
  [PropertyStatus.UnderConstruction]: 'Under Construction',
  [PropertyStatus.Conditional]: 'Conditional',
  [PropertyStatus.Firm]: 'Firm',
  [PropertyStatus.Decontrol]: 'Decontrol',
  [PropertyStatus.Deleted]: 'Deleted',
}

/** The property statuses that people may choose: all but Deleted. ST-17. */
export const propertyStatusChoices: readonly Choice[] = getLookupChoices(propertyStatusLabels).filter(
  (choice) => choice.id !== PropertyStatus.Deleted,
)

/**
 * Returns the status text of a property's banner: 'Decontrol: Pending' while decontrol is not finished,
 * otherwise the label of a status above 0, otherwise ''. An active property shows nothing. ST-21 to ST-23.
 */
export function getPropertyBannerStatus(
  status: number | null | undefined,
  decontrolStatus: number | null | undefined,
): string {
  if (status === PropertyStatus.Decontrol && decontrolStatus !== PropertyStatus.Decontrol)
    return 'Decontrol: Pending'
  return status ? (propertyStatusLabels[status] ?? '') : ''
}

/** The status of a management company. ST-18 to ST-20. */
export const ManagementCompanyStatus = { Inactive: 0, Active: 1, UnderConsideration: 2 } as const
export type ManagementCompanyStatus = ValueOf<typeof ManagementCompanyStatus>

/** The labels of {@link ManagementCompanyStatus}. ST-18 to ST-20. */
export const managementCompanyStatusLabels: Labels = {
  [ManagementCompanyStatus.Inactive]: 'Inactive',
  [ManagementCompanyStatus.Active]: 'Active',
  [ManagementCompanyStatus.UnderConsideration]: 'Under Consideration',
}

/**
 * Whether a task is due, in rows of to-do lists and dashboards. It is not RequestStatus of the kernel.
 * ST-01.
 */
export const TaskDueStatus = {
  NOT_DUE: 0,
  PENDING: 1,
  OVERDUE: 2,
  UNDER_REVIEW: 3,
  REVIEWED: 4,
  APPROVED: 5,
  REJECTED: 6,
} as const
export type TaskDueStatus = ValueOf<typeof TaskDueStatus>

/**
 * The words for tasks that are due on a day, in tiles, lists, badges and reports. An open task after its
 * day is overdue. “Late” is only used for a task done after its day, with the number of days between.
 */
export const dueWords = {
  notDue: 'Not Due',
  pending: 'Pending',
  overdue: 'Overdue',
} as const

/** The special labels of due states: those of the first three. ST-02. */
export const taskDueLabels: Labels = {
  [TaskDueStatus.NOT_DUE]: dueWords.notDue,
  [TaskDueStatus.PENDING]: dueWords.pending,
  [TaskDueStatus.OVERDUE]: dueWords.overdue,
}

const NON_COMPLIANT_TASKS = ['AFS', 'BUDGET']

/** Additional context for a task's label; `task` is the name of its type. */
export type TaskContext = StatusContext & { task?: string }

/**
 * Returns the label of a task's status. A rejected AFS or BUDGET reads Non-Compliant instead of Rejected.
 * ST-05.
 */
export const getTaskStatusLabel = (
  value: number | null | undefined,
  { task, ...context }: TaskContext,
): string =>
  value === RequestStatus.REJECTED && NON_COMPLIANT_TASKS.includes(task?.toUpperCase() ?? '')
    ? 'Non-Compliant'
    : requestStatusLabel(value, context)

/**
 * Returns the label of a due state: its special label for 0 to 2, the label of the request status from 3
 * on. ST-01, ST-02.
 */
export function getTaskDueLabel(value: number, context: TaskContext = {}): string {
  return taskDueLabels[value] ?? getTaskStatusLabel(value, context)
}

/** The role of a contact of a property or company. */
export const ContactType = {
  GeneralPartner: 1,
  LimitedPartner: 2,
  RegionalContact: 3,
  LeasingAgent: 4,
  ComplianceContact: 5,
  PrimaryContact: 6,
  OccupancyContact: 7,
  FinancialContact: 8,
} as const
export type ContactType = ValueOf<typeof ContactType>

/** The labels of {@link ContactType}. */
export const contactTypeLabels: Labels = {
  [ContactType.GeneralPartner]: 'General Partner',
  [ContactType.LimitedPartner]: 'Limited Partner',
  [ContactType.RegionalContact]: 'Regional Contact',
  [ContactType.LeasingAgent]: 'Leasing Agent',
  [ContactType.ComplianceContact]: 'Compliance Contact',
  [ContactType.PrimaryContact]: 'Primary Contact',
  [ContactType.OccupancyContact]: 'Occupancy Contact',
  [ContactType.FinancialContact]: 'Financial Contact',
}

/** The lenders of participation loans, in the order shown. CON-01. */
export const participationLenders = [
  'Bank of America',
  'Fannie Mae',
  'Great Southern Bank',
  'Pulaski',
  'US Bank',
] as const

/** The quarters of a year. */
export const quarterLabels: Labels = {
  1: 'First quarter',
  2: 'Second quarter',
  3: 'Third quarter',
  4: 'Fourth quarter',
}

/** Numbers labels from 1, in their order. */
export const numberLabels = (labels: readonly string[]): Labels =>
  Object.fromEntries(labels.map((label, index) => [index + 1, label]))
