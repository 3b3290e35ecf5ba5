export { counties, federalTypes, getAgency, roomTypes } from './calls.ts'
export {
  ContactType,
  contactTypeLabels,
  ManagementCompanyStatus,
  managementCompanyStatusLabels,
  PropertyStatus,
  propertyBannerStatus,
  propertyStatusLabels,
  TaskDueStatus,
  taskDueLabel,
} from './terms.ts'
