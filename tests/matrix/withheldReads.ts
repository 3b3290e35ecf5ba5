/**
 * The reasons why a company never reads “none” in these places, where a withheld value is read without saying
 * that it is hidden.
 */
const REVIEWER = 'A part of the review, which only the agency is shown.'
const NOTES = 'The agency’s own place; a company is shown no place for it.'
const DECIDED = 'Shown once the decision is made.'
const AS_FILED = 'Until the decision it counts as filed, and the label says so.'
const SAID_BY_FACT =
  'Its part is left out before the decision, and a fact of the record says that it is not shown.'
const LEFT_OUT = 'A check that is left out while the value is hidden.'
const SAID = 'Says “Not shown to you” itself.'
const OTHER = 'Another value of the same name.'

/** Reads of withheld values outside the functions that can hide them, by file and name, with the reason. */
export const withheldReads: Readonly<Record<string, string>> = {
  'core/people/companies/web/Company.tsx einLast4': NOTES,
  'core/people/companies/web/MergePlan.tsx einLast4': NOTES,
  'core/portfolio/developers/web/DeveloperView.tsx notes': NOTES,
  'core/portfolio/findings/web/Finding.tsx internalNote': NOTES,
  'core/portfolio/properties/web/FinancialNotes.tsx financialNotes': NOTES,
  'features/companies/certification/web/ScoreTable.tsx standing': SAID_BY_FACT,
  'features/companies/certification/web/pages.tsx standing': SAID_BY_FACT,
  'features/compliance/complianceForms/web/formLines.ts fileComments': REVIEWER,
  'features/compliance/complianceForms/web/pages.tsx originalReceived': LEFT_OUT,
  'features/compliance/inspections/web/Inspection.tsx internalNote': NOTES,
  'features/compliance/locator/web/Gallery.tsx refusal': REVIEWER,
  'features/compliance/locator/web/Gallery.tsx refusalComment': REVIEWER,
  'features/compliance/locator/web/Photos.tsx refusal': DECIDED,
  'features/compliance/locator/web/Photos.tsx refusalComment': DECIDED,
  'features/compliance/locator/web/Preview.tsx refusal': AS_FILED,
  'features/compliance/locator/web/pages.tsx refusal': LEFT_OUT,
  'features/rents/rentGap/web/Figures.tsx approvedAmount': REVIEWER,
  'features/rents/rentGap/web/Review.tsx approvedAmount': REVIEWER,
  'features/rents/rentGap/web/Review.tsx denialReason': REVIEWER,
  'features/rents/rentGap/web/ReviewList.tsx approved': OTHER,
  'features/rents/rentGap/web/checks.tsx approved': AS_FILED,
  'features/rents/rentGap/web/checks.tsx approvedAmount': AS_FILED,
  'features/rents/rentIncrease/web/CashFlow.tsx operatingExpenses': REVIEWER,
  'features/rents/rentIncrease/web/CashFlow.tsx reserveDeposits': REVIEWER,
  'features/rents/rentIncrease/web/CashFlow.tsx targetCoverage': REVIEWER,
  'features/rents/rentIncrease/web/Filed.tsx approvedRent': SAID_BY_FACT,
  'features/rents/rentIncrease/web/Filed.tsx lowerReason': SAID_BY_FACT,
  'features/rents/rentIncrease/web/Market.tsx approvedRent': AS_FILED,
  'features/rents/rentIncrease/web/IncreaseSidebar.tsx approvedRent': AS_FILED,
  'features/rents/rentIncrease/web/pages.tsx comments': REVIEWER,
  'features/rents/rentIncrease/web/reviewLines.ts approvedRent': AS_FILED,
  'features/rents/rentIncrease/web/reviewLines.ts lowerReason': REVIEWER,
  'features/reserves/insuranceClaim/web/requestPages.tsx approved': REVIEWER,
  'features/reserves/insuranceClaim/web/requestPages.tsx approvedAmount': REVIEWER,
  'features/reserves/operatingReserve/web/Decision.tsx approved': REVIEWER,
  'features/reserves/operatingReserve/web/Decision.tsx approvedAmount': REVIEWER,
  'features/reserves/replacementReserve/web/BalancePanel.tsx approved': DECIDED,
  'features/reserves/replacementReserve/web/Figures.tsx approved': REVIEWER,
  'features/reserves/replacementReserve/web/Figures.tsx approvedAmount': REVIEWER,
  'features/reserves/replacementReserve/web/FiledItems.tsx approved': DECIDED,
  'features/reserves/reserveCompletion/web/OfRequest.tsx released': AS_FILED,
  'features/reserves/reserveCompletion/web/Review.tsx approvedAmount': REVIEWER,
  'features/reserves/reserveCompletion/web/Review.tsx denialReason': REVIEWER,
  'features/reserves/reserveCompletion/web/Review.tsx released': REVIEWER,
  'features/shared/invoicedItems/web/Amounts.tsx approvedAmount': REVIEWER,
  'features/shared/invoicedItems/web/Amounts.tsx denialReason': REVIEWER,
  'features/shared/invoicedItems/web/Outcome.tsx approved': REVIEWER,
  'features/shared/invoicedItems/web/Outcome.tsx approvedAmount': REVIEWER,
  'features/shared/invoicedItems/web/itemForm.ts approvedAmount': REVIEWER,
  'features/shared/invoicedItems/web/itemForm.ts denialReason': REVIEWER,
  'features/statements/budget/web/Sheet.tsx approved': SAID_BY_FACT,
  'features/statements/distributionRequest/web/Calculation.tsx approvedAmount': DECIDED,
  'features/statements/distributionRequest/web/Requirements.tsx passes': SAID,
  'features/statements/distributionRequest/web/pages.tsx approvedAmount': REVIEWER,
  'features/statements/distributionRequest/web/pages.tsx passes': REVIEWER,
  'features/statements/distributionRequest/web/pages.tsx waiver': REVIEWER,
  'features/statements/surplusCash/web/sheet.ts reviewAmount': SAID_BY_FACT,
  'features/statements/surplusCash/web/sheet.ts reviewerComment': SAID_BY_FACT,
}
