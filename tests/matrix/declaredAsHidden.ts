/** Fields of answers that describe the caller's own rights, which naturally differ between people. */
export const rightsOfCaller: ReadonlySet<string> = new Set([
  'actions',
  'canChange',
  'canEdit',
  'canSetBasis',
  'capExempt',
  'forAgency',
  'decontrolActions',
  'inspectors',
  'mayAnswer',
])

/**
 * Parts of answers in which a company gets another figure or fewer lines than the agency, with the reason.
 */
export const declaredAsHidden: Readonly<Record<string, string>> = {
  '/api/AFSReportCard/GetByAFSId/:afsId .archived[]':
    'Only the agency sees report cards. A company reads the letter that it received.',
  '/api/ComplianceInspection/GetDetail/:id .findings[]':
    'A company sees the results of a visit once they are reported, and urgent findings before.',
  '/api/ComplianceInspection/GetDetail/:id .history[]':
    'A company sees the results of a visit once they are reported, and urgent findings before.',
  '/api/ComplianceInspection/GetDetail/:id .openPoints[]':
    'A company sees the results of a visit once they are reported, and urgent findings before.',
  '/api/ComplianceInspection/GetPropertySpecificInspectionList/:propertyId []':
    'Only the agency sees visits that are not announced.',
  '/api/Contact/GetByContactType/:propertyId/:contactTypeId [].properties':
    'Counts the properties that the caller sees.',
  '/api/Contact/GetByProjectId/:propertyId [].properties': 'Counts the properties that the caller sees.',
  '/api/Contact/GetHistory/:propertyId []':
    'A person can be a contact of several properties, so only the agency sees the changes.',
  '/api/ContactChangeRequest/GetRequest/:id .contacts[].properties':
    'Counts the properties that the caller sees.',
  '/api/DistributionRequest/GetRequest/:id .facts.obstacles[]':
    'Findings that only the agency sees are not shown.',
  '/api/InspectionFinding []':
    'A company sees the results of a visit once they are reported, and urgent findings before.',
  '/api/ManagementCompany []': 'A caller sees its own companies and those of properties in its scope.',
  '/api/ManagementCompany/GetFormerProperties/:managementCompanyId []':
    'Properties of other companies are not named.',
  '/api/ManagementCompanyUser []': 'People of other companies are not named.',
  '/api/Program2013 []': 'Records of 2013 are shown once they are approved.',
  '/api/Program2013/GetByProperty/:propertyId []': 'Records of 2013 are shown once they are approved.',
  '/api/Program2013/GetByStatusAndProperty/:status/:propertyId []':
    'Records of 2013 are shown once they are approved.',
  '/api/Program2013Debt []': 'Records of 2013 are shown once they are approved.',
  '/api/Program2013EmployeeType []': 'Records of 2013 are shown once they are approved.',
  '/api/ProjectExhibit/GetProperties/:userId []': 'People of a company get an answer only about themselves.',
  '/api/PropertyTimeline/GetPage .rows[]': 'The timeline contains only records that the caller sees.',
  '/api/PropertyTimeline/GetPage .subjects[]': 'The timeline contains only records that the caller sees.',
  '/api/PropertyTimeline/GetPage .total': 'The timeline contains only records that the caller sees.',
  '/api/PropertyTimeline/GetPage .years.*': 'The timeline contains only records that the caller sees.',
  '/api/RentGap/GetQualification/:propertyId .nonCompliance[]':
    'Findings that only the agency sees are not shown.',
  '/api/RentGap/GetRelatedNonCompliance/:propertyId []': 'Findings that only the agency sees are not shown.',
  '/api/RentGap/GetRequest/:id .nonCompliance[]': 'Findings that only the agency sees are not shown.',
  '/api/RentIncrease/GetRentIncrease/:id .known[]': 'Each side has its own part of the checklist.',
  '/api/ReplacementReserve/GetHistory/:id []': 'Only the agency sees changes of a reviewer’s fields.',
  '/api/ReplacementReserve/GetRequest/:id .files[]': 'Only the agency sees internal files.',
  '/api/ReserveAccount/GetAccount/:id .adjustments[]':
    'Adjustments are proposed and decided within the agency.',
  '/api/ReserveAccount/GetHistory/:id []': 'Adjustments are proposed and decided within the agency.',
  '/api/ResidentRelations []': 'A company sees the matters that it was asked about.',
  '/api/ResidentRelations/GetByProjectId/:projectId []':
    'A company sees the matters that it was asked about.',
  '/api/Resyndication []': 'A resyndication is visible if both properties are.',
  '/api/StatementCategoryAmount []': 'Records of 2013 are shown once they are approved.',
  '/api/TaskMessage/GetRecipients []': 'People of other companies are not named.',
  '/api/Work/GetOpenAtProperty/:propertyId .rows[]': 'Each side has its own work.',
  '/api/permissions/GetReach/:propertyId []': 'People of the agency are not named to companies.',
  '/api/projects/GetFactSheet/:propertyId .parts[].more':
    'The sheet contains only data that the caller sees.',
  '/api/projects/GetFactSheet/:propertyId .parts[].rows[]':
    'The sheet contains only data that the caller sees.',
  '/api/projects/GetFactSheet/:propertyId .parts[].rows[].alert':
    'The sheet contains only data that the caller sees.',
  '/api/projects/GetHistory/:propertyId []': 'Only the agency sees internal comments.',
  '/api/projects/GetNearbyProperties/:propertyId/:miles []':
    'Properties of other companies are not named, and the screen says so.',
  '/api/projects/GetProjectComments/:propertyId []': 'Only the agency sees internal comments.',
  '/api/projects/GetProjectListQuery .rows[]': 'Properties of other companies are not named.',
  '/api/projects/GetProjectListQuery .total': 'Properties of other companies are not named.',
  '/api/projects/GetTabCounts/:propertyId .Documents': 'Only the agency sees internal files.',
  '/api/tasks/GetToDoProperty/:propertyId []': 'Each side has its own work.',
}

/**
 * Parts of answers in which a company gets null instead of a figure, in addition to those that entities and
 * reviews declare as withheld, with the reason.
 */
export const blankForCompanies: Readonly<Record<string, string>> = {
  '/api/OperatingReserve/GetOperatingRequest/:id .reviewItems[].amount':
    'A reviewer’s field, under the name of the documents.',
  '/api/OperatingReserve/GetOperatingRequest/:id .reviewItems[].type':
    'A reviewer’s field, under the name of the documents.',
  '/api/AFSReportCard/GetByAFSId/:afsId .afsReportCardId': 'Only the agency sees report cards.',
  '/api/projects/GetDecontrolScheduleStatus/:projectId .reserves':
    'The open work of a decontrol concerns only the agency.',
  '/api/tasks/GetToDoProperty/:propertyId [].daysLeft': 'Each side has its own work.',
  '/api/tasks/GetToDoProperty/:propertyId [].dueStatus': 'Each side has its own work.',
}
