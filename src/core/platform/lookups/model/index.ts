export { counties, federalTypes, getAgency, rentTypes, roomTypes } from './calls.ts'
export { createLabelList, type FixedList } from './fixedList.ts'
export { formatPropertyNumber } from './projectNumber.ts'
export { reconcile } from './reconcile.ts'
export {
  ContactType,
  contactTypeLabels,
  dueWords,
  getLookupChoices,
  getPropertyBannerStatus,
  getTaskDueLabel,
  getTaskStatusLabel,
  ManagementCompanyStatus,
  managementCompanyStatusLabels,
  numberLabels,
  PropertyStatus,
  participationLenders,
  propertyStatusLabels,
  TaskDueStatus,
  taskDueLabels,
} from './terms.ts'
