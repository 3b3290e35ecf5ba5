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
  'ground/people/companies/web/Company.tsx einLast4': NOTES,
  'ground/people/companies/web/MergePlan.tsx einLast4': NOTES,
  'ground/portfolio/developers/web/DeveloperView.tsx notes': NOTES,
  'ground/portfolio/findings/web/Finding.tsx internalNote': NOTES,
  'ground/portfolio/properties/web/FinancialNotes.tsx financialNotes': NOTES,
  'modules/companies/certification/web/ScoreTable.tsx standing': SAID_BY_FACT,
  'modules/companies/certification/web/pages.tsx standing': SAID_BY_FACT,
  'modules/compliance/complianceForms/web/formLines.ts fileComments': REVIEWER,
  'modules/compliance/complianceForms/web/pages.tsx originalReceived': LEFT_OUT,
  'modules/compliance/inspections/web/Inspection.tsx internalNote': NOTES,
  'modules/compliance/locator/web/Gallery.tsx refusal': REVIEWER,
  'modules/compliance/locator/web/Gallery.tsx refusalComment': REVIEWER,
  'modules/compliance/locator/web/Photos.tsx refusal': DECIDED,
  'modules/compliance/locator/web/Photos.tsx refusalComment': DECIDED,
  'modules/compliance/locator/web/Preview.tsx refusal': AS_FILED,
  'modules/compliance/locator/web/pages.tsx refusal': LEFT_OUT,
  'modules/rents/rentGap/web/Figures.tsx approvedAmount': REVIEWER,
  'modules/rents/rentGap/web/Review.tsx approvedAmount': REVIEWER,
  'modules/rents/rentGap/web/Review.tsx denialReason': REVIEWER,
  'modules/rents/rentGap/web/ReviewList.tsx approved': OTHER,
  'modules/rents/rentGap/web/checks.tsx approved': AS_FILED,
  'modules/rents/rentGap/web/checks.tsx approvedAmount': AS_FILED,
  'modules/rents/rentIncrease/web/CashFlow.tsx operatingExpenses': REVIEWER,
  'modules/rents/rentIncrease/web/CashFlow.tsx reserveDeposits': REVIEWER,
  'modules/rents/rentIncrease/web/CashFlow.tsx targetCoverage': REVIEWER,
  'modules/rents/rentIncrease/web/Filed.tsx approvedRent': SAID_BY_FACT,
  'modules/rents/rentIncrease/web/Filed.tsx lowerReason': SAID_BY_FACT,
  'modules/rents/rentIncrease/web/Market.tsx approvedRent': AS_FILED,
  'modules/rents/rentIncrease/web/Side.tsx approvedRent': AS_FILED,
  'modules/rents/rentIncrease/web/pages.tsx comments': REVIEWER,
  'modules/rents/rentIncrease/web/reviewLines.ts approvedRent': AS_FILED,
  'modules/rents/rentIncrease/web/reviewLines.ts lowerReason': REVIEWER,
  'modules/reserves/insuranceClaim/web/requestPages.tsx approved': REVIEWER,
  'modules/reserves/insuranceClaim/web/requestPages.tsx approvedAmount': REVIEWER,
  'modules/reserves/operatingReserve/web/Decision.tsx approved': REVIEWER,
  'modules/reserves/operatingReserve/web/Decision.tsx approvedAmount': REVIEWER,
  'modules/reserves/replacementReserve/web/BalancePanel.tsx approved': DECIDED,
  'modules/reserves/replacementReserve/web/Figures.tsx approved': REVIEWER,
  'modules/reserves/replacementReserve/web/Figures.tsx approvedAmount': REVIEWER,
  'modules/reserves/replacementReserve/web/FiledItems.tsx approved': DECIDED,
  'modules/reserves/reserveCompletion/web/OfRequest.tsx released': AS_FILED,
  'modules/reserves/reserveCompletion/web/Review.tsx approvedAmount': REVIEWER,
  'modules/reserves/reserveCompletion/web/Review.tsx denialReason': REVIEWER,
  'modules/reserves/reserveCompletion/web/Review.tsx released': REVIEWER,
  'modules/shared/invoicedItems/web/Amounts.tsx approvedAmount': REVIEWER,
  'modules/shared/invoicedItems/web/Amounts.tsx denialReason': REVIEWER,
  'modules/shared/invoicedItems/web/Outcome.tsx approved': REVIEWER,
  'modules/shared/invoicedItems/web/Outcome.tsx approvedAmount': REVIEWER,
  'modules/shared/invoicedItems/web/itemForm.ts approvedAmount': REVIEWER,
  'modules/shared/invoicedItems/web/itemForm.ts denialReason': REVIEWER,
  'modules/statements/budget/web/Sheet.tsx approved': SAID_BY_FACT,
  'modules/statements/distributionRequest/web/Calculation.tsx approvedAmount': DECIDED,
  'modules/statements/distributionRequest/web/Requirements.tsx passes': SAID,
  'modules/statements/distributionRequest/web/pages.tsx approvedAmount': REVIEWER,
  'modules/statements/distributionRequest/web/pages.tsx passes': REVIEWER,
  'modules/statements/distributionRequest/web/pages.tsx waiver': REVIEWER,
  'modules/statements/surplusCash/web/sheet.ts reviewAmount': SAID_BY_FACT,
  'modules/statements/surplusCash/web/sheet.ts reviewerComment': SAID_BY_FACT,
}
