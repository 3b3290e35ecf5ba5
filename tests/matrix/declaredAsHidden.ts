/** Fields of answers that describe the caller's own rights, which naturally differ between people. */
export const rightsOfCaller: ReadonlySet<string> = new Set([
  'actions',
  'canChange',
  'canEdit',
  'canSetBasis',
  'capExempt',
  'decontrolActions',
  'inspectors',
  'mayAnswer',
])

/**
 * Parts of answers in which a company gets another figure or fewer lines than the agency, with the reason.
 */
export const declaredAsHidden: Readonly<Record<string, string>> = {
  '/api/AFSReportCard/GetByAFSId/:afsId .archived[]':
    'Report cards are the agency’s; a company reads what it was sent.',
  '/api/ComplianceInspection/GetDetail/:id .findings[]':
    'Of a visit a company sees what was reported, and before that what cannot wait.',
  '/api/ComplianceInspection/GetDetail/:id .history[]':
    'Of a visit a company sees what was reported, and before that what cannot wait.',
  '/api/ComplianceInspection/GetDetail/:id .openPoints[]':
    'Of a visit a company sees what was reported, and before that what cannot wait.',
  '/api/ComplianceInspection/GetPropertySpecificInspectionList/:propertyId []':
    'Visits that are not announced are the agency’s alone.',
  '/api/Contact/GetByContactType/:propertyId/:contactTypeId [].properties':
    'Counts the properties that the caller sees.',
  '/api/Contact/GetByProjectId/:propertyId [].properties': 'Counts the properties that the caller sees.',
  '/api/Contact/GetHistory/:propertyId []':
    'A person’s record is of more properties than one: its changes are the agency’s.',
  '/api/ContactChangeRequest/GetRequest/:id .contacts[].properties':
    'Counts the properties that the caller sees.',
  '/api/DistributionRequest/GetRequest/:id .facts.obstacles[]':
    'Findings that the agency keeps to itself are not shown.',
  '/api/InspectionFinding []':
    'Of a visit a company sees what was reported, and before that what cannot wait.',
  '/api/ManagementCompany []': 'Companies are seen by their people and where their properties are in scope.',
  '/api/ManagementCompany/GetFormerProperties/:managementCompanyId []':
    'Properties of other companies are not named.',
  '/api/ManagementCompanyUser []': 'People of other companies are not named.',
  '/api/Program2013 []': 'Records of 2013 are shown once they are approved.',
  '/api/Program2013/GetByProperty/:propertyId []': 'Records of 2013 are shown once they are approved.',
  '/api/Program2013/GetByStatusAndProperty/:status/:propertyId []':
    'Records of 2013 are shown once they are approved.',
  '/api/Program2013Debt []': 'Records of 2013 are shown once they are approved.',
  '/api/Program2013EmployeeType []': 'Records of 2013 are shown once they are approved.',
  '/api/ProjectExhibit/GetProperties/:userId []': 'Answered of oneself only.',
  '/api/PropertyTimeline/GetPage .rows[]': 'The timeline tells of what the caller sees.',
  '/api/PropertyTimeline/GetPage .subjects[]': 'The timeline tells of what the caller sees.',
  '/api/PropertyTimeline/GetPage .total': 'The timeline tells of what the caller sees.',
  '/api/PropertyTimeline/GetPage .years.*': 'The timeline tells of what the caller sees.',
  '/api/RentGap/GetQualification/:propertyId .nonCompliance[]':
    'Findings that the agency keeps to itself are not shown.',
  '/api/RentGap/GetRelatedNonCompliance/:propertyId []':
    'Findings that the agency keeps to itself are not shown.',
  '/api/RentGap/GetRequest/:id .nonCompliance[]': 'Findings that the agency keeps to itself are not shown.',
  '/api/RentIncrease/GetRentIncrease/:id .known[]': 'Each side has its own part of the checklist.',
  '/api/ReplacementReserve/GetHistory/:id []': 'Changes of what a reviewer writes are the agency’s.',
  '/api/ReplacementReserve/GetRequest/:id .files[]': 'Internal files are the agency’s.',
  '/api/ReserveAccount/GetAccount/:id .adjustments[]':
    'Adjustments are proposed and decided within the agency.',
  '/api/ReserveAccount/GetHistory/:id []': 'Adjustments are proposed and decided within the agency.',
  '/api/ResidentRelations []': 'A company sees the matters that it was asked about.',
  '/api/ResidentRelations/GetByProjectId/:projectId []':
    'A company sees the matters that it was asked about.',
  '/api/Resyndication []': 'Seen where both properties are.',
  '/api/StatementCategoryAmount []': 'Records of 2013 are shown once they are approved.',
  '/api/TaskMessage/GetRecipients []': 'People of other companies are not named.',
  '/api/Work/GetOpenAtProperty/:propertyId .rows[]': 'Each side has its own work.',
  '/api/permissions/GetReach/:propertyId []': 'People of the agency are not named to companies.',
  '/api/projects/GetFactSheet/:propertyId .parts[].more': 'The sheet tells of what the caller sees.',
  '/api/projects/GetFactSheet/:propertyId .parts[].rows[]': 'The sheet tells of what the caller sees.',
  '/api/projects/GetFactSheet/:propertyId .parts[].rows[].alert': 'The sheet tells of what the caller sees.',
  '/api/projects/GetHistory/:propertyId []': 'Internal comments are the agency’s.',
  '/api/projects/GetNearbyProperties/:propertyId/:miles []':
    'Properties of other companies are not named, and the screen says so.',
  '/api/projects/GetProjectComments/:propertyId []': 'Internal comments are the agency’s.',
  '/api/projects/GetProjectListQuery .rows[]': 'Properties of other companies are not named.',
  '/api/projects/GetProjectListQuery .total': 'Properties of other companies are not named.',
  '/api/projects/GetTabCounts/:propertyId .Documents': 'Internal files are the agency’s.',
  '/api/tasks/GetToDoProperty/:propertyId []': 'Each side has its own work.',
}

/**
 * Parts of answers in which a company gets null instead of a figure, in addition to those that entities and
 * reviews declare as withheld, with the reason.
 */
export const blankForCompanies: Readonly<Record<string, string>> = {
  '/api/OperatingReserve/GetOperatingRequest/:id .reviewItems[].amount':
    'What a reviewer writes, under the names of the documents.',
  '/api/OperatingReserve/GetOperatingRequest/:id .reviewItems[].type':
    'What a reviewer writes, under the names of the documents.',
  '/api/AFSReportCard/GetByAFSId/:afsId .afsReportCardId': 'Report cards are the agency’s.',
  '/api/projects/GetDecontrolScheduleStatus/:projectId .reserves':
    'What is left to do in a decontrol is the agency’s work.',
  '/api/tasks/GetToDoProperty/:propertyId [].daysLeft': 'Each side has its own work.',
  '/api/tasks/GetToDoProperty/:propertyId [].dueStatus': 'Each side has its own work.',
}
