import { entity } from '#kernel/model/entity.ts'
import {
  choiceField,
  code,
  day,
  decimal,
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
import { findingStatusLabels, inspectionStatusLabels, severityLabels } from './rules.ts'

/** The choices of the fields of inspections, findings and letters. */
export const inspectionTypes = ['Initial', 'Annual', 'Periodic', 'Follow-up', 'Special', 'File only'] as const
export const standards = ['NSPIRE', 'UPCS', 'Local code', 'File review'] as const
export const areas = ['Unit', 'Building', 'Site', 'File'] as const
export const letterKinds = [
  'Visit notice',
  'Report',
  'Owner response due',
  'Response received',
  'Extension',
  'Answer to the owner',
  'Form 8823',
  'Close-out',
] as const
export type LetterKind = (typeof letterKinds)[number]

/** One row of the sampling chart: up to so many low-income units, this many are inspected (domain 47.7). */
export const InspectionSampleStep = entity('InspectionSampleStep', {
  table: 'inspection_sample_step',
  key: 'inspectionSampleStepId',
  label: 'Sample of units',
  fields: {
    inspectionSampleStepId: id('Step'),
    lowIncomeUnits: number('Low-income units, up to', 1, 5000).unwrap(),
    sampleUnits: number('Units to look at', 1, 5000).unwrap(),
  },
})

/** A user who makes inspections, with their home office and the number of visits they can make a month. */
export const ComplianceInspector = entity('ComplianceInspector', {
  table: 'compliance_inspector',
  key: 'complianceInspectorId',
  label: 'Inspector',
  fields: {
    complianceInspectorId: id('Inspector'),
    userId: id('Person'),
    homeOffice: text('Home office', 100),
    visitsPerMonth: number('Visits a month', 0, 60).unwrap(),
    active: flag('Active'),
  },
})

/** A building of a property by its identification number. */
export const PropertyBuilding = entity('PropertyBuilding', {
  table: 'property_building',
  key: 'propertyBuildingId',
  label: 'Building',
  fields: {
    propertyBuildingId: id('Building'),
    propertyId: id('Property'),
    bin: requiredText('BIN', 20),
    name: text('Building', 60),
    units: number('Units', 0, 5000),
    serviceDate: day('Placed in service'),
  },
})

/** A visit of a property, planned or made (domain 26.2). */
export const ComplianceInspection = entity('ComplianceInspection', {
  table: 'compliance_inspection',
  key: 'complianceInspectionId',
  label: 'Inspection',
  fields: {
    complianceInspectionId: id('Inspection'),
    propertyId: id('Property'),
    statusId: code('Status', 1, 8, inspectionStatusLabels),
    inspectionType: choiceField('Type', inspectionTypes),
    program: text('Program', 100),
    reason: text('Why', 200),
    dueBy: day('Due by'),
    plannedMonth: day('Planned for'),
    scheduledOn: day('Day of the visit'),
    complianceInspectorId: ref('Inspector', 'ComplianceInspector'),
    standard: choiceField('Standard', standards),
    jointWith: text('Together with', 100),
    lowIncomeUnits: number('Low-income units', 0, 5000),
    sampleSize: number('Units of the sample', 0, 5000),
    sampleDraws: number('Draws').unwrap(),
    sampleReason: longText('Why it was drawn anew', 1000),
    buildingsLookedAt: number('Buildings looked at', 0, 1000),
    filesToReview: number('Files to review', 0, 5000),
    filesReviewed: number('Files reviewed', 0, 5000),
    noticeOn: day('Notice sent'),
    visitedOn: day('Visited'),
    score: decimal('Score'),
    comments: longText('Comments for the report', 4000),
    internalNote: longText('Note of the agency', 4000, 'No company reads it.'),
    reportedOn: day('Report issued'),
    cureBy: day('Time to cure ends'),
    respondedOn: day('Owner responded'),
    clearedOn: day('Cleared'),
    closedOn: day('Closed'),
    relatedInspectionId: ref('Follows inspection', 'ComplianceInspection'),
    createdById: ref('Planned by', 'AppUser'),
    createdAt: moment('Entered'),
    version: number('Version').unwrap(),
  },
  serverOnly: [
    ...([
      'statusId',
      'sampleSize',
      'sampleDraws',
      'sampleReason',
      'noticeOn',
      'visitedOn',
      'reportedOn',
    ] as const),
    ...(['cureBy', 'respondedOn', 'clearedOn', 'closedOn', 'createdById', 'createdAt'] as const),
  ],
  agencyOnly: ['internalNote'],
})

/** The statuses of a unit of the sample: waiting, inspected, or nobody home. */
export const UnitStatus = { WAITING: 1, LOOKED: 2, NO_ENTRY: 3 } as const
export const unitStatusLabels: Readonly<Record<number, string>> = {
  1: 'Waiting',
  2: 'Looked at',
  3: 'Nobody home',
}

/** A unit drawn into the sample of an inspection, and whether it was inspected. */
export const InspectionUnit = entity('InspectionUnit', {
  table: 'inspection_unit',
  key: 'inspectionUnitId',
  label: 'Unit of the sample',
  fields: {
    inspectionUnitId: id('Unit'),
    complianceInspectionId: id('Inspection'),
    propertyId: id('Property'),
    place: number('Place in the list of units', 0, 5000).unwrap(),
    unit: requiredText('Unit', 20),
    bin: text('BIN', 20),
    vacant: flag('Vacant'),
    statusId: code('State', 1, 3, unitStatusLabels),
    note: text('Note', 300),
    fileToReview: flag('File to review'),
    fileReviewed: flag('File reviewed'),
    substituteForId: ref('Substitute for', 'InspectionUnit'),
  },
  serverOnly: ['propertyId', 'place', 'substituteForId'],
})

/** A defect found at an inspection, with the answer of the owner and its closing. */
export const InspectionFinding = entity('InspectionFinding', {
  table: 'inspection_finding',
  key: 'inspectionFindingId',
  label: 'Finding of an inspection',
  fields: {
    inspectionFindingId: id('Finding'),
    complianceInspectionId: id('Inspection'),
    propertyId: id('Property'),
    number: number('Number').unwrap(),
    area: choiceField('Where', areas),
    unit: text('Unit', 20),
    bin: text('BIN', 20),
    location: text('Place', 100),
    standardCode: text('Standard', 60),
    severity: code('Severity', 1, 5, severityLabels),
    description: longText('What was found', 2000).unwrap(),
    category8823: text('Line of Form 8823', 1),
    statusId: code('State', 1, 3, findingStatusLabels),
    foundOn: day('Found').unwrap(),
    notifiedOn: day('Owner notified'),
    cureBy: day('Cure by'),
    originalCureBy: day('First cure day'),
    extensionReason: longText('Reason of the extension', 2000),
    response: longText('Answer of the owner', 4000),
    correctedOn: day('Corrected'),
    respondedAt: moment('Answered'),
    respondedById: ref('Answered by', 'AppUser'),
    askedAgain: longText('What is asked again', 2000),
    remindedOn: day('Reminded'),
    closedOn: day('Closed'),
    closedById: ref('Closed by', 'AppUser'),
    earlierFindingId: ref('Found before', 'InspectionFinding'),
    version: number('Version').unwrap(),
  },
  serverOnly: [
    ...([
      'propertyId',
      'number',
      'statusId',
      'foundOn',
      'notifiedOn',
      'cureBy',
      'originalCureBy',
      'extensionReason',
    ] as const),
    ...([
      'response',
      'correctedOn',
      'respondedAt',
      'respondedById',
      'askedAgain',
      'remindedOn',
      'closedOn',
      'closedById',
    ] as const),
  ],
})

/**
 * A Form 8823 for one building and one line of the form: the days it was due, filed, corrected and filed
 * again.
 */
export const Inspection8823Date = entity('Inspection8823Date', {
  table: 'inspection8823_date',
  key: 'inspection8823DateId',
  label: 'Form 8823',
  fields: {
    inspection8823DateId: id('Form'),
    complianceInspectionId: id('Inspection'),
    propertyId: id('Property'),
    bin: stepOnly(requiredText('BIN', 20)),
    category: stepOnly(requiredText('Line', 1)),
    units: stepOnly(text('For', 300)),
    noncomplianceOn: stepOnly(day('Out of compliance since').unwrap()),
    notifiedOn: day('Owner notified').unwrap(),
    cureBy: day('Cure by').unwrap(),
    extendedTo: day('Extended to'),
    extensionReason: longText('Reason of the extension', 2000),
    fileBy: day('File by').unwrap(),
    correctedOn: day('Corrected'),
    filedOn: day('Filed'),
    filedCorrected: flag('Filed as corrected'),
    filedById: ref('Filed by', 'AppUser'),
    secondFiledOn: day('Second form filed'),
    version: number('Version').unwrap(),
  },
  serverOnly: [
    ...(['propertyId', 'notifiedOn', 'cureBy', 'extendedTo', 'extensionReason', 'fileBy'] as const),
    ...(['correctedOn', 'filedOn', 'filedCorrected', 'filedById', 'secondFiledOn'] as const),
  ],
})

/** A letter about an inspection with its date. `letterId` is the letter that the portal wrote, if any. */
export const InspectionLetterDate = entity('InspectionLetterDate', {
  table: 'inspection_letter_date',
  key: 'inspectionLetterDateId',
  label: 'Letter of an inspection',
  fields: {
    inspectionLetterDateId: id('Letter'),
    complianceInspectionId: id('Inspection'),
    propertyId: id('Property'),
    kind: choiceField('Letter', letterKinds),
    letterOn: day('Day').unwrap(),
    answerBy: day('Answer by'),
    letterId: ref('Letter', 'Letter'),
    shownToOwner: flag('Shown to the owner'),
    mailedAt: moment('Mailed'),
    note: text('Note', 300),
  },
  serverOnly: ['propertyId', 'letterId', 'mailedAt'],
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
