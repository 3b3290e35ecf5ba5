export { CarryAccounts } from './CarryAccounts.tsx'
export { scheduleHeld, sentRows } from './held.ts'
export { SchedulePart } from './SchedulePart.tsx'
export { StatementTies, useTies } from './StatementTies.tsx'
