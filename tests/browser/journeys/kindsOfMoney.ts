/**
 * The kinds of filed records about money by entity name, with the browser test that takes one from an empty
 * start to its decision.
 */
export const kinds: Record<string, string> = {
  AFS: 'journeys.statements.test.ts',
  Budget: 'budget.test.ts',
  DistributionRequest: 'journeys.statements.test.ts',
  InsuranceClaim: 'insuranceClaim.test.ts',
  InsuranceRequest: 'insuranceClaim.test.ts',
  OperatingReserveRequest: 'journeys.reserves.test.ts',
  ReplacementReserveCompletion: 'journeys.reserves.test.ts',
  ReplacementReserveExtension: 'suspension.test.ts',
  ReplacementReserveRequest: 'journey.test.ts',
  ReplacementReserveSuspension: 'suspension.test.ts',
  TCAP: 'journeys.statements.test.ts',
  TCAPQuarter: 'journeys.statements.test.ts',
}
