import { expect, test } from 'vitest'
import { served } from '#app/registry.ts'

/**
 * Entities whose rows the generic DELETE removes without a check of the module, each with the reason. The
 * database refuses to remove a row that another row refers to.
 */
const freelyRemoved: Record<string, string> = {
  ...Object.fromEntries(
    [
      'DocumentType',
      'Holiday',
      'Region',
      'County',
      'FederalType',
      'RoomType',
      'RentType',
      'UnitType',
      'CharacteristicType',
      'AssistanceType',
      'NonComplianceType',
      'ManagementFeeType',
      'ResyndicationType',
      'Exhibit',
      'ExhibitScheduleType',
      'InspectionSampleStep',
      'ResidentRelationsIssueType',
      'RentControllingAuthority',
      'UtilityAllowanceSource',
      'WatchListType',
      'WatchListProgramType',
      'WatchListResponsibilityType',
      'WatchListWeaknessType',
      'InsuranceClaimTypeOfLoss',
      'ReserveType',
      'OperatingReserveRequestType',
      'ReplacementReserveCategory',
      'ReserveAuthority',
    ].map((name) => [name, 'a list of choices; a choice in use is referred to']),
  ),
  ...Object.fromEntries(
    [
      'PropertyCharacteristic',
      'AdditionalAssistance',
      'PropertyFormerName',
      'PropertyPartner',
      'PropertyProgramNumber',
      'CreditAllocation',
      'SpecialNeedsSetAside',
      'LoanNumber',
    ].map((name) => [name, 'describes a property; decided records keep what they were decided on']),
  ),
  ...Object.fromEntries(
    ['Permission', 'ResidentDataReader', 'VAWAReader', 'ComplianceInspector'].map((name) => [
      name,
      'a right or a role, which its removal ends',
    ]),
  ),
  ...Object.fromEntries(
    ['PropertyRequirement', 'ActivityPeriod', 'ProjectExhibitSettings'].map((name) => [
      name,
      'says what is due; what was filed stays',
    ]),
  ),
  ...Object.fromEntries(['ToDo', 'ItemToDo'].map((name) => [name, 'a note of work; nothing rests on it'])),
  Signer: 'letters keep the name of the person who signed them',
  Loan: 'its years and numbers refer to it, so that only a loan without any is removed',
  PropertyManagementFee: 'says which maximum holds; decided report cards keep their answers',
  Resyndication: 'a link recorded in error is removed and recorded again; what was carried over stays',
}

const removals = served.flatMap(({ removal }) => (removal ? [removal] : []))

test('every generic removal checks what rests on the row, or is declared as free with its reason', () => {
  expect(removals.length).toBeGreaterThan(100)
  const unchecked = removals.filter(({ isChecked }) => !isChecked).map(({ entity }) => entity)
  expect(unchecked.toSorted()).toEqual(Object.keys(freelyRemoved).toSorted())
})

test('rows with amounts of money are removed freely only where nothing is decided on them', () => {
  const isOfMoney = /Payment|Equity|Accrued|LoanYear|Release|Amount|Rent$|FeeMax/
  const free = removals.filter(({ entity, isChecked }) => isOfMoney.test(entity) && !isChecked)
  expect(free).toEqual([])
})
