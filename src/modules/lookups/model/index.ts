export { counties, federalTypes, getAgency, roomTypes } from './calls.ts'
export {
  ContactType,
  contactTypeLabels,
  ManagementCompanyStatus,
  PropertyStatus,
  propertyBannerStatus,
  propertyStatusLabels,
} from './terms.ts'
