export { counties, federalTypes, getAgency, rentTypes, roomTypes } from './calls.ts'
export { type FixedList, labelList } from './fixedList.ts'
export { projectNumber } from './projectNumber.ts'
export { reconcile } from './reconcile.ts'
export {
  ContactType,
  contactTypeLabels,
  dueWords,
  getLookupChoices,
  ManagementCompanyStatus,
  managementCompanyStatusLabels,
  numberFromOne,
  PropertyStatus,
  participationLenders,
  propertyBannerStatus,
  propertyStatusLabels,
  TaskDueStatus,
  taskDueLabel,
  taskDueLabels,
  taskStatusLabel,
} from './terms.ts'
