import { entity } from '#kernel/model/entity.ts'
import {
  code,
  day,
  flag,
  id,
  longText,
  moment,
  number,
  ref,
  requiredText,
  stepOnly,
  text,
} from '#kernel/model/field.ts'

/** The status of a finding (domain 27). */
export const FindingStatus = { OPEN: 1, RESPONDED: 2, CLOSED: 3, REMOVED: 4 } as const
/** The labels of {@link FindingStatus}. */
export const findingStatusLabels: Readonly<Record<number, string>> = {
  [FindingStatus.OPEN]: 'Open',
  [FindingStatus.RESPONDED]: 'Answered',
  [FindingStatus.CLOSED]: 'Closed',
  [FindingStatus.REMOVED]: 'Removed',
}

/** Whether a finding still has to be cured by the company or checked by the agency. */
export const isOpenFinding = ({ statusId }: { statusId: number }): boolean =>
  statusId === FindingStatus.OPEN || statusId === FindingStatus.RESPONDED

/** The severities of a finding, the most severe first. */
export const severityLabels: Readonly<Record<number, string>> = { 1: 'Severe', 2: 'Moderate', 3: 'Minor' }

/**
 * The ids of the kinds of findings that the portal opens itself. The agency may rename them and add other
 * kinds.
 */
export const FindingType = {
  STATEMENT: 1,
  BUDGET: 2,
  OCCUPANCY: 3,
  UTILITY_ALLOWANCE: 4,
  TCAP: 5,
  COMPLIANCE_FORM: 6,
  HOUSING_PRIORITY: 7,
  RENT_INCREASE: 8,
  INSPECTION: 9,
  FORM_8823: 13,
  OTHER: 15,
} as const

/**
 * Whether findings of a kind have the correction period of 26 CFR 1.42-5(c)(4), which nobody extends beyond
 * its longest time.
 */
export const hasCorrectionPeriod = (nonComplianceTypeId: number): boolean =>
  nonComplianceTypeId === FindingType.INSPECTION || nonComplianceTypeId === FindingType.FORM_8823

/** A kind of non-compliance, from the list that the agency maintains. */
export const NonComplianceType = entity('NonComplianceType', {
  table: 'non_compliance_type',
  key: 'nonComplianceTypeId',
  label: 'Kind of non-compliance',
  fields: {
    nonComplianceTypeId: id('Kind'),
    name: requiredText('Name', 100),
    severity: code('Severity', 1, 3, severityLabels),
    blocking: flag('Blocks requests'),
    cureDays: number('Days to cure', 1, 366),
    active: flag('Active'),
  },
})

/** The value of `source` for findings that people of the agency open by hand. */
export const BY_HAND = 'agency'

/** A violation at a property (domain 27). */
export const NonCompliance = entity('NonCompliance', {
  table: 'non_compliance',
  key: 'nonComplianceId',
  label: 'Finding',
  fields: {
    nonComplianceId: id('Finding'),
    propertyId: id('Property'),
    nonComplianceTypeId: id('Kind'),
    statusId: code('Status', 1, 4, findingStatusLabels),
    severity: stepOnly(code('Severity', 1, 3, severityLabels)),
    blocking: stepOnly(flag('Blocks requests')),
    title: requiredText('Finding', 300),
    description: longText('Description', 4000),
    commentToOwner: longText('Required of the owner', 2000),
    internalNote: longText('Note of the agency', 2000, 'No company reads it.'),
    visibleToCompany: stepOnly(flag('The company sees it')),
    source: text('Source', 40).unwrap(),
    sourceId: ref('Record of the source', 'Record'),
    sourcePath: text('Screen of the source', 200),
    openedOn: day('Opened').unwrap(),
    cureBy: day('Cure by'),
    originalCureBy: day('First cure day'),
    extensionReason: longText('Reason of the extension', 2000),
    response: longText('Answer of the company', 4000),
    respondedAt: moment('Answered'),
    respondedById: ref('Answered by', 'AppUser'),
    closedOn: day('Closed'),
    closedById: ref('Closed by', 'AppUser'),
    closingNote: longText('Closing note', 2000),
    waivedOn: day('Waived'),
    waivedById: ref('Waived by', 'AppUser'),
    waiverReason: longText('Reason of the waiver', 2000),
    waivedUntil: day('Waived until'),
    createdById: ref('Opened by', 'AppUser'),
    createdAt: moment('Entered'),
    version: number('Version').unwrap(),
  },
  serverOnly: [
    'statusId',
    'source',
    'sourceId',
    'sourcePath',
    'originalCureBy',
    'extensionReason',
    'response',
    'respondedAt',
    'respondedById',
    'closedOn',
    'closedById',
    'closingNote',
    'waivedOn',
    'waivedById',
    'waiverReason',
    'waivedUntil',
    'createdById',
    'createdAt',
  ],
  agencyOnly: ['internalNote'],
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
