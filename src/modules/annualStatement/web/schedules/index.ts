export { CarryAccounts } from './CarryAccounts.tsx'
export { scheduleHeld, sentRows } from './held.ts'
export { StatementTies, useTies } from './StatementTies.tsx'
