export { counties, federalTypes, getAgency, rentTypes, roomTypes } from './calls.ts'
export { type FixedList, labelList } from './fixedList.ts'
export { projectNumber } from './projectNumber.ts'
export { reconcile } from './reconcile.ts'
export {
  ContactType,
  getLookupChoices,
  contactTypeLabels,
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
