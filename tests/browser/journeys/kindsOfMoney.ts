/**
 * Kinds of filed records about money, by their entities, and the browser test in which one goes from an empty
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
