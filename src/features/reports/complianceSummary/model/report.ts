import { dueWords } from '#core/platform/lookups/model/index.ts'
import { severityLabels } from '#core/portfolio/findings/model/index.ts'
import { nonComplianceLabels } from '#core/portfolio/properties/model/index.ts'
import { overdueTasks, TaskType, taskTypes } from '#core/portfolio/tasks/model/index.ts'
import { defineReport } from '#engines/report/model/index.ts'
import { getPropertyCertificationsPath as certifications } from '#features/compliance/housingPriority/model/index.ts'
import { getMonthListPath as months } from '#features/compliance/occupancy/model/index.ts'
import { type PermissionKey, signedIn } from '#kernel/model/access.ts'
import { choiceField, code, day, flag, id, number, text } from '#kernel/model/field.ts'
import { plural } from '#kernel/model/formats.ts'
import { facts } from './facts.ts'

/** The subjects that can have open items, with their labels. */
export const subjects = {
  afs: 'AFS',
  budget: 'Budget',
  occupancy: 'Occupancy',
  ua: 'Utility allowance',
  tcap: 'TCAP',
  exhibits: 'Exhibits',
  exhibitZ: 'Exhibit Z',
  openFindings: 'Findings',
  open8823: '8823 open',
} as const
export type Subject = keyof typeof subjects
const subjectKeys = Object.keys(subjects) as [Subject, ...Subject[]]

/** The task types of the subjects that are filed. */
export const taskTypeByKey = {
  afs: TaskType.AFS,
  budget: TaskType.Budget,
  occupancy: TaskType.Occupancy,
  ua: TaskType.UtilityAllowance,
  tcap: TaskType.TCAP,
  exhibits: TaskType.Exhibit,
  exhibitZ: TaskType.ExhibitZ,
} as const

const getTaskPermission = (type: number): PermissionKey =>
  taskTypes.find((taskType) => taskType.taskTypeId === type)!.key

/** The permission needed at a property to see each column. */
export const permissionByKey: Readonly<Record<string, PermissionKey>> = {
  ...Object.fromEntries(Object.entries(taskTypeByKey).map(([name, type]) => [name, getTaskPermission(type)])),
  inspectionDue: 'Inspection',
  openFindings: 'Inspection',
  open8823: 'Inspection',
}
const NOT_PERMITTED = 'A subject is shown to those who may read it at the property.'

type Row = { propertyId: number } & { readonly [Name in Subject]: number | null }
/** Returns a function for the path of a subject's screen for a property; null if nothing is open. */
const linkIfOpen = (name: Subject, path: string) => (row: Row) =>
  row[name] ? `${path}/${row.propertyId}` : null

