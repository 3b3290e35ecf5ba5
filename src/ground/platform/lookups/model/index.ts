export { counties, federalTypes, getAgency, rentTypes, roomTypes } from './calls.ts'
export { createLabelList as labelList, type FixedList } from './fixedList.ts'
export { formatPropertyNumber as projectNumber } from './projectNumber.ts'
export { reconcile } from './reconcile.ts'
export {
  ContactType,
  contactTypeLabels,
  dueWords,
  getLookupChoices,
  getPropertyBannerStatus as propertyBannerStatus,
  getTaskDueLabel as taskDueLabel,
  getTaskStatusLabel as taskStatusLabel,
  ManagementCompanyStatus,
  managementCompanyStatusLabels,
  numberLabels as numberFromOne,
  PropertyStatus,
  participationLenders,
  propertyStatusLabels,
  TaskDueStatus,
  taskDueLabels,
} from './terms.ts'
