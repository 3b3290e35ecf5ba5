/**
 * The kinds of filed records by entity name, with the browser test that takes one from an empty start to its
 * decision.
 */
export const journeys: Readonly<Record<string, string>> = {
  AHL: 'journeys.compliance.test.ts',
  ContactChangeRequest: 'contacts.test.ts',
  ExtensionRequest: 'journeys.compliance.test.ts',
  HousingPriorityCertification: 'journeys.compliance.test.ts',
  ManagementCompanyAssetCertification: 'certification.test.ts',
  Program2013: 'journeys.rents.test.ts',
  ProjectExhibit: 'journeys.compliance.test.ts',
  ProjectOccupancy: 'journeys.compliance.test.ts',
  RentGapApplication: 'journeys.rents.test.ts',
  RentIncrease: 'journeys.rents.test.ts',
  UtilityAllowance: 'journeys.compliance.test.ts',
}