/** Report 15: the open items of each property by subject. */
export default defineReport(facts, {
  path: '/api/reporting/ComplianceModuleSummary',
  access: signedIn,
  parameters: {
    module: choiceField('Open items of', subjectKeys).optional(),
    severity: code('Severity of findings', 1, 3, severityLabels).optional(),
    overdueOnly: flag('Overdue only').optional(),
  },
  words: { module: subjects },
  row: {
    propertyId: id('Property'),
    property: text('Property'),
    propertyNumber: text('Number'),
    company: text('Company'),
    afs: number(subjects.afs),
    budget: number(subjects.budget),
    occupancy: number(subjects.occupancy),
    ua: number(subjects.ua),
    tcap: number(subjects.tcap),
    exhibits: number(subjects.exhibits),
    exhibitZ: number(subjects.exhibitZ),
    overdue: number(dueWords.overdue),
    inspectionDue: day('Inspection due'),
    openFindings: number(subjects.openFindings),
    open8823: number(subjects.open8823),
    nonCompliant: number(nonComplianceLabels.findings),
    markedNonCompliant: number(nonComplianceLabels.mark),
    oldestDays: number('Oldest, days'),
  },
  withheld: Object.fromEntries(Object.keys(permissionByKey).map((name) => [name, NOT_PERMITTED])),
  incomplete: {
    overdue: 'Overdue and oldest count the subjects that you may read.',
    openFindings: 'Findings that the agency keeps to itself are not counted for companies.',
    nonCompliant: 'Findings that the agency keeps to itself are not counted for companies.',
    markedNonCompliant: 'Findings that the agency keeps to itself are not counted for companies.',
    oldestDays: 'Overdue and oldest count the subjects that you may read.',
    open8823: 'Forms of visits that are not reported yet are not counted for companies.',
    inspectionDue: 'Visits that are not announced yet are not counted for companies.',
  },
  totals: {
    ...Object.fromEntries(subjectKeys.map((name) => [name, 'sum' as const])),
    overdue: 'sum',
    nonCompliant: 'sum',
    markedNonCompliant: 'sum',
    oldestDays: 'highest',
  },
  tiles: [
    {
      title: 'Tasks overdue',
      order: 6,
      kind: 'number',
      better: 'less',
      map: true,
      buildParameters: () => ({}),
      figure: ({ totals }) => totals.overdue ?? null,
      note: ({ totals }) =>
        `AFS ${totals.afs ?? 0}, budgets ${totals.budget ?? 0}, occupancy ${totals.occupancy ?? 0} due or overdue`,
    },
    {
      title: 'Statements overdue',
      home: true,
      order: 11,
      kind: 'number',
      better: 'less',
      map: true,
      buildParameters: () => ({ module: 'afs', overdueOnly: true }),
      figure: ({ totals }) => totals.afs ?? null,
      note: ({ properties }) => `of ${plural(properties ?? 0, 'property', 'properties')}`,
    },
    {
      title: 'Findings open',
      home: true,
      order: 16,
      kind: 'number',
      better: 'less',
      map: true,
      buildParameters: () => ({ module: 'openFindings' }),
      figure: ({ totals }) => totals.openFindings ?? null,
      note: ({ properties }) => `at ${plural(properties ?? 0, 'property', 'properties')}`,
    },
    {
      title: 'Properties non-compliant',
      order: 16.5,
      kind: 'number',
      better: 'less',
      map: true,
      buildParameters: () => ({}),
      figure: ({ totals }) => totals.nonCompliant ?? null,
      note: ({ totals }) => `${totals.markedNonCompliant ?? 0} more marked by hand`,
    },
    {
      title: '8823 to be filed',
      home: true,
      order: 17,
      kind: 'number',
      better: 'less',
      map: true,
      buildParameters: () => ({ module: 'open8823' }),
      figure: ({ totals }) => totals.open8823 ?? null,
      note: ({ properties }) => `at ${plural(properties ?? 0, 'property', 'properties')}`,
    },
  ],
  order: '-oldestDays property',
  exceptions: 'Overdue or with findings only',
  ofProperties: true,
  footnote: `AFS to Exhibit Z: filings that are due or overdue, as on the dashboard; blank if the property does not have to file them. Overdue: ${overdueTasks.definition} Those of every kind count, as on the dashboard. Inspection due: the date by which the next visit must take place. Findings: open items of non-compliance, including answered ones. 8823 open: forms not filed yet. Non-compliant: 1 where open findings block requests, as on the property’s banner; a property that is marked by hand and has none is counted beside them. Oldest: days since the oldest open finding was opened or the oldest overdue filing was due.`,
  to: ({ propertyId }) => `/todolist/property/${propertyId}`,
  links: {
    property: ({ propertyId }) => `/EditProject/${propertyId}`,
    afs: linkIfOpen('afs', '/afs/list/single'),
    budget: linkIfOpen('budget', '/budget/list/project'),
    occupancy: ({ occupancy, propertyId }) => (occupancy ? months({ propertyId }) : null),
    ua: linkIfOpen('ua', '/utilityAllowance/list/project'),
    tcap: linkIfOpen('tcap', '/TCAPList'),
    exhibits: linkIfOpen('exhibits', '/complianceForms/list'),
    exhibitZ: ({ exhibitZ, propertyId }) => (exhibitZ ? certifications(propertyId) : null),
    inspectionDue: ({ propertyId }) => `/inspection/list/${propertyId}`,
    openFindings: linkIfOpen('openFindings', '/NonComplianceList'),
    nonCompliant: ({ nonCompliant, propertyId }) =>
      nonCompliant ? `/NonComplianceList/${propertyId}` : null,
    open8823: linkIfOpen('open8823', '/inspection/list'),
  },
  chartColumn: 'overdue',
})
