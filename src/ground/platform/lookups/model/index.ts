export { counties, federalTypes, getAgency, rentTypes, roomTypes } from './calls.ts'
export { type FixedList, labelList } from './fixedList.ts'
export { projectNumber } from './projectNumber.ts'
export { reconcile } from './reconcile.ts'
export {
  ContactType,
  contactTypeLabels,
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
  taskStatusLabel,
} from './terms.ts'
